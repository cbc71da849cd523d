import { describe, expect, it } from 'vitest';
import { PROPOSED_COMMANDS } from '#core/approvals/commands.ts';
import { seenApprovals, seenByClient, WAITING_KINDS } from '#core/approvals/waiting.ts';
import { ROLES } from '#core/people/roles.ts';

const CONFIDENTIAL = ['alert_report', 'key_replacement', 'introduction'] as const;

describe('What waits for a second person', () => {
  it('is seen by a client that may read approvals, but for people of the institution, and alerts that it may not read', () => {
    const usual = WAITING_KINDS.filter((kind) => kind !== 'proposal');
    const { kinds } = seenByClient(['approvals:read']);
    expect(kinds).toEqual(usual.filter((kind) => !CONFIDENTIAL.some((each) => each === kind)));
    expect(seenByClient(['approvals:read', 'aml_alerts:read']).kinds).toEqual([...kinds, 'alert_report']);
  });

  it('is seen by a person as far as it is about what they read; by who oversees the institution all of it', () => {
    expect(seenApprovals(['people:write'])?.kinds).toEqual(['key_replacement', 'introduction']);
    expect(seenApprovals(['aml_alerts:read'])?.kinds).toEqual(['alert_report']);
    expect(seenApprovals(['audit:read', 'aml_alerts:read'])).toBeNull();
  });

  it('tells of no suspicion who may not read alerts, whatever else they oversee', () => {
    const seen = seenApprovals(ROLES.administrator.scopes);
    expect(seen?.kinds).toEqual(WAITING_KINDS.filter((kind) => kind !== 'proposal' && kind !== 'alert_report'));
    expect(seen?.commands).toEqual(PROPOSED_COMMANDS);
  });
});
