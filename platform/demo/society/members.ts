import { createMember } from '#core/membership/use-cases/create-member.ts';
import { verifyMemberKyc } from '#core/membership/use-cases/move-member.ts';
import { receiveNotifiedPayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { depositSavings, withdrawSavings } from '#core/savings/use-cases/move-savings.ts';
import { openSavingsAccount } from '#core/savings/use-cases/open-savings-account.ts';
import type { Chance } from './chance.ts';
import { SAVINGS_IDS } from './institution.ts';
import { personOf } from './names.ts';
import { receiptOf, type Office, type Step } from './office.ts';

/** Their references on paper, by which steps find them. */
const memberRef = (number: number) => `REG-${String(number).padStart(4, '0')}`;
export const accountRef = (number: number, kind: keyof typeof SAVINGS_IDS = 'ORD') =>
  `${kind}-${String(number).padStart(4, '0')}`;
export const phoneOf = (number: number) => `+2547120${String(number).padStart(5, '0')}`;

/** A person joins, and opens an account. The last ones still wait for their identity to be verified. */
export function joining(number: number, day: number, chance: Chance): Step {
  const { name, home } = personOf(number);
  const nationalId = String(31_000_000 + number * 1_237);
  const born = `${chance.between(1_962, 2_001)}-0${chance.between(1, 9)}-${chance.between(10, 28)}`;
  return {
    day,
    minute: chance.between(8 * 60 + 30, 11 * 60),
    by: 'officer',
    command: 'createMember',
    take: async ({ did, membership, savings }) => {
      const member = await did(
        createMember(
          {
            name,
            nationalId,
            phone: phoneOf(number),
            branchId: home.branch + 1,
            clientReference: memberRef(number),
            kyc: {
              id_type: 'national_id',
              id_number: nationalId,
              date_of_birth: born,
              address: { city: home.city, county: home.county, country: 'KE' },
            },
          },
          membership,
        ),
      );
      await did(verifyMemberKyc({ memberId: member.id }, membership));
      const account = { memberId: member.id, productId: SAVINGS_IDS.ORD, clientReference: accountRef(number) };
      await did(openSavingsAccount(account, { ...savings, openingNeedsApproval: false }));
    },
  };
}

/** One of the other accounts: shares, or a fixed deposit that is paid in at once. */
export function opening(number: number, kind: 'FIX6' | 'SHARES', day: number, amount: bigint, receipt: number): Step {
  return {
    day,
    minute: 11 * 60 + 10,
    by: 'teller',
    command: 'openSavingsAccount',
    take: async ({ did, savings, idOf }) => {
      const memberId = await idOf('member', memberRef(number));
      const clientReference = accountRef(number, kind);
      const account = await did(
        openSavingsAccount(
          { memberId, productId: SAVINGS_IDS[kind], clientReference },
          { ...savings, openingNeedsApproval: false },
        ),
      );
      const paid = { amount, channel: 'bank', reference: `FT${receiptOf(receipt)}` } as const;
      await did(depositSavings({ savingsAccountId: account.id, ...paid }, savings));
    },
  };
}

type Paid = { readonly number: number; readonly amount: bigint; readonly receipt: number };

/** Money that a member sends to the paybill, with the number of the account. */
export function paybillDeposit({ number, amount, receipt }: Paid, day: number, minute: number): Step {
  return {
    day,
    minute,
    by: 'teller',
    command: 'receivePayment',
    take: async ({ did, money, row, context }) => {
      const { account_no: accountReference } = await row<{ account_no: string }>(
        'select account_no from savings_account where client_reference = $1',
        [accountRef(number)],
      );
      const payment = { receiptNo: receiptOf(receipt), amount, msisdn: phoneOf(number), accountReference };
      await did(receiveNotifiedPayment({ ...payment, paidAt: context.now }, money));
    },
  };
}

/** Money over the counter. */
export function counterDeposit({ number, amount }: Omit<Paid, 'receipt'>, day: number, minute: number): Step {
  return {
    day,
    minute,
    by: 'teller',
    command: 'depositSavings',
    take: async ({ did, savings, idOf }) => {
      const savingsAccountId = await idOf('savings_account', accountRef(number));
      await did(depositSavings({ savingsAccountId, amount, channel: 'cash' }, savings));
    },
  };
}

/** So much of the balance, in hundredths; nothing where too little is there. */
export function withdrawal(number: number, percent: bigint, day: number, minute: number): Step {
  return {
    day,
    minute,
    by: 'teller',
    command: 'withdrawSavings',
    take: async (office) => {
      const { did, savings, row } = office;
      const { id, balance } = await row<{ id: string; balance: string }>(
        'select id, balance from savings_account where client_reference = $1',
        [accountRef(number)],
      );
      const amount = ((BigInt(balance) * percent) / 10_000n) * 100n;
      if (amount < 50_000n) return;
      await did(withdrawSavings({ savingsAccountId: Number(id), amount, channel: 'cash' }, savings));
    },
  };
}

/** The member of a number, for the steps of loans. */
export const memberIdOf = ({ idOf }: Office, number: number): Promise<number> => idOf('member', memberRef(number));
