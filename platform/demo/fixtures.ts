import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { applyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { approveLoan } from '#core/lending/use-cases/decide-loan.ts';
import { confirmDisbursementByBank } from '#core/lending/use-cases/disbursing/bank-transfer.ts';
import { recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import { requestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { FixtureName } from '#core/partners/test-reset.ts';
import type { Caller } from '../auth/caller.ts';
import type { Internals } from '../app/internals.ts';
import { businessCloser } from '../app/processes/close-of-business/close.ts';
import type { Planting } from '../app/processes/test-reset/planting.ts';
import type { Plant } from '../app/processes/test-reset/test-reset.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import type { CommandContext } from '../app/transact.ts';
import { plantFeeLoan } from './fee-loan.ts';
import { plantLender, type PlantedLender } from './lender.ts';
import { plantSavings } from './savings.ts';
import { plantSchool } from './school.ts';
import { plantTerm } from './term.ts';

/** KES 60,000 and 24,000 in cents. */
const IN_ARREARS = 6_000_000n;
const PERFORMING = 2_400_000n;
const BANK_ACCOUNT = '01100000000042';
const MONTHS = 6;
/** The days on which loans are paid out and repaid: so long ago that two instalments have fallen due. */
const DAYS_AGO = 75;
const INSTALMENTS_DUE = 2;

type In = readonly [tx: TenantTransaction, context: CommandContext];
type PlantOne = (planting: Planting, caller: Caller) => Promise<void>;

/** What each state of a sandbox holds. */
const PLANTS = {
  empty: async () => undefined,

  demo: ({ present }, caller) => {
    return present.transact.run('plantDemo', caller, async (tx, context) => {
      const lender = await plantLender(present, tx, context);
      const school = await plantSchool(present, tx, context, lender.result);
      const loan = await plantFeeLoan(present, tx, context, lender.result);
      plantSavings(tx);
      return { result: undefined, events: [...lender.events, ...school.events, ...loan.events] };
    });
  },

  school_term: ({ present }, caller) =>
    present.transact.run('plantSchoolTerm', caller, async (tx, context) => {
      const lender = await plantLender(present, tx, context);
      const school = await plantTerm(present, tx, context);
      return { result: undefined, events: [...lender.events, ...school.events] };
    }),

  loan_in_arrears: async (planting, caller) => {
    const { present } = planting;
    const { timeZone } = await present.tenants.get(caller.tenantId);
    const today = present.clock().toZonedDateTimeISO(timeZone).toPlainDate();
    const noonOf = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: '12:00' }).toInstant();
    const lentOn = today.subtract({ days: DAYS_AGO });
    const then = planting.at(noonOf(lentOn));
    const lender = await then.transact.run('plantLender', caller, (...open) => plantLoanLender(then, open));
    const [product = 0] = lender.productIds;
    const [late = 0, prompt = 0] = lender.memberIds;
    await lend(then, caller, { memberId: late, productId: product, principal: IN_ARREARS, reference: 'FTDEMOLOAN1' });
    const loan = { memberId: prompt, productId: product, principal: PERFORMING, reference: 'FTDEMOLOAN2' };
    const repaid = await lend(then, caller, loan);
    for (let month = 1; month <= INSTALMENTS_DUE; month++) {
      const due = lentOn.add({ months: month });
      await closeDays(planting.at(noonOf(due)), caller, due.subtract({ days: 1 }));
      await repay(planting.at(noonOf(due)), caller, repaid, `FTDEMOPAID${month}`);
    }
    await closeDays(present, caller, today.subtract({ days: 1 }));
  },
} satisfies { readonly [Fixture in FixtureName]: PlantOne };

/** Plants the fixture of a name. */
export const plantFixture: Plant = (fixture, planting, caller) => PLANTS[fixture](planting, caller);

async function plantLoanLender(internals: Internals, [tx, context]: In): Promise<Outcome<PlantedLender>> {
  const lender = await plantLender(internals, tx, context);
  plantSavings(tx);
  await tx.flush();
  return lender;
}

type Lent = {
  readonly memberId: number;
  readonly productId: number;
  readonly principal: bigint;
  readonly reference: string;
};

/** A loan that is paid out by a bank on the day of its application. */
function lend(internals: Internals, caller: Caller, { reference, ...applied }: Lent): Promise<number> {
  return internals.transact.run('plantLoan', caller, async (tx, context) => {
    const ports = { ...internals.ports.lending(tx, context), fourEyes: false };
    const events: DomainEvent[] = [];
    const did = async <Result>(done: Promise<Outcome<Result>>): Promise<Result> => {
      const { result, events: emitted } = await done;
      events.push(...emitted);
      await tx.flush();
      return result;
    };
    const { id: loanId } = await did(applyForLoan({ ...applied, termMonths: MONTHS, purpose: 'Stock' }, ports));
    await did(approveLoan({ loanId }, ports));
    const amount = applied.principal;
    const { id: disbursementId } = await did(
      requestDisbursement({ loanId, amount, channel: 'bank', bankAccount: BANK_ACCOUNT }, ports),
    );
    await did(
      confirmDisbursementByBank({ loanId, disbursementId, providerRef: reference, paidAt: context.now }, ports),
    );
    return { result: loanId, events };
  });
}

/** The instalment that is due. */
async function repay(internals: Internals, caller: Caller, loanId: number, reference: string): Promise<void> {
  await internals.transact.run('plantRepayment', caller, async (tx, context) => {
    const [row] = await tx.sql<{ due: string }>(
      `select (principal + interest)::text as due from loan_instalment where loan_id = $1 and due_date <= $2::date
        order by number desc limit 1`,
      [loanId, context.today.toString()],
    );
    const amount = BigInt(row?.due ?? 0);
    return recordRepayment({ loanId, amount, channel: 'bank', reference }, internals.ports.lending(tx, context));
  });
}

async function closeDays(internals: Internals, caller: Caller, through: Temporal.PlainDate): Promise<void> {
  await businessCloser(internals)({ ...caller, clientKey: CLOSER }, { through });
}
