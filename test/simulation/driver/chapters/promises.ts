import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';

const REASON = { reason: 'A chapter of the simulation.' };

/** Parts of a balance that are promised: they stay, can't be taken out, and are paid, given back or over in time. */
export async function holds(known: Knowledge, go: Go, office: Office): Promise<void> {
  const { body: account } = await go('POST', '/api/v1/savings_accounts', { member_id: 1, product_id: 1 });
  const path = `/api/v1/savings_accounts/${account?.id}/transactions`;
  const move = (type: 'deposit' | 'withdrawal', amount: number, more: object = {}) =>
    go('POST', path, { type, amount, channel: 'cash', ...more });
  const place = (amount: number, more: object = {}, as: { key?: string; version?: number } = {}) =>
    office.change('officer', 'placeSavingsHold', { savingsAccountId: account?.uuid, amount, ...REASON, ...more }, as);
  const end = (name: string, hold: Awaited<ReturnType<typeof place>>, more: object = {}) =>
    office.change('officer', name, { savingsTransactionId: hold.record?.id, ...more });
  await place(1_000);
  await move('deposit', 500_000);
  const [released, captured, kept] = [await place(100_000), await place(150_000), await place(50_000)];
  await place(100_000, {}, { key: 'chapter-hold' });
  await place(100_000, {}, { key: 'chapter-hold' });
  await place(200_000);
  await place(100, {}, { version: 1 });
  await place(0);
  await place(100, { expiresAt: known.instant(-60) });
  await move('withdrawal', 200_000);
  await move('withdrawal', 100_000);
  await move('withdrawal', 100);
  await end('releaseSavingsHold', released, REASON);
  await end('releaseSavingsHold', released);
  await end('captureSavingsHold', released, { channel: 'CASH' });
  await end('captureSavingsHold', captured, { channel: 'BANK' });
  await end('captureSavingsHold', captured, { channel: 'BANK', reference: 'FTCHHOLD1' });
  await end('captureSavingsHold', captured, { channel: 'BANK', reference: 'ftchhold1' });
  await end('captureSavingsHold', kept, { channel: 'BANK', reference: 'FTCHHOLD1' });
  await end('releaseSavingsHold', captured);
  const last = known.all('savings transactions').at(-1);
  await office.change('officer', 'reverseSavingsTransaction', { savingsTransactionId: last?.uuid, ...REASON });
  await go('PATCH', path.replace('/transactions', ''), { action: 'close', ...REASON });
  await go('PATCH', path.replace('/transactions', ''), { action: 'freeze', ...REASON });
  await end('captureSavingsHold', kept, { channel: 'CASH' });
  await place(100);
  await go('PATCH', path.replace('/transactions', ''), { action: 'unfreeze', ...REASON });
  await place(10_000, { expiresAt: known.instant(60 * 24 * 3) });
  // It is over in a second of the business's time: a promise binds up to its end, swept or not.
  const { body: clock } = await go('GET', '/api/v1/test/clock');
  const soon = Temporal.Instant.from(clock.now).add({ seconds: 2 });
  const brief = await place(10_000, { expiresAt: soon.toString({ smallestUnit: 'millisecond' }) });
  await until(go, soon);
  await end('captureSavingsHold', brief, { channel: 'CASH' });
  await move('withdrawal', 10_000);
}

/** Waits until the business's clock has passed an instant: it goes on with the real one. */
async function until(go: Go, instant: Temporal.Instant): Promise<void> {
  for (;;) {
    const { body } = await go('GET', '/api/v1/test/clock');
    if (Temporal.Instant.compare(Temporal.Instant.from(body.now), instant) > 0) return;
  }
}

/** Who pays for a student, what the student lets them see, and that it ends. */
export async function sponsors(_: Knowledge, __: Go, office: Office): Promise<void> {
  const { members, students } = await office.ask(
    'officer',
    '{ members(first: 4) { nodes { id } } students(first: 2) { nodes { id } } }',
  );
  const [one, two, three] = (members?.nodes ?? []).map(({ id }: { readonly id: string }) => id);
  const [studentId] = (students?.nodes ?? []).map(({ id }: { readonly id: string }) => id);
  const sponsor = (memberId: string, shareBp: number, more: object = {}, key?: string) => {
    const input = { memberId, studentId, shareBp, relationship: 'aunt', ...more };
    return office.change('officer', 'sponsorStudent', input, key === undefined ? {} : { key });
  };
  const first = await sponsor(one, 6_000, {}, 'chapter-sponsor');
  await sponsor(one, 6_000, {}, 'chapter-sponsor');
  await sponsor(one, 1_000);
  await sponsor(two, 5_000);
  const second = await sponsor(two, 4_000);
  await sponsor(three, 0);
  const on = { sponsorshipId: first.record?.id };
  const version = first.record?.version ?? 1;
  for (const consent of ['BALANCE', 'BALANCE', 'MARKS', 'REVOKED', 'MARKS'])
    await office.change('officer', 'changeSponsorshipConsent', { ...on, consent });
  await office.change('officer', 'changeSponsorshipConsent', { ...on, consent: 'BALANCE' }, { version });
  await office.ask(
    'officer',
    'query($id: ID!) { student(id: $id) { sponsors(first: 5) { nodes { consent balanceDue } } } }',
    {
      id: studentId,
    },
  );
  await office.change('officer', 'endSponsorship', on);
  await office.change('officer', 'endSponsorship', on);
  await office.change('officer', 'changeSponsorshipConsent', { ...on, consent: 'MARKS' });
  await sponsor(one, 5_000);
  await sponsor(three, 9_000);
  await office.change('officer', 'endSponsorship', { sponsorshipId: second.record?.id });
}
