import { beforeAll, describe, expect, it } from 'vitest';
import type { peopleAt, SignedInPerson } from '../../support/people-at-gateway.ts';
import type { WholeGraph } from '../../support/whole-graph.ts';

type Opened = { readonly graph: WholeGraph; readonly at: ReturnType<typeof peopleAt> };

const INBOX = `{ pendingApprovals(last: 10, filter: { kinds: [INTRODUCTION, KEY_REPLACEMENT, ALERT_REPORT] }) {
  nodes { id kind obstacle subjectType subjectId subjectName proposer expiresAt mutation amount } } }`;
type Row = { readonly kind: string; readonly subjectId: string; readonly obstacle: string | null };

/** What waits about people, and about suspicions, is in the inbox of those who decide it. */
export function administrators(opened: () => Opened): void {
  describe('The inbox of administrators and of compliance', () => {
    let first: SignedInPerson;
    let second: SignedInPerson;
    beforeAll(async () => {
      const { at } = opened();
      await at.fourEyes('on');
      [first, second] = [await at.signedIn(['administrator']), await at.signedIn(['administrator'])];
    });
    /** What waits about one record. */
    const inbox = async ({ browser }: SignedInPerson, subject: string | undefined): Promise<readonly Row[]> => {
      const { data, errors } = await browser.query(INBOX);
      expect(errors).toBeUndefined();
      return data.pendingApprovals.nodes.filter(({ subjectId }: Row) => subjectId === subject);
    };
    const confirm = async (by: SignedInPerson, mutation: string, personId: string) => {
      const { data } = await by.browser.query(
        `mutation ($id: ID!) { done: ${mutation}(input: { personId: $id }) { userErrors { code } } }`,
        { id: personId },
      );
      return data.done.userErrors.map(({ code }: { code: string }) => code);
    };

    it('has who joined by the link of one administrator, until another says that they hold the key', async () => {
      const { at } = opened();
      const guest = await at.signedIn(['teller'], first);
      const row = { kind: 'INTRODUCTION', subjectType: 'person', subjectId: guest.uuid, mutation: 'confirmPerson' };
      const named = { subjectName: expect.stringContaining('Guest'), proposer: expect.stringContaining('Guest') };
      const waiting = (who: SignedInPerson) => inbox(who, guest.uuid);
      expect(await waiting(first)).toMatchObject([{ ...row, ...named, obstacle: 'OWN' }]);
      expect(await waiting(second)).toMatchObject([{ ...row, ...named, obstacle: null }]);
      for (const role of ['approver', 'bursar', 'teller']) expect(await waiting(await at.signedIn([role]))).toEqual([]);
      expect(await confirm(first, 'confirmPerson', guest.uuid)).toEqual(['four_eyes_required']);
      expect(await confirm(second, 'confirmPerson', guest.uuid)).toEqual([]);
      expect(await waiting(second)).toEqual([]);
    });

    it('has a key that is replaced, until another administrator agrees, or the link is over', async () => {
      const { at } = opened();
      const officer = await at.signedIn(['officer']);
      const again = () =>
        first.browser.query(
          'mutation ($id: ID!) { invitePersonAgain(input: { personId: $id }) { userErrors { code } } }',
          { id: officer.uuid },
        );
      await again();
      const row = { kind: 'KEY_REPLACEMENT', subjectId: officer.uuid, mutation: 'confirmInvitation' };
      const waiting = (who: SignedInPerson) => inbox(who, officer.uuid);
      expect(await waiting(first)).toMatchObject([{ ...row, obstacle: 'OWN' }]);
      expect(await waiting(second)).toMatchObject([{ ...row, obstacle: null }]);
      await at.owner(`update person_invitation set expires_at = now() where person_id = ${officer.id}`);
      expect(await waiting(second)).toEqual([]);
      await again();
      expect(await confirm(second, 'confirmInvitation', officer.uuid)).toEqual([]);
      expect(await waiting(second)).toEqual([]);
    });

    it('has an alert that was escalated, for who did not escalate it', async () => {
      const { graph, at } = opened();
      const [one, other] = [await at.signedIn(['compliance']), await at.signedIn(['compliance'])];
      const [alert] = await graph.testApp.sql<{ uuid: string }>(
        `insert into aml_alert (uuid, rule_id, rule_version, severity, subject_key, window_start, window_end, amount,
           threshold, evidence, holds, state, state_reason, assignee, escalated_by, due_at)
         values (gen_random_uuid(), 'cash_structuring', 1, 'high', 'inbox', current_date, current_date, 100000, 1, '{}',
           false, 'escalated', 'Five deposits below the limit.', 'Achieng', $1, now()) returning uuid`,
        [`person:${one.uuid}`],
      );
      const reports = (who: SignedInPerson) => inbox(who, alert?.uuid);
      const row = { kind: 'ALERT_REPORT', subjectType: 'aml_alert', amount: null };
      expect(await reports(one)).toMatchObject([{ ...row, obstacle: 'OWN' }]);
      expect(await reports(other)).toMatchObject([{ ...row, obstacle: null }]);
      expect(await reports(await at.signedIn(['approver']))).toEqual([]);
    });
  });
}
