import { afterAll, beforeAll } from 'vitest';
import { createTenant } from '#platform/cli/tenants.ts';
import { bankAccountRail } from '#platform/rails/bank-file/account-rail.ts';
import { bankFile, type BankFile } from '#platform/rails/bank-file/books.ts';
import { referenceOf } from '#platform/rails/bank-file/payments.ts';
import { bankPayoutRail } from '#platform/rails/bank-file/payout-rail.ts';
import { fakeBank, FORMATS, printed } from '#test/support/bank-fake.ts';
import { railConformance, type RailUnderTest } from '#test/support/rail-conformance.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const ACCOUNT = '0110000000042';
const ZONE = 'Africa/Nairobi';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

async function open(): Promise<RailUnderTest> {
  const tenantId = await createTenant(testApp.settings.adminUrl, { name: 'A society at a bank', mode: 'sandbox' });
  const ports = { store: testApp.database, clock: () => now };
  const settings = {
    environment: 'sandbox',
    account: ACCOUNT,
    currency: 'KES',
    returnWords: ['RETURNED'],
    returnDays: 10,
  } as const;
  let now = Temporal.Instant.from('2026-11-02T09:00:00+03:00');
  const today = () => now.toZonedDateTimeISO(ZONE).toPlainDate();
  const theirs = fakeBank(ACCOUNT, today);
  const statements: string[] = [];
  const received = new Map<string, number>();
  const suffixes = new Map<string, string>();

  /** An operator takes the files to the bank; in the evening the bank prints the statement of the day. */
  const aDay = async (bank: BankFile): Promise<void> => {
    const made = await bank.payments.nextFile(settings, 'operator');
    if (made) {
      theirs.take(made.content);
      await bank.payments.written(made.number);
    }
    const statement = theirs.statementOf(today());
    const text = printed(statement, FORMATS[statements.length % FORMATS.length] ?? 'csv');
    statements.push(text);
    now = now.add({ hours: 24 });
    // Imported by an operator, who does not notify the payment.
    if ([...suffixes.values()].includes('007')) await bank.importStatement(text, 'operator');
  };

  const build = (): RailUnderTest => {
    const bank = bankFile(ports, tenantId, settings);
    const payouts = bankPayoutRail(bank);
    return {
      payouts: {
        ...payouts,
        send: async (order, deadline) => {
          const suffix = (order.bankAccount?.account ?? '').slice(-3);
          suffixes.set(order.originatorId, suffix);
          if (suffix === '012') throw new Error('The process died before it had written the payment.');
          const reply = await payouts.send(order, deadline);
          if (suffix === '011') throw new Error('The process died when it had written the payment.');
          return reply;
        },
      },
      collections: null,
      account: bankAccountRail(bank),
      payoutChannel: 'bank',
      collectionChannel: 'mpesa_stk',
      msisdnOf: (suffix) => `+254700000${suffix}`,
      payeeOf: (suffix) => ({
        msisdn: null,
        bankAccount: { account: suffix === '019' ? 'unknown-019' : `0119000000${suffix}`, name: 'Amina Otieno' },
      }),
      unpayable: { bankAccount: { account: '=cmd|calc', name: null } },
      advance: () => aDay(bank),
      notified: async (originatorId) => {
        const fresh = statements.slice(received.get(originatorId) ?? 0);
        received.set(originatorId, statements.length);
        const suffix = suffixes.get(originatorId);
        if (suffix === '007') return [];
        const times = suffix === '009' ? 3 : 1;
        return fresh.flatMap((text) =>
          Array.from({ length: times }, () => ({ kind: 'payout', callback: 'payout', text }) as const),
        );
      },
      restarted: build,
      paidTimes: async (originatorId) => theirs.paidTimes(referenceOf(originatorId)),
      saysAmounts: true,
      resume: null,
      close: async () => {},
    };
  };
  return build();
}

railConformance('A bank by file', open);
