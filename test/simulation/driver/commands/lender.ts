import type { Command, Knowledge } from '../history.ts';
import type { Random } from '../random.ts';

const MEMBERS = '/api/v1/members';
const LOANS = '/api/v1/loans';
const PRODUCTS = '/api/v1/loan_products';
export const FIRST_NAMES = ['Wanjiku', 'Otieno', 'Achieng', 'Kamau', 'Ñandu', 'Zoë', 'محمد', 'O’Brien'];

/** Suffixes of the sandbox's numbers, most of which are paid. */
export const msisdn = (random: Random) =>
  `+254700000${String(random.chance(0.5) ? 0 : random.between(0, 19)).padStart(3, '0')}`;

const shillings = (random: Random, most: number) => 100 * random.between(10, most);
/** A time of payment: mostly now, sometimes earlier, sometimes where no payment can be. */
export function paidAt(known: Knowledge, random: Random): { paid_at?: string } {
  if (random.chance(0.6)) return {};
  return { paid_at: known.instant(-random.oneOf([1, 60, 1_440, 14_400, 43_200, 600_000, -5, -60])) };
}

function applyForLoan(known: Knowledge, random: Random) {
  const member = known.some(MEMBERS, random);
  const product = known.some(PRODUCTS, random);
  if (!member || !product) return null;
  return {
    method: 'POST' as const,
    path: LOANS,
    body: {
      member_id: member.id,
      product_id: product.id,
      principal: shillings(random, 20_000),
      term_months: random.between(1, 14),
      purpose: random.oneOf(['Dairy cow', 'Stock', 'ﬁsh', 'Duka']),
    },
  };
}

/** All twelve buckets, each once. */
export const allocated = (direction: 'horizontal' | 'vertical', future: 'next' | 'last') => ({
  order: ['past_due', 'due', 'in_advance'].flatMap((when) =>
    ['penalty', 'fee', 'interest', 'principal'].map((component) => `${when}_${component}`),
  ),
  direction,
  future,
});

const PRODUCT_TERMS = [
  {},
  { interest_calculation: 'daily', day_count: 'actual_365' },
  { grace_on_principal: 2 },
  { instalment_multiple: 100 },
  {
    penalty: { percent: '5', of: 'principal_and_interest', grace_days: 2, every: 'instalment' },
    arrears_grace_days: 1,
  },
  { fees: [{ name: 'Opening', when: 'disbursement', percent: '2', of: 'principal' }] },
  { allocation: allocated('vertical', 'next') },
  { allocation: allocated('horizontal', 'last') },
];

/** What officers do with members and loans. Patches come from the actions that a record offers (`actions.ts`). */
export const lenderCommands: readonly Command[] = [
  {
    name: 'create member',
    weight: 4,
    make: (_, random) => {
      const number = String(random.between(10_000_000, 39_999_999));
      return {
        method: 'POST',
        path: MEMBERS,
        body: {
          name: `${random.oneOf(FIRST_NAMES)} ${random.oneOf(FIRST_NAMES)}`,
          national_id: number,
          phone: `+2547${random.between(10_000_000, 99_999_999)}`,
          branch_id: 1,
          kyc: {
            id_type: 'national_id',
            id_number: number,
            date_of_birth: random.oneOf(['1990-04-01', '1960-02-29', '2000-12-31', '2015-01-01']),
            address: { city: 'Nairobi', county: 'Nairobi', country: 'KE' },
          },
        },
      };
    },
  },
  {
    name: 'create loan product',
    weight: 1,
    make: (known, random) => ({
      method: 'POST',
      path: PRODUCTS,
      body: {
        code: `P${known.all(PRODUCTS).length}-${random.between(1, 999)}`,
        name: 'Made by chance',
        method: random.oneOf(['flat', 'declining_equal_instalments', 'declining_equal_principal', 'interest_only']),
        interest_rate: random.oneOf(['12', '18', '14.5', '0', '24']),
        min_principal: 1_000,
        max_principal: 10_000_000,
        min_term_months: 3,
        max_term_months: 24,
        terms: random.oneOf(PRODUCT_TERMS),
      },
    }),
  },
  { name: 'apply for a loan', weight: 8, make: applyForLoan },
  {
    name: 'disburse',
    weight: 9,
    make: (known, random) => {
      const loan = known.some(LOANS, random, ({ state }) => state === 'ready_to_disburse') ?? known.some(LOANS, random);
      if (!loan) return null;
      const amount = random.chance(0.85) ? loan.principal : shillings(random, 30_000);
      const bank = random.chance(0.15);
      return {
        method: 'POST',
        path: `${LOANS}/${loan.id}/disbursements`,
        body: bank
          ? { amount, channel: 'bank', bank_account: '0112345678' }
          : { amount, channel: 'mpesa_b2c', msisdn: msisdn(random) },
      };
    },
  },
  {
    name: 'repay',
    weight: 16,
    make: (known, random) => {
      const loan = known.some(LOANS, random, ({ state }) => state === 'active') ?? known.some(LOANS, random);
      if (!loan) return null;
      const channel = random.oneOf(['cash', 'bank', 'mpesa_paybill']);
      const settles = random.chance(0.1);
      return {
        method: 'POST',
        path: `${LOANS}/${loan.id}/${settles ? 'settlement' : 'repayments'}`,
        body: {
          amount: settles ? (loan.outstanding?.total ?? 1_000) : random.between(1, 1_200) * 137,
          channel,
          ...(channel === 'cash' ? {} : { reference: known.receipt(random) }),
          ...(channel === 'mpesa_paybill' ? { msisdn: msisdn(random) } : {}),
          ...paidAt(known, random),
        },
      };
    },
  },
  {
    name: 'reverse a repayment',
    weight: 4,
    make: (known, random) => {
      const repayment = known.some('repayments', random);
      if (!repayment) return null;
      const path = `${LOANS}/${repayment.loan_id}/repayments/${repayment.id}`;
      if (random.chance(0.25)) {
        const other = known.some(LOANS, random);
        return {
          method: 'POST',
          path: `${path}/reallocation`,
          body: { to_loan_id: other.id, reason: 'Typed wrongly.' },
        };
      }
      const cause = random.oneOf(['corrected', 'taken_back']);
      return { method: 'PATCH', path, body: { action: 'reverse', reason: 'Booked wrongly.', cause } };
    },
  },
  {
    name: 'pledge a guarantee',
    weight: 1,
    make: (known, random) => {
      const loan = known.some(LOANS, random);
      const member = known.some(MEMBERS, random);
      if (!loan || !member) return null;
      return {
        method: 'POST',
        path: `${LOANS}/${loan.id}/guarantees`,
        body: { member_id: member.id, amount: shillings(random, 500) },
      };
    },
  },
];
