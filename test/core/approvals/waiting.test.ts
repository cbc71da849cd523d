import { describe, expect, it } from 'vitest';
import { PROPOSED_COMMANDS } from '#core/approvals/commands.ts';
import { obstacleTo, seenApprovals, seenByClient, WAITING_KINDS, type Viewer } from '#core/approvals/waiting.ts';
import { ROLES } from '#core/people/roles.ts';

const CONFIDENTIAL = ['alert_report', 'key_replacement', 'introduction', 'class_results'] as const;

describe('What waits for a second person', () => {
  it('is seen by a client that may read approvals, but for what is confidential and not its own to read', () => {
    const usual = WAITING_KINDS.filter((kind) => kind !== 'proposal');
    const { kinds } = seenByClient(['approvals:read']);
    expect(kinds).toEqual(usual.filter((kind) => !CONFIDENTIAL.some((each) => each === kind)));
    expect(seenByClient(['approvals:read', 'aml_alerts:read']).kinds).toEqual([...kinds, 'alert_report']);
  });

  it('is seen by a person as far as it is about what they read; by who oversees the institution all of it', () => {
    expect(seenApprovals(['people:write'])?.kinds).toEqual(['key_replacement', 'introduction']);
    expect(seenApprovals(['aml_alerts:read'])?.kinds).toEqual(['alert_report']);
    expect(seenApprovals(['audit:read', 'aml_alerts:read', 'results:write'])).toBeNull();
  });

  it('tells of no suspicion who may not read alerts, whatever else they oversee', () => {
    const seen = seenApprovals(ROLES.administrator.scopes);
    const hidden = ['proposal', 'alert_report', 'class_results'];
    expect(seen?.kinds).toEqual(WAITING_KINDS.filter((kind) => !hidden.includes(kind)));
    expect(seen?.commands).toEqual(PROPOSED_COMMANDS);
  });

  it('tells of marks before their publication who keeps marks alone: no client, no bursar, no auditor', () => {
    const tells = (seen: ReturnType<typeof seenApprovals>) => seen === null || seen.kinds.includes('class_results');
    expect(tells(seenApprovals(ROLES.registrar.scopes))).toBe(true);
    expect(tells(seenByClient(['approvals:read', 'results:write']))).toBe(true);
    expect(tells(seenByClient(['approvals:read', 'results:read']))).toBe(false);
    for (const role of ['officer', 'teller', 'approver', 'bursar', 'compliance', 'auditor', 'administrator'] as const)
      expect([role, tells(seenApprovals(ROLES[role].scopes))]).toEqual([role, false]);
  });
});

describe('The marks of a class', () => {
  const viewer = (actor: string, differing: Partial<Viewer> = {}): Viewer => ({
    actor,
    scopes: ['results:write'],
    personalLimits: { approve: 0n, disburse: 0n },
    twoPeople: true,
    twoPeopleOnResults: true,
    isLecturer: false,
    namedPeopleOnly: true,
    namedFor: async (of) => of,
    responsibleFor: async (of) => of,
    peopleBehind: async (of) => (of === 'client of Ann' ? ['Ann'] : [of]),
    introductionsOf: async () => [],
    ...differing,
  });
  const obstacle = (by: Viewer, makers: readonly (readonly string[])[] = [['Ann']]) =>
    obstacleTo({ kind: 'class_results', proposedBy: 'Ann', makers, amount: null }, ['results:write'], by);

  it('are published by another person than who submitted them, whatever client or name that person has', async () => {
    expect(await obstacle(viewer('Ben'))).toBeNull();
    expect(await obstacle(viewer('Ann'))).toBe('own');
    expect(await obstacle(viewer('client of Ann'))).toBe('own');
    const invitedByAnn = {
      introductionsOf: async (of: readonly string[]) => (of.includes('Ben') ? [{ person: 'Ben', by: 'Ann' }] : []),
    };
    expect(await obstacle(viewer('Ben', invitedByAnn))).toBe('own');
  });

  it('are published by who entered a part of them as far as others entered the rest, and not where they entered all', async () => {
    expect(await obstacle(viewer('Ben'), [['Ann'], ['Ben']])).toBeNull();
    expect(await obstacle(viewer('Ben'), [['Ben']])).toBe('own');
    // Others entered a part of each, and none that is without his.
    expect(await obstacle(viewer('Ben'), [['Ann', 'Ben'], ['Ben']])).toBe('own');
  });

  it('are published by who made them where the institution wants no two, and never by a lecturer or without the scope', async () => {
    expect(await obstacle(viewer('Ann', { twoPeopleOnResults: false }))).toBeNull();
    expect(await obstacle(viewer('Ben', { isLecturer: true, twoPeopleOnResults: false }))).toBe('scope');
    expect(await obstacle(viewer('Ben', { scopes: ['results:read'] }))).toBe('scope');
  });
});
