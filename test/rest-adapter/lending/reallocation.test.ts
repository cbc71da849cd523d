import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution, SCOPES));
});
afterAll(() => ports.close());

let receipts = 0;
const repaid = async (loanId: number, amount = 1_000) => {
  const reference = `RLC${String(++receipts).padStart(7, '0')}`;
  const body = { amount, channel: 'bank', reference };
  return (await partner.call('POST', `/api/v1/loans/${loanId}/repayments`, { body })).body;
};
const move = (loanId: number, repaymentId: number, to_loan_id: number | string, by = partner) =>
  by.call('POST', `/api/v1/loans/${loanId}/repayments/${repaymentId}/reallocation`, {
    body: { to_loan_id, reason: 'Another loan’s number was typed.' },
  });
const reverse = (loanId: number, repaymentId: number) =>
  partner.call('PATCH', `/api/v1/loans/${loanId}/repayments/${repaymentId}`, {
    body: { action: 'reverse', reason: 'Not ours.' },
  });
const live = (reference: string) =>
  ports.admin(`select record_uuid from payment_receipt_use where receipt_key = $1 and state = 'live'`, [reference]);
const owed = async (id: number) => (await partner.call('GET', `/api/v1/loans/${id}`)).body.outstanding.total as number;
const proofs = async () =>
  (await ports.database.read(institution.id, ({ sql }) => verifyLedger(sql))).violations.map(
    ({ check, what }) => `${check}: ${what}`,
  );

describe('Money on the wrong loan', () => {
  it('is moved or taken back where both come at the same moment, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const [wrong, right] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
      const before = [await owed(wrong.id), await owed(right.id)];
      const at = await repaid(wrong.id);
      const [moved, undone] = await Promise.all([move(wrong.id, at.id, right.id), reverse(wrong.id, at.id)]);
      expect([moved.status, undone.status].sort()).toEqual([expect.any(Number), 409]);
      const isMoved = moved.status === 201;
      expect([isMoved, undone.status === 200]).toEqual([isMoved, !isMoved]);
      expect(await live(at.reference)).toHaveLength(isMoved ? 1 : 0);
      expect([await owed(wrong.id), await owed(right.id)]).toEqual([
        before[0],
        (before[1] ?? 0) - (isMoved ? 1_000 : 0),
      ]);
    }
    expect(await proofs()).toEqual([]);
  });

  it('is moved once where two move it at the same moment, to two loans', async () => {
    const [wrong, one, two] = [
      await partner.anActiveLoan(),
      await partner.anActiveLoan(),
      await partner.anActiveLoan(),
    ];
    const at = await repaid(wrong.id);
    const replies = await Promise.all([move(wrong.id, at.id, one.id), move(wrong.id, at.id, two.id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await live(at.reference)).toHaveLength(1);
    expect(await proofs()).toEqual([]);
  });

  it('goes to a loan of another member or branch, and never to one of another institution', async () => {
    const [wrong, right] = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    expect(right.member_id).not.toBe(wrong.member_id);
    const at = await repaid(wrong.id);
    const other = await ports.openInstitution();
    const stranger = lendingClient(ports, other, await ports.openClient(other, SCOPES));
    const theirs = await stranger.anActiveLoan();
    const before = await live(at.reference);
    expect((await move(wrong.id, at.id, theirs.uuid)).status).toBe(422);
    expect((await move(wrong.id, at.id, right.id, stranger)).status).toBe(404);
    expect(await live(at.reference)).toEqual(before);
    expect((await move(wrong.id, at.id, right.id)).status).toBe(201);
    expect(await proofs()).toEqual([]);
  });
});
