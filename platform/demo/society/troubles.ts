import {
  assignAmlAlert,
  closeAmlAlert,
  escalateAmlAlert,
  markAmlAlertFalsePositive,
} from '#core/aml/use-cases/review-alert.ts';
import { propose } from '#core/approvals/use-cases/proposals.ts';
import { SecondPersonRequired } from '#core/kernel/two-people.ts';
import { writeOffLoan } from '#core/lending/use-cases/servicing/give-up-loan.ts';
import { allocateMobileMoney } from '#core/mobile-money/use-cases/allocate.ts';
import {
  recordCollectionReply,
  recordCollectionStatus,
  requestCollection,
} from '#core/mobile-money/use-cases/collect.ts';
import { receiveNotifiedPayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { reconcile } from '#core/reconciliation/use-cases/reconcile.ts';
import { loanRef } from './loans.ts';
import { accountRef, phoneOf } from './members.ts';
import { receiptOf, type Step } from './office.ts';

/** What a society has to work on: money that no one can place, statements that disagree, alerts, approvals. */

/** Money under a number that nothing has. */
export function strayPayment(day: number, receipt: number, typed: string, amount: bigint): Step {
  return {
    day,
    minute: 17 * 60 + 5,
    by: 'teller',
    command: 'receivePayment',
    take: async ({ did, money, context }) => {
      const payment = {
        receiptNo: receiptOf(receipt),
        amount,
        msisdn: phoneOf(7_000 + receipt),
        accountReference: typed,
      };
      await did(receiveNotifiedPayment({ ...payment, paidAt: context.now }, money));
    },
  };
}

/** Whose it was is found out. */
export function placing(day: number, receipt: number, member: number): Step {
  return {
    day,
    minute: 10 * 60 + 15,
    by: 'teller',
    command: 'allocateMobileMoney',
    take: async ({ did, money, row, idOf }) => {
      const { id } = await row<{ id: string }>('select id from mobile_money_transaction where receipt_no = $1', [
        receiptOf(receipt),
      ]);
      const to = { type: 'savings_account', id: await idOf('savings_account', accountRef(member)) } as const;
      await did(allocateMobileMoney({ mobileMoneyId: Number(id), to }, money));
    },
  };
}

/** What becomes of a prompt: it is paid under a receipt, or not for a reason. */
type Prompted = { readonly receipt: number } | { readonly code: string; readonly message: string };

/** A member is prompted on the phone to save. */
export function prompting(day: number, member: number, amount: bigint, became: Prompted): Step {
  return {
    day,
    minute: 11 * 60 + 40 + member,
    by: 'teller',
    command: 'requestCollection',
    take: async ({ did, money, row, context }) => {
      const { account_no: accountReference } = await row<{ account_no: string }>(
        'select account_no from savings_account where client_reference = $1',
        [accountRef(member)],
      );
      const prompt = { amount, msisdn: phoneOf(member), accountReference };
      const { originatorId } = await did(requestCollection(prompt, money));
      const on = { originatorId: originatorId ?? '' };
      const reply = { kind: 'accepted', providerRef: `ws_CO_${day}_${member}` } as const;
      await did(recordCollectionReply({ ...on, reply }, money));
      const status =
        'receipt' in became
          ? ({
              kind: 'paid',
              providerRef: null,
              receiptNo: receiptOf(became.receipt),
              at: context.now,
              amount,
            } as const)
          : ({ kind: 'not_paid', ...became } as const);
      await did(recordCollectionStatus({ ...on, status, source: 'query' }, money));
    },
  };
}

/** The provider notifies a receipt again, with another amount: which is right, a person has to find out. */
export function contradiction(day: number): Step {
  return {
    day,
    minute: 17 * 60 + 30,
    by: 'teller',
    command: 'receivePayment',
    take: async ({ did, money, row, context, tx }) => {
      const known = await row<{ receipt_no: string; amount: string; msisdn: string; account_reference: string }>(
        `select receipt_no, amount, msisdn, account_reference from mobile_money_transaction
          where state = 'allocated' order by id desc limit 1`,
        [],
      );
      const payment = {
        receiptNo: known.receipt_no,
        msisdn: tx.sealing.openAlike(known.msisdn),
        accountReference: known.account_reference,
      };
      const amount = BigInt(known.amount) + 100_000n;
      await did(receiveNotifiedPayment({ ...payment, amount, paidAt: context.now }, money));
    },
  };
}

/** The paybill's statement of a week, in which one payment stands that the books lack. */
export function reconciling(day: number, receipt: number): Step {
  return {
    day,
    minute: 8 * 60 + 20,
    by: 'auditor',
    command: 'reconcile',
    take: async ({ did, reconciliation, tx, context }) => {
      const through = context.today.subtract({ days: 1 });
      const from = through.subtract({ days: 6 });
      const account = { account: 'mpesa_paybill', subAccount: null };
      const booked = await reconciliation.books.movements(account, from, through);
      const last = booked.at(-1);
      const lines = booked.map(({ receiptNo, kind, at, amount, originatorId }, index) => {
        return { ...EMPTY_LINE, lineNo: index + 1, receiptNo, kind, at, amount, originatorId };
      });
      const at = last?.at ?? context.now.subtract({ hours: 30 });
      const lacking = { ...EMPTY_LINE, lineNo: lines.length + 1, receiptNo: receiptOf(receipt), at, amount: 325_000n };
      const digest = `${tx.newUuid().replaceAll('-', '')}${'0'.repeat(32)}`;
      const statement = { source: 'statement', from, through, opening: null, closing: null, digest } as const;
      await did(reconcile({ ...account, statement, lines: [...lines, lacking] }, reconciliation));
    },
  };
}

const EMPTY_LINE = {
  kind: 'movement',
  originatorId: null,
  linkedReceiptNo: null,
  msisdn: null,
  accountReference: null,
} as const;

export type Decision = 'assign' | 'escalate' | 'close' | 'mark_false_positive';

/** The oldest alert that is open is worked on, as far as the decision goes. */
export function reviewing(day: number, decision: Decision): Step {
  return {
    day,
    minute: 15 * 60 + 45,
    by: 'compliance',
    command: 'reviewAmlAlert',
    take: async ({ did, aml, tx }) => {
      const [open] = await tx.sql<{ id: string }>(`select id from aml_alert where state = 'open' order by id limit 1`);
      if (!open) return;
      const alertId = Number(open.id);
      const reason = 'Proceeds of a sale of land, with the agreement';
      if (decision === 'mark_false_positive')
        return void (await did(markAmlAlertFalsePositive({ alertId, reason }, aml)));
      await did(assignAmlAlert({ alertId, assignee: 'Felix Ochieng' }, aml));
      if (decision === 'assign') return;
      await did(escalateAmlAlert({ alertId, reason: 'The source of the cash is not documented' }, aml));
      if (decision === 'close') await did(closeAmlAlert({ alertId, reason }, aml));
    },
  };
}

/** A loss that one person proposes; another one has not decided yet. */
export function awaiting(loan: number, day: number): Step {
  return {
    day,
    minute: 7 * 60 + 50,
    by: 'officer',
    command: 'writeOffLoan',
    take: async (office) => {
      const { did, lending, approvals, tx, idOf } = office;
      const loanId = await idOf('loan', loanRef(loan));
      const reason = 'No contact for eight months; the guarantor has died';
      const ports = { ...lending, fourEyes: true, agreement: 'awaited' as const };
      const demand = await writeOffLoan({ loanId, reason }, ports).then(
        () => null,
        (error: unknown) => {
          if (error instanceof SecondPersonRequired) return error.demand;
          throw error;
        },
      );
      if (demand === null) throw new Error('A loss takes two people.');
      tx.forget();
      const evidence = 'Visited twice: the shop is closed, and the stock is gone.';
      const proposal = {
        command: 'write_off_loan',
        input: { loanId, reason },
        demand,
        reason,
        evidence,
        by: null,
      } as const;
      await did(propose(proposal, approvals()));
    },
  };
}
