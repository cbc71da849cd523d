import { applyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { approveLoan } from '#core/lending/use-cases/decide-loan.ts';
import { payInternally } from '#core/lending/use-cases/disbursing/internal-transfer.ts';
import { requestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { recordRepayment, settleLoan } from '#core/lending/use-cases/record-repayment.ts';
import { recordPayoutReply, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import { reverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import { writeOffLoan } from '#core/lending/use-cases/servicing/give-up-loan.ts';
import { quoteSettlement } from '#core/lending/use-cases/servicing/quote-settlement.ts';
import { refinanceLoan } from '#core/lending/use-cases/servicing/refinance-loan.ts';
import { rescheduleLoan } from '#core/lending/use-cases/servicing/reschedule-loan.ts';
import { receiveNotifiedPayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { agentOf, PRODUCT_IDS, type ProductCode } from './institution.ts';
import { memberIdOf, phoneOf } from './members.ts';
import { personOf } from './names.ts';
import { receiptOf, type Office, type Step } from './office.ts';

export type DemoLoan = {
  /** Its number among the applications. */
  readonly number: number;
  readonly member: number;
  readonly product: ProductCode;
  /** Cents. */
  readonly principal: bigint;
  readonly termMonths: number;
  readonly purpose: string;
  /** The day of the application. */
  readonly day: number;
};

export const loanRef = (number: number) => `APP-${String(number).padStart(4, '0')}`;
/** Receipts of payouts are counted from here, apart from those of payments. */
const PAYOUT_RECEIPTS = 800_000;

const loanOf = ({ idOf }: Office, number: number) => idOf('loan', loanRef(number));
const alone = <Ports extends { readonly fourEyes: boolean }>(ports: Ports) => ({ ...ports, fourEyes: false });

export function applying(loan: DemoLoan): Step {
  return {
    day: loan.day,
    minute: 9 * 60 + (loan.number % 90),
    by: 'officer',
    command: 'applyForLoan',
    take: async (office) => {
      const { member, product, principal, termMonths, purpose, number } = loan;
      const memberId = await memberIdOf(office, member);
      const terms = { memberId, productId: PRODUCT_IDS[product], principal, termMonths, purpose };
      await office.did(applyForLoan({ ...terms, clientReference: loanRef(number) }, office.lending));
    },
  };
}

export function approving({ number, day }: DemoLoan): Step {
  return {
    day,
    minute: 14 * 60 + (number % 60),
    by: 'approver',
    command: 'approveLoan',
    take: async (office) => {
      await office.did(approveLoan({ loanId: await loanOf(office, number) }, alone(office.lending)));
    },
  };
}

/**
 * Money goes to the member's phone, from the float of the branch. `fails`: the provider declines it. `differs`: it says that
 * it paid another amount, so that two people have to settle it.
 */
export function disbursing(
  { number, member, product, principal: amount }: DemoLoan,
  day: number,
  outcome: 'paid' | 'fails' | 'differs' = 'paid',
): Step[] {
  const { branch } = personOf(member).home;
  const minute = 10 * 60 + (number % 60) + (outcome === 'fails' ? 0 : 60);
  const sent: Step = {
    day,
    minute,
    by: 'teller',
    command: 'requestDisbursement',
    take: async (office) => {
      const loanId = await loanOf(office, number);
      const recipient = { channel: 'mpesa_b2c', msisdn: phoneOf(member) } as const;
      const payment = { loanId, amount, agentNo: agentOf(branch, product), ...recipient };
      const { originatorId } = await office.did(requestDisbursement(payment, alone(office.lending)));
      const reply = { kind: 'accepted', providerRef: `AG_${number}_${day}` } as const;
      await office.did(recordPayoutReply({ originatorId: originatorId ?? '', reply }, office.lending));
    },
  };
  const settled: Step = {
    day,
    minute: minute + 1,
    by: 'teller',
    command: 'recordPayoutStatus',
    take: async (office) => {
      const { did, lending, row, context } = office;
      const loanId = await loanOf(office, number);
      const { originator_id: originatorId } = await row<{ originator_id: string }>(
        'select originator_id from disbursement where loan_id = $1 order by id desc limit 1',
        [loanId],
      );
      const receiptNo = receiptOf(PAYOUT_RECEIPTS + number);
      const moved = outcome === 'differs' ? amount - 50_000n : amount;
      const status =
        outcome === 'fails'
          ? ({ kind: 'not_paid', code: 'recipient_limit', message: 'The recipient’s wallet is full.' } as const)
          : ({ kind: 'paid', providerRef: null, receiptNo, at: context.now, amount: moved } as const);
      await did(recordPayoutStatus({ originatorId, status, source: 'query' }, lending));
    },
  };
  return [sent, settled];
}

export type Payment = {
  readonly number: number;
  readonly member: number;
  readonly day: number;
  readonly minute: number;
  readonly receipt: number;
  /** Of what is due by then, in hundredths: less is a part of it, more is in advance. */
  readonly percent?: bigint;
  readonly channel?: 'mpesa' | 'cash' | 'bank';
};

type Due = {
  readonly id: string;
  readonly loan_no: string;
  readonly state: string;
  readonly due: string;
  readonly rest: string;
};

const OPEN = `i.principal - i.paid_principal + i.interest - i.paid_interest
                + i.fees - i.paid_fees + i.penalties - i.paid_penalties`;

const DUE = `
  select l.id, l.loan_no, l.state,
         coalesce(sum(${OPEN}) filter (where i.due_date <= $2::date), 0) as due, coalesce(sum(${OPEN}), 0) as rest
    from loan o join loan l on l.id = coalesce(o.refinanced_by, o.id)
    left join loan_instalment i on i.loan_id = l.id and i.schedule_version = l.schedule_version
   where o.client_reference = $1 group by l.id, l.loan_no, l.state`;

/** What is due by now, or a few days later, is paid. Nothing where nothing is due. */
export function repaying({ number, member, day, minute, receipt, percent = 100n, channel = 'mpesa' }: Payment): Step {
  return {
    day,
    minute,
    by: 'teller',
    command: channel === 'mpesa' ? 'receivePayment' : 'recordRepayment',
    take: async ({ did, row, context, lending, money }) => {
      const soon = context.today.add({ days: 2 }).toString();
      const { id, loan_no: accountReference, state, due, rest } = await row<Due>(DUE, [loanRef(number), soon]);
      // Whole shillings, as phones send them; in the end what is left, to the cent.
      const wanted = (BigInt(due) * percent) / 100n;
      const amount = wanted === BigInt(rest) ? wanted : ((wanted + 99n) / 100n) * 100n;
      if (state !== 'active' || amount <= 0n) return;
      const receiptNo = receiptOf(receipt);
      if (channel === 'mpesa') {
        const payment = { receiptNo, amount, msisdn: phoneOf(member), accountReference, paidAt: context.now };
        await did(receiveNotifiedPayment(payment, money));
        return;
      }
      const reference = channel === 'bank' ? `FT${receiptNo}` : null;
      await did(recordRepayment({ loanId: Number(id), amount, channel, reference }, lending));
    },
  };
}

/** A step of an officer on a loan. */
function serviced(
  number: number,
  day: number,
  { command, by = 'officer' }: { readonly command: string; readonly by?: Step['by'] },
  work: (loanId: number, office: Office) => Promise<void>,
): Step {
  return { day, minute: 15 * 60 + 20, by, command, take: async (office) => work(await loanOf(office, number), office) };
}

/** Settled before its time, from the bank. */
export const settling = (number: number, day: number, receipt: number): Step =>
  serviced(number, day, { command: 'settleLoan', by: 'teller' }, async (loanId, { did, lending, context }) => {
    const { total: amount } = await quoteSettlement({ loanId, on: context.today }, lending);
    await did(settleLoan({ loanId, amount, channel: 'bank', reference: `FT${receiptOf(receipt)}` }, lending));
  });

/** The rows still to come are cut again, with more time. */
export const restructuring = (number: number, day: number): Step =>
  serviced(number, day, { command: 'rescheduleLoan' }, async (loanId, { did, lending, context }) => {
    const change = { from: context.today.add({ days: 1 }), instalments: 12, annualRate: '12' };
    await did(rescheduleLoan({ loanId, change, reason: 'Flood at the market; agreed with the member' }, lending));
  });

/** A new loan pays this one off, and a top-up goes with it. */
export const refinancing = (number: number, day: number, termMonths: number): Step =>
  serviced(number, day, { command: 'refinanceLoan', by: 'approver' }, async (loanId, { did, lending }) => {
    await did(refinanceLoan({ loanId, productId: PRODUCT_IDS.DEV, termMonths }, alone(lending)));
  });

export const writingOff = (number: number, day: number): Step =>
  serviced(number, day, { command: 'writeOffLoan', by: 'approver' }, async (loanId, { did, lending }) => {
    await did(writeOffLoan({ loanId, reason: 'The member has left the country' }, alone(lending)));
  });

/** What came in on a debt that was written off. */
export const recovering = (number: number, day: number, amount: bigint, receipt: number): Step =>
  serviced(number, day, { command: 'recordRepayment', by: 'teller' }, async (loanId, { did, lending }) => {
    await did(recordRepayment({ loanId, amount, channel: 'bank', reference: `FT${receiptOf(receipt)}` }, lending));
  });

/** So much over the counter, whether it is due or not. */
export const payingCash = (number: number, day: number, amount: bigint): Step =>
  serviced(number, day, { command: 'recordRepayment', by: 'teller' }, async (loanId, { did, lending }) => {
    await did(recordRepayment({ loanId, amount, channel: 'cash' }, lending));
  });

/** The last repayment was entered on the wrong loan. */
export const reversing = (number: number, day: number): Step =>
  serviced(number, day, { command: 'reverseRepayment', by: 'teller' }, async (loanId, { did, lending, row }) => {
    const last = await row<{ id: string }>(
      `select id from repayment where loan_id = $1 and state = 'booked' and channel = 'cash' order by id desc limit 1`,
      [loanId],
    );
    await did(reverseRepayment({ loanId, repaymentId: Number(last.id), reason: 'Entered on the wrong loan' }, lending));
  });

/** A mother borrows for an invoice, and the school is paid in the lender's own books. */
export function feeLoan(loan: DemoLoan, student: number): Step {
  return {
    day: loan.day,
    minute: 12 * 60 + (loan.number % 60),
    by: 'officer',
    command: 'lendSchoolFees',
    take: async (office) => {
      const { did, tx, context, row, schoolFees, events } = office;
      const lending = alone(office.lending);
      const invoice = await row<{ id: string; balance: string }>(
        `select v.id, v.total - v.paid - v.credited as balance from invoice v
          where v.student_id = $1 and v.state in ('issued', 'partially_paid') order by v.due_date desc, v.id limit 1`,
        [student],
      );
      const principal = (BigInt(invoice.balance) / 200n) * 100n;
      const { termMonths, purpose, number } = loan;
      const terms = { memberId: await memberIdOf(office, loan.member), productId: PRODUCT_IDS.FEES, principal };
      const application = { ...terms, termMonths, purpose, invoiceId: Number(invoice.id) };
      const applied = await did(applyForLoan({ ...application, clientReference: loanRef(number) }, lending));
      const record = async (emitted: readonly (typeof events)[number][]) => {
        events.push(...emitted);
        await tx.flush();
      };
      await record(await schoolFees.hold(applied, tx, context));
      await did(approveLoan({ loanId: applied.id }, lending));
      const request = { loanId: applied.id, amount: principal, channel: 'internal' } as const;
      const requested = await did(requestDisbursement(request, lending));
      await record(await schoolFees.beforeMoneyLeaves(requested, tx, context));
      await record(await payInternally(requested, lending));
    },
  };
}
