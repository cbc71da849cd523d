import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply, Society } from './society.ts';

export type Way =
  'payout' | 'batch' | 'disbursement' | 'collection' | 'paybill' | 'prompt' | 'repayment' | 'deposit' | 'fees';

/** Where money is booked: a loan, a savings account, an invoice. */
export type Places = {
  readonly loans: readonly { readonly id: number; readonly loan_no: string }[];
  readonly accounts: readonly { readonly id: number; readonly account_no: string }[];
  readonly invoices: readonly { readonly id: number }[];
  readonly members: readonly number[];
  readonly loanProduct: number;
};

/** A payment as the provider has it in its books, and the place in ours. */
export type Payment = {
  readonly way: Way;
  readonly n: number;
  readonly receipt: string;
  readonly amount: number;
  readonly place: number;
};

const PLACES = 40;
/** Rows of batches are sent by the workers, the other payouts by the request. */
const OUT: readonly Way[] = ['disbursement', 'batch', ...Array<Way>(8).fill('payout')];
const IN: readonly Way[] = [
  ...Array<Way>(3).fill('collection'),
  ...Array<Way>(2).fill('paybill'),
  ...Array<Way>(2).fill('prompt'),
  'repayment',
  'deposit',
  'fees',
];
/** Half goes out, half comes in. */
const wayOf = (n: number): Way => (n % 2 === 0 ? OUT[(n / 2) % OUT.length] : IN[((n - 1) / 2) % IN.length]) ?? 'payout';

/** Every payment has a number of its own, by which it is found in the provider's books; none plays a trick. */
export const msisdnOf = (n: number) => `+25471${String(n).padStart(5, '0')}99`;
/** Reuses have numbers, and so payers, of their own. */
export const FIRST_REUSE = 90_000;
export const MOST_REUSES = 10_000;
export const amountOf = (n: number) => 1_000 + (n % 90) * 100;
/** Every third payout is large enough for the provider to charge for it. */
export const payoutAmountOf = (n: number) => amountOf(n) * (n % 3 === 0 ? 20 : 1);
/** More than all payments of this bench bring to one loan: none of them is refused as an overpayment. */
const FIRST_LOAN = 2_000_000;
const SMALL_LOAN = 10_000;
/** Neighbours of one way go to different places, so that no loan gets all repayments. */
const placeOf = (n: number) => (n + Math.floor(n / PLACES)) % PLACES;

async function expected(status: number, reply: Promise<Reply>) {
  const got = await reply;
  if (got.status !== status) throw new Error(`${status} was expected, ${got.status} came: ${got.text.slice(0, 600)}`);
  return got.body;
}

/** A payment is taken: the provider has answered, or its reply is awaited (202), and it may have it in its books all the same. */
export async function taken(reply: Promise<Reply>) {
  const got = await reply;
  if (got.status === 201 || got.status === 202) return got.body;
  throw new Error(`201 or 202 was expected, ${got.status} came: ${got.text.slice(0, 600)}`);
}

/** The members, loans, accounts and invoices that payments are for, through the same endpoints as everything. */
export async function openPlaces(society: Society): Promise<Places> {
  const { call, sql } = society;
  const only = async (text: string) => Number((await sql<{ id: string }>(text))[0]?.id);
  const loanProduct = await only(`select id from loan_product where code = 'EMG'`);
  const savings = await only(`select id from savings_product where code = 'ORD'`);
  const branch = await only('select id from branch order by id limit 1');
  const members: number[] = [];
  for (let n = 0; n < 20; n++) members.push(await aMember(society, branch, n));
  const places = { loans: [], accounts: [], invoices: [], members, loanProduct } as Places & {
    loans: Places['loans'][number][];
    accounts: Places['accounts'][number][];
    invoices: Places['invoices'][number][];
  };
  const student = await only('select id from student order by id limit 1');
  const due = Temporal.Now.plainDateISO().add({ months: 1 }).toString();
  for (let n = 0; n < PLACES; n++) {
    const member_id = members[n % members.length];
    const { loanId } = await disburse(society, places, n, FIRST_LOAN, '+254712345678');
    places.loans.push(await expected(200, call('GET', `/api/v1/loans/${loanId}`)));
    places.accounts.push(
      await expected(201, call('POST', '/api/v1/savings_accounts', { member_id, product_id: savings })),
    );
    const lines = [{ description: 'Tuition', fee_category: 'tuition', amount: 50_000_000 }];
    const invoice = { student_id: student, due_date: due, lines, issue: true };
    places.invoices.push(await expected(201, call('POST', '/api/v1/invoices', invoice)));
  }
  await society.fake.idle();
  return places;
}

async function aMember({ call }: Society, branch_id: number, n: number): Promise<number> {
  const national_id = String(70_000_000 + n);
  const address = { city: 'Nakuru', county: 'Nakuru', country: 'KE' };
  const { id } = await expected(
    201,
    call('POST', '/api/v1/members', {
      name: 'Amina Wanjiku',
      national_id,
      phone: msisdnOf(n),
      branch_id,
      kyc: { id_type: 'national_id', id_number: national_id, date_of_birth: '1991-04-12', address },
    }),
  );
  await expected(200, call('PATCH', `/api/v1/members/${id}`, { action: 'verify_kyc' }));
  return id;
}

/** A new loan that is paid out. */
export async function disburse(
  { call }: Society,
  { members, loanProduct }: Pick<Places, 'members' | 'loanProduct'>,
  n: number,
  principal: number,
  msisdn: string,
): Promise<{ readonly loanId: number; readonly id: number }> {
  const loan = await expected(
    201,
    call('POST', '/api/v1/loans', {
      member_id: members[n % members.length],
      product_id: loanProduct,
      principal,
      term_months: 6,
      purpose: 'Dairy cow',
    }),
  );
  await expected(200, call('PATCH', `/api/v1/loans/${loan.id}`, { action: 'approve' }));
  const payment = { amount: principal, channel: 'mpesa_b2c', msisdn };
  const { id } = await taken(call('POST', `/api/v1/loans/${loan.id}/disbursements`, payment));
  return { loanId: loan.id, id };
}

/** The bodies of requests that payments begin with, and that reuses repeat. */
export const payoutOf = (n: number) => ({
  amount: payoutAmountOf(n),
  channel: 'mpesa_b2c',
  msisdn: msisdnOf(n),
  reference: `payout-${n}`,
});
export const collectionOf = (n: number) => ({
  amount: amountOf(n),
  channel: 'mpesa_stk',
  msisdn: msisdnOf(n),
  account_reference: `INV-${n}`,
  reference: `collection-${n}`,
});
export const promptOf = (n: number, { loans }: Places, place = n % PLACES) => ({
  channel: 'mpesa_stk',
  amount: amountOf(n),
  msisdn: msisdnOf(n),
  account_reference: loans[place]?.loan_no ?? '',
});
export type Reported = Pick<Payment, 'receipt' | 'amount' | 'place'>;
/** What callers report by hand, each at its endpoint. */
export const reports = ({ call }: Society, { loans, accounts, invoices }: Places) => ({
  repayment: ({ receipt: reference, amount, place }: Reported, channel = 'mpesa_paybill') =>
    call('POST', `/api/v1/loans/${loans[place % PLACES]?.id}/repayments`, { amount, channel, reference }),
  deposit: ({ receipt: reference, amount, place }: Reported) =>
    call('POST', `/api/v1/savings_accounts/${accounts[place % PLACES]?.id}/transactions`, {
      type: 'deposit',
      amount,
      channel: 'mpesa_paybill',
      reference,
    }),
  fees: ({ receipt: reference, amount, place }: Reported) =>
    call('POST', `/api/v1/invoices/${invoices[place % PLACES]?.id}/payments`, {
      amount,
      method: 'mpesa_paybill',
      reference,
      paid_at: Temporal.Now.instant().toString(),
    }),
});

/** The paybill's account numbers go round the loans, the savings accounts and an unknown payer. */
export function accountNumber({ loans, accounts }: Places, place: number): string {
  return (place % 2 === 0 ? loans[place % PLACES]?.loan_no : accounts[place % PLACES]?.account_no) ?? '';
}

/**
 * One honest payment: requested, and paid once the provider has it in its books: immediately where it has replied, later where
 * its reply is awaited or the workers send.
 */
export async function makePayment(
  society: Society,
  places: Places,
  n: number,
): Promise<{ readonly way: Way; readonly paid: () => Promise<Payment> }> {
  const way = wayOf(n);
  const place = placeOf(n);
  const msisdn = msisdnOf(n);
  const amount = sizeOf(way, n);
  const receipt = () => receiptOf(society, msisdn);
  const payment = () => ({ way, n, receipt: receipt(), amount, place });
  const atProvider = async () => {
    await paidAtProvider(society, msisdn);
    return payment();
  };
  switch (way) {
    case 'payout':
      await taken(society.call('POST', '/v1/payouts', payoutOf(n)));
      return { way, paid: atProvider };
    case 'batch': {
      const batch = { reference: `batch-${n}`, rows: [payoutOf(n)] };
      await expected(201, society.call('POST', '/v1/payout_batches', batch));
      return { way, paid: atProvider };
    }
    case 'disbursement':
      await disburse(society, places, n, SMALL_LOAN, msisdn);
      return { way, paid: atProvider };
    case 'collection':
      await taken(society.call('POST', '/v1/collections', collectionOf(n)));
      return { way, paid: atProvider };
    case 'prompt':
      await taken(society.call('POST', '/api/v1/mobile_money/transactions', promptOf(n, places, place)));
      return { way, paid: atProvider };
    case 'paybill':
      await society.pay('paybill', msisdn, amount, accountNumber(places, place));
      break;
    default:
      await society.pay('unconfirmed', msisdn, amount, 'BY HAND');
      await expected(201, reports(society, places)[way]({ receipt: receipt(), amount, place }));
  }
  return { way, paid: async () => payment() };
}

/** What a payment of a way comes to, in minor units. */
function sizeOf(way: Way, n: number): number {
  if (way === 'disbursement') return SMALL_LOAN;
  return way === 'payout' || way === 'batch' ? payoutAmountOf(n) : amountOf(n);
}

/** The status of what a killed worker had taken up is queried after one minute and after two more; then it is sent again. */
const PATIENCE_MS = 600_000;

/** Waits until the provider has it in its books. */
async function paidAtProvider({ fake }: Society, msisdn: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  const isPaid = () => fake.transactions.some((each) => each.msisdn === msisdn.slice(1) && each.status === 'Completed');
  while (!isPaid()) {
    if (performance.now() > until) throw new Error(`The provider was not asked to pay ${msisdn}.`);
    await sleep(250);
  }
}

/** The provider's receipt of the payment of a number. */
export function receiptOf({ fake }: Society, msisdn: string): string {
  const found = fake.transactions.findLast((each) => each.msisdn === msisdn.slice(1));
  if (!found) throw new Error(`The provider knows no payment of ${msisdn}.`);
  return found.receipt;
}
