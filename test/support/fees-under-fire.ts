import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger, type Violation } from '#platform/postgres/ledger/verify.ts';
import { eventually } from './eventually.ts';
import { forkFeeOffice, type FeeLoan } from './fee-office.ts';
import { openTestSchool } from './test-app-school.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { openTestQueues } from './queues.ts';

export type UnderFire = {
  readonly loans: number;
  readonly kills: number;
  /** Disbursements by state, and invoices by state. */
  readonly disbursements: Readonly<Record<string, number>>;
  readonly invoices: Readonly<Record<string, number>>;
  /** What lending paid out for invoices, and what the schools have of it: minor units. */
  readonly paidOut: bigint;
  readonly received: bigint;
  /** Sentences about loans whose invoice was not paid exactly once, or was paid although no money left. */
  readonly wrong: readonly string[];
  readonly violations: readonly Violation[];
  readonly reactionsLeft: number;
};

const FEES = 200_000n;
/** Paid immediately, late, silently, notified three times, before the reply, and declined. */
const SUFFIXES = ['000', '000', '000', '000', '005', '007', '009', '010', '014', '018', '019'];

/**
 * School-fee loans are paid out by an office that is killed again and again, at random. Meanwhile families pay some of the
 * invoices in part, at the counter, so that money arrives that an invoice no longer takes.
 * @param random in [0, 1)
 */
export async function feesUnderFire(options: {
  readonly loans: number;
  readonly kills: number;
  readonly random: () => number;
  readonly notify?: (line: string) => void;
}): Promise<UnderFire> {
  const { random, notify = () => undefined } = options;
  const testApp = await openTestApp({ float: 0n });
  // Journals of a test app begin with its first event: the float comes from the bank like any other.
  await testApp.app.operators.topUpFloat(testApp.operator, {
    agentNo: testApp.agent.agentNo,
    amount: FEES * BigInt(options.loans) * 2n,
    reference: 'opening',
  });
  const queues = await openTestQueues(testApp.settings);
  try {
    const loans = await manyFeeLoans(testApp, options.loans);
    notify(`${loans.length} loans are approved`);
    const office = () =>
      forkFeeOffice({
        settings: testApp.settings,
        queues: queues.settings,
        caller: testApp.client.caller,
        loans: loans.map(({ loanId, msisdn }): FeeLoan => ({ loanId, msisdn, amount: FEES.toString() })),
      });
    let running = await office();
    const families = payAtTheCounter(testApp, loans, random);
    for (let n = 1; n <= options.kills; n++) {
      await Promise.race([sleep(400 + random() * 2_600), running.responded.catch(() => undefined)]);
      await running.kill();
      notify(`killed ${n} times`);
      running = await office();
    }
    await running.responded;
    notify('every loan is settled');
    await families;
    await settle(testApp);
    await running.kill();
    return await judge(testApp, options);
  } finally {
    await queues.close();
    await testApp.close();
  }
}

type Approved = { readonly loanId: number; readonly studentId: number; readonly msisdn: string };

async function manyFeeLoans(testApp: TestApp, count: number): Promise<Approved[]> {
  const school = await openTestSchool(testApp);
  const loans: Approved[] = [];
  const one = async (n: number) => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, FEES);
    const applied = {
      memberId: testApp.memberId,
      productId: testApp.productId,
      principal: FEES,
      termMonths: 6,
      invoiceId,
    };
    const { id: loanId } = await testApp.done(testApp.app.lending.applyForLoan, applied);
    await testApp.done(testApp.app.lending.approveLoan, { loanId });
    const suffix = SUFFIXES[n % SUFFIXES.length] ?? '000';
    loans.push({ loanId, studentId, msisdn: `+254712${String(n % 1_000).padStart(3, '0')}${suffix}` });
  };
  for (let n = 0; n < count; n += 5) {
    await Promise.all(Array.from({ length: Math.min(5, count - n) }, (_, k) => one(n + k)));
  }
  return loans;
}

/** Every seventh family pays a quarter of the fees, while the office works. */
async function payAtTheCounter(testApp: TestApp, loans: readonly Approved[], random: () => number): Promise<void> {
  for (const [n, { studentId }] of loans.entries()) {
    if (n % 7 !== 3) continue;
    await testApp.done(testApp.app.education.recordPayment, {
      studentId,
      amount: FEES / 4n,
      method: 'bank',
      reference: `COUNTER-${studentId}`,
      paidAt: testApp.clock(),
    });
    await sleep(random() * 120);
  }
}

/** Runs now what is due within a minute; then nothing is under way. */
async function settle(testApp: TestApp): Promise<void> {
  await eventually(async () => {
    await testApp.sql(
      `update disbursement set next_check_at = now() where next_check_at > now() and created_at < now() - interval '8 s'`,
    );
    await sleep(500);
    const [open] = await testApp.sql<{ n: number }>(
      `select (select count(*) from disbursement where state not in ('confirmed', 'failed', 'reversed'))::int
            + (select count(*) from reaction where due_at is not null)::int as n`,
    );
    return open?.n === 0;
  }, 300_000);
}

async function judge(testApp: TestApp, { loans, kills }: { loans: number; kills: number }): Promise<UnderFire> {
  const tally = async (table: string, condition = 'true') =>
    Object.fromEntries(
      (
        await testApp.sql<{ state: string; n: number }>(
          `select state, count(*)::int as n from ${table} where ${condition} group by 1 order by 1`,
        )
      ).map(({ state, n }) => [state, n]),
    );
  const wrong = await testApp.sql<{ what: string }>(
    `select format('loan %s: %s confirmed disbursements of %s, %s payments of %s', l.loan_no, d.n, d.amount, p.n, p.amount) as what
       from loan l
       cross join lateral (select count(*) as n, coalesce(sum(x.amount - x.netted), 0) as amount
                             from disbursement x where x.loan_id = l.id and x.state = 'confirmed') d
       cross join lateral (select count(*) as n, coalesce(sum(x.amount), 0) as amount
                             from invoice_payment x where x.loan_id = l.id and x.state <> 'reversed') p
      where l.invoice_id is not null and (d.n > 1 or d.n <> p.n or d.amount <> p.amount)
     union all
     -- Without a loan the family may have paid: no more than that.
     select format('invoice %s: paid %s, allocated %s', v.number, v.paid, coalesce(sum(a.amount), 0))
       from invoice v left join payment_allocation a on a.invoice_id = v.id and a.unwound_at is null
      group by v.tenant_id, v.id having v.paid <> coalesce(sum(a.amount), 0)
     union all
     select format('payment %s: %s is neither allocated nor kept for the lender', p.reference, p.amount - p.allocated - p.surplus)
       from invoice_payment p where p.method = 'loan' and p.amount <> p.allocated + p.surplus`,
  );
  const [sums] = await testApp.sql<{ paid_out: string; received: string }>(
    `select (select coalesce(sum(d.amount - d.netted), 0) from disbursement d where d.state = 'confirmed')::text as paid_out,
            (select coalesce(sum(p.amount), 0) from invoice_payment p where p.method = 'loan' and p.state <> 'reversed')::text as received`,
  );
  const [left] = await testApp.sql<{ n: number }>('select count(*)::int as n from reaction');
  return {
    loans,
    kills,
    disbursements: await tally('disbursement'),
    invoices: await tally('invoice'),
    paidOut: BigInt(sums?.paid_out ?? -1),
    received: BigInt(sums?.received ?? -2),
    wrong: wrong.map(({ what }) => what),
    violations: (await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql))).violations,
    reactionsLeft: left?.n ?? -1,
  };
}
