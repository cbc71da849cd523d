import { randomUUID } from 'node:crypto';
import type { NamedConditions } from '#core/lending/agreement.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import type { FundSource } from '#core/lending/repayment/repayment.ts';
import { reverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import type { CloseOrder } from '#platform/app/processes/close-of-business/close.ts';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import type { Finding } from '#platform/judge/rule.ts';
import { verifyLedger, type Violation } from '#platform/postgres/ledger/verify.ts';
import { connectJudge, PLANS_LAST } from './judging.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { notifiedRail } from './notified-rail.ts';

/** A test app whose days pass on command, and that lends, is repaid and closes its days. */
export type Lender = {
  readonly testApp: TestApp;
  today(): Temporal.PlainDate;
  /** It is noon of this day in Nairobi from now on. */
  moveTo(day: Temporal.PlainDate | string): void;
  product(overrides: Partial<LoanProduct> & { conditions?: NamedConditions }): Promise<number>;
  /** A loan that is paid out today. Minor units. */
  lend(principal: bigint, options?: { productId?: number; termMonths?: number; memberId?: number }): Promise<number>;
  repay(loanId: number, amount: bigint, channel?: FundSource): Promise<number>;
  takeBack(loanId: number, repaymentId: number): Promise<void>;
  /** Closes the days through yesterday, or through the given one. */
  close(order?: Partial<CloseOrder>): Promise<{ days: number; through: boolean }>;
  violations(): Promise<readonly Violation[]>;
  /** What the proof of the books finds, and the judge. */
  proven(): Promise<{ readonly violations: readonly Violation[]; readonly findings: readonly Finding[] }>;
  /** What an account of the ledger holds, debits positive. */
  held(account: string): Promise<bigint>;
};

type LenderOptions = {
  readonly poolSize?: number;
  /** Called with every payment that leaves for the provider. */
  readonly sent?: (originatorId: string) => void;
};

/** @param start its first day; null where it lives by the database's clock and its own test clock */
export async function openLender(start: string | null, { sent, ...options }: LenderOptions = {}): Promise<Lender> {
  let fixed = start === null ? null : noon(start);
  const testApp = await openTestApp({
    ...(fixed === null ? {} : { clock: () => fixed as Temporal.Instant }),
    float: 0n,
    payoutRailOf: () =>
      notifiedRail({
        send: async ({ originatorId }) => {
          sent?.(originatorId);
          return { kind: 'accepted', providerRef: originatorId };
        },
        query: async () => ({ kind: 'pending' }),
      }),
    ...options,
  });
  const { app, internals, operator } = testApp;
  // Journals of a test app begin with its first event: the float comes from the bank like any other.
  await app.operators.topUpFloat(operator, {
    agentNo: testApp.agent.agentNo,
    amount: 10n ** 13n,
    reference: 'opening',
  });
  const today = () => (fixed ?? testApp.clock()).toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  let receipts = 0;
  let judging: ReturnType<typeof connectJudge> | null = null;
  const judgeOf = () => (judging ??= connectJudge(testApp.settings));
  const analyse = async () => (await judgeOf()).analyse();
  let proofs = 0;
  const violations = async () => {
    if (proofs++ % PLANS_LAST === 0) await analyse();
    // As often as suites prove their books, it takes longer to parse and plan the statements than to execute them.
    const verified = await testApp.database.read(testApp.tenantId, ({ sql }) =>
      verifyLedger((text, params = []) => sql(text, params, 'once')),
    );
    return verified.violations;
  };
  const close = async () => {
    await (await judging)?.end();
    await testApp.close();
  };

  return {
    testApp: { ...testApp, close },
    today,
    moveTo: (day) => {
      fixed = noon(day);
    },
    product: (input) =>
      testApp.database.write(testApp.tenantId, async (tx) => {
        const offered = LoanProduct.offer({
          uuid: randomUUID(),
          code: `P-${randomUUID().slice(0, 8)}`,
          name: 'A product',
          method: 'declining_equal_instalments',
          annualRate: '18' as LoanProduct['annualRate'],
          minPrincipal: 1_000n,
          maxPrincipal: 10n ** 12n,
          minTermMonths: 1,
          maxTermMonths: 60,
          ...input,
        });
        tx.of(LoanProduct).add(offered);
        await tx.flush();
        return offered.id;
      }),
    lend: async (principal, { productId = testApp.productId, termMonths = 12, memberId = testApp.memberId } = {}) => {
      const { id: loanId } = await testApp.done(app.lending.applyForLoan, {
        memberId,
        productId,
        principal,
        termMonths,
      });
      await testApp.done(app.lending.approveLoan, { loanId });
      const { originatorId } = await testApp.done(app.lending.disburse, {
        loanId,
        amount: principal,
        channel: 'mpesa_b2c',
        msisdn: '+254712345678',
      });
      const at = await app.now(operator);
      await app.lending.recordPayoutStatus(operator, {
        originatorId,
        status: { kind: 'paid', providerRef: null, receiptNo: `T${originatorId.slice(-9)}`, at, amount: null },
      });
      return loanId;
    },
    repay: async (loanId, amount, channel = 'cash') => {
      const reference = `ref-${++receipts}`;
      return (await testApp.done(app.lending.recordRepayment, { loanId, amount, channel, reference })).id;
    },
    takeBack: async (loanId, repaymentId) => {
      await internals.transact.run('reverseRepayment', operator, (tx, context) =>
        reverseRepayment(
          { loanId, repaymentId, reason: 'The cheque came back.' },
          internals.ports.lending(tx, context),
        ),
      );
    },
    close: (order = {}) =>
      app.closeOfBusiness({ ...operator, clientKey: CLOSER }, { through: today().subtract({ days: 1 }), ...order }),
    violations,
    proven: async () => {
      const proof = await violations();
      return { violations: proof, findings: (await (await judgeOf()).judged()).findings };
    },
    held: async (account) => {
      const [row] = await testApp.sql<{ held: string }>(
        `select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::text as held
           from journal_line where account = $1`,
        [account],
      );
      return BigInt(row?.held ?? 0);
    },
  };
}

const noon = (day: Temporal.PlainDate | string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '12:00' }).toInstant();
