import { mutation } from '../graph.ts';
import type { Command } from '../history.ts';
import { msisdn, paidAt } from './lender.ts';

const ACCOUNTS = '/api/v1/savings_accounts';
const MONEY = '/api/v1/mobile_money/transactions';

/** What members' savings and payers at the paybill do. */
export const saverCommands: readonly Command[] = [
  {
    name: 'open a savings account',
    weight: 3,
    make: (known, random) => {
      const member = known.some('/api/v1/members', random);
      return (
        member && { method: 'POST', path: ACCOUNTS, body: { member_id: member.id, product_id: random.between(1, 3) } }
      );
    },
  },
  {
    name: 'save or draw',
    weight: 10,
    make: (known, random) => {
      const account = known.some(ACCOUNTS, random);
      if (!account) return null;
      const channel = random.oneOf(['cash', 'bank', 'mpesa_paybill']);
      return {
        method: 'POST',
        path: `${ACCOUNTS}/${account.id}/transactions`,
        body: {
          type: random.chance(0.65) ? 'deposit' : 'withdrawal',
          amount: random.between(1, 900) * 211,
          channel,
          ...(channel === 'cash' ? {} : { reference: known.receipt(random) }),
          ...paidAt(known, random),
        },
      };
    },
  },
  {
    name: 'reverse a savings transaction',
    weight: 2,
    make: (known, random) => {
      const transaction = known.some('savings transactions', random);
      const input = { savingsTransactionId: transaction?.uuid, reason: 'Booked wrongly.' };
      return transaction && mutation('reverseSavingsTransaction', input);
    },
  },
  {
    name: 'pay at the paybill',
    weight: 8,
    make: (known, random) => {
      const loan = known.some('/api/v1/loans', random);
      const account = known.some(ACCOUNTS, random);
      const student = known.some('/api/v1/students', random);
      const reference = random.oneOf([
        loan?.loan_no,
        loan?.loan_no?.toLowerCase(),
        account?.account_no,
        student?.admission_no,
        student?.pay_code,
        'NOBODY-1',
      ]);
      if (reference === undefined) return null;
      const isPrompt = random.chance(0.4);
      return {
        method: 'POST',
        path: MONEY,
        body: {
          channel: isPrompt ? 'mpesa_stk' : 'mpesa_paybill',
          amount: 100 * random.between(1, 3_000),
          msisdn: msisdn(random),
          account_reference: reference,
          ...(isPrompt ? {} : { receipt_no: known.receipt(random), ...paidAt(known, random) }),
        },
      };
    },
  },
  {
    name: 'allocate mobile money',
    weight: 3,
    make: (known, random) => {
      const money = known.some(MONEY, random, ({ state }) => state === 'unallocated') ?? known.some(MONEY, random);
      const loan = known.some('/api/v1/loans', random);
      const account = known.some(ACCOUNTS, random);
      if (!money || !loan || !account) return null;
      const to = random.chance(0.5) ? { loan_id: loan.id } : { savings_account_id: account.id };
      return { method: 'PATCH', path: `${MONEY}/${money.id}`, body: { action: 'allocate', ...to } };
    },
  },
  {
    name: 'split a receipt',
    weight: 2,
    make: (known, random) => {
      const account = known.some(ACCOUNTS, random);
      const loan = known.some('/api/v1/loans', random);
      if (!account || !loan) return null;
      const parts = [
        { savings_account_id: account.id, amount: 100 * random.between(1, 90) },
        { loan_id: loan.id, amount: 100 * random.between(1, 90) },
      ];
      const amount = parts.reduce((sum, part) => sum + part.amount, random.oneOf([0, 0, 500]));
      return {
        method: 'POST',
        path: '/api/v1/receipts',
        body: {
          channel: 'bank',
          reference: known.receipt(random),
          amount,
          rest: random.oneOf(['none', 'suspense']),
          parts,
        },
      };
    },
  },
  {
    name: 'post a batch',
    weight: 2,
    make: (known, random) => {
      const row = () => {
        const account = known.some(ACCOUNTS, random);
        const loan = known.some('/api/v1/loans', random, ({ state }) => state === 'active');
        const of = random.chance(0.7) || !loan ? account && { savings_account_id: account.id } : { loan_id: loan.id };
        const channel = random.oneOf(['cash', 'bank', 'mpesa_paybill']);
        const reference = channel === 'cash' ? {} : { reference: known.receipt(random) };
        return of && { ...of, amount: random.between(1, 900) * 173, channel, ...reference, ...paidAt(known, random) };
      };
      const rows = Array.from({ length: random.between(1, 6) }, row).filter(
        (each) => each !== undefined && each !== null,
      );
      if (rows.length === 0) return null;
      const dry = random.chance(0.15) ? { dry_run: true } : {};
      return { method: 'POST', path: '/api/v1/postings/bulk', body: { rows, ...dry } };
    },
  },
];
