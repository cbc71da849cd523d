import type { LendingClient } from '#test/support/lending-client.ts';
import type { Institution, RestTestApp } from '#test/support/rest-test-app.ts';
import type { Request } from '../stage.ts';

/** A command, and what has to be there before it; each time on records of its own. */
export type CrashCommand = {
  readonly name: string;
  readonly prepare: (place: Place) => Promise<Request>;
};

/** Where commands are prepared: by a process that does not die. */
export type Place = {
  readonly ports: RestTestApp;
  readonly institution: Institution;
  readonly partner: LendingClient;
  /** Sends a request that has to succeed. @returns the record */
  readonly done: (method: Request['method'], path: string, body?: object) => Promise<any>;
  /** A number that was not there before. */
  readonly next: () => number;
};

const REASON = { reason: 'The test says so.' };
const post = (path: string, body: object = {}): Request => ({ method: 'POST', path, body: { ...body } });
const patch = (path: string, body: object): Request => ({ method: 'PATCH', path, body: { ...body } });

const draft = async ({ partner }: Place) => `/api/v1/loans/${(await partner.aDraft()).id}`;
const active = async ({ partner }: Place) => `/api/v1/loans/${(await partner.anActiveLoan()).id}`;
const repaid = async (place: Place) => {
  const loan = await active(place);
  const { id } = await place.done('POST', `${loan}/repayments`, { amount: 10_000, channel: 'cash' });
  return { loan, repayment: `${loan}/repayments/${id}` };
};
const product = async ({ done }: Place) => (await done('GET', '/api/v1/savings_products')).data[0].id;
const account = async (place: Place) => {
  const body = { member_id: (await place.partner.aMember()).id, product_id: await product(place) };
  const { id } = await place.done('POST', '/api/v1/savings_accounts', body);
  return `/api/v1/savings_accounts/${id}`;
};
const saved = async (place: Place) => {
  const path = await account(place);
  await place.done('POST', `${path}/transactions`, { type: 'deposit', amount: 50_000, channel: 'cash' });
  return path;
};
const memberBody = ({ institution, next }: Place) => {
  const number = String(20_000_000 + next());
  return {
    name: 'Amina Wanjiku',
    national_id: number,
    phone: `+2547${number}`,
    branch_id: institution.branch.id,
    kyc: {
      id_type: 'national_id',
      id_number: number,
      date_of_birth: '1991-04-12',
      address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
    },
  };
};
const member = async ({ partner }: Place) => `/api/v1/members/${(await partner.aMember()).id}`;
const paybill = ({ next }: Place, reference: string) => ({
  channel: 'mpesa_paybill',
  amount: 20_000,
  msisdn: '+254712000333',
  account_reference: reference,
  receipt_no: `SCRASH${next()}`,
});

/** Commands of the lender, the saver and the apps that a client sends and is answered at once. */
export const crashCommands: readonly CrashCommand[] = [
  { name: 'create a member', prepare: async (place) => post('/api/v1/members', memberBody(place)) },
  { name: 'suspend a member', prepare: async (place) => patch(await member(place), { action: 'suspend', ...REASON }) },
  { name: 'let a member exit', prepare: async (place) => patch(await member(place), { action: 'exit' }) },
  {
    name: 'apply for a loan',
    prepare: async ({ partner, institution }) =>
      post('/api/v1/loans', {
        member_id: (await partner.aMember()).id,
        product_id: institution.product.id,
        principal: 500_000,
        term_months: 6,
      }),
  },
  { name: 'approve a loan', prepare: async (place) => patch(await draft(place), { action: 'approve' }) },
  { name: 'reject a loan', prepare: async (place) => patch(await draft(place), { action: 'reject', ...REASON }) },
  { name: 'change an application', prepare: async (place) => patch(await draft(place), { principal: 300_000 }) },
  {
    name: 'request a transfer by the bank',
    prepare: async (place) => {
      const loan = await place.partner.aDraft();
      await place.done('PATCH', `/api/v1/loans/${loan.id}`, { action: 'approve' });
      const body = { amount: loan.principal, channel: 'bank', bank_account: '0112345678' };
      return post(`/api/v1/loans/${loan.id}/disbursements`, body);
    },
  },
  {
    name: 'confirm a transfer by the bank',
    prepare: async (place) => {
      const loan = await place.partner.aDraft();
      const path = `/api/v1/loans/${loan.id}`;
      await place.done('PATCH', path, { action: 'approve' });
      const body = { amount: loan.principal, channel: 'bank', bank_account: '0112345678' };
      const { id } = await place.done('POST', `${path}/disbursements`, body);
      const confirmed = { action: 'confirm_by_bank', provider_ref: `FTCRASH${place.next()}` };
      return patch(`${path}/disbursements/${id}`, confirmed);
    },
  },
  {
    name: 'repay with a receipt',
    prepare: async (place) => {
      const reference = `SREP${place.next()}`;
      return post(`${await active(place)}/repayments`, { amount: 12_345, channel: 'bank', reference });
    },
  },
  {
    name: 'settle a loan',
    prepare: async (place) => {
      const loan = await active(place);
      const { outstanding } = await place.done('GET', loan);
      return post(`${loan}/settlement`, { amount: outstanding.total, channel: 'cash' });
    },
  },
  {
    name: 'reverse a repayment',
    prepare: async (place) => patch((await repaid(place)).repayment, { action: 'reverse', ...REASON }),
  },
  {
    name: 'move a repayment to another loan',
    prepare: async (place) => {
      const { repayment } = await repaid(place);
      const other = await place.partner.anActiveLoan();
      return post(`${repayment}/reallocation`, { to_loan_id: other.id, reason: 'Typed wrongly.' });
    },
  },
  {
    name: 'charge a loan',
    prepare: async (place) => patch(await active(place), { action: 'charge', part: 'fees', amount: 500, ...REASON }),
  },
  {
    name: 'refinance a loan',
    prepare: async (place) =>
      patch(await active(place), { action: 'refinance', product_id: place.institution.product.id, term_months: 8 }),
  },
  {
    name: 'write a loan off',
    prepare: async (place) => patch(await active(place), { action: 'write_off', ...REASON }),
  },
  {
    name: 'open a savings account',
    prepare: async (place) =>
      post('/api/v1/savings_accounts', {
        member_id: (await place.partner.aMember()).id,
        product_id: await product(place),
      }),
  },
  {
    name: 'deposit with a receipt',
    prepare: async (place) => {
      const reference = `SDEP${place.next()}`;
      const deposit = { type: 'deposit', amount: 7_000, channel: 'bank', reference };
      return post(`${await account(place)}/transactions`, deposit);
    },
  },
  {
    name: 'withdraw',
    prepare: async (place) =>
      post(`${await saved(place)}/transactions`, { type: 'withdrawal', amount: 20_000, channel: 'cash' }),
  },
  { name: 'freeze an account', prepare: async (place) => patch(await saved(place), { action: 'freeze', ...REASON }) },
  {
    name: 'record money at the paybill',
    prepare: async (place) => {
      const { loan_no: loanNo } = await place.partner.anActiveLoan();
      return post('/api/v1/mobile_money/transactions', paybill(place, loanNo));
    },
  },
  {
    name: 'allocate money from suspense',
    prepare: async (place) => {
      const { id } = await place.done('POST', '/api/v1/mobile_money/transactions', paybill(place, 'NOBODY-1'));
      const { id: loan } = await place.partner.anActiveLoan();
      return patch(`/api/v1/mobile_money/transactions/${id}`, { action: 'allocate', loan_id: loan });
    },
  },
  {
    name: 'split a receipt',
    prepare: async (place) => {
      const { id: loan } = await place.partner.anActiveLoan();
      const saving = Number((await account(place)).split('/').at(-1));
      const parts = [
        { loan_id: loan, amount: 3_000 },
        { savings_account_id: saving, amount: 2_000 },
      ];
      return post('/api/v1/receipts', { channel: 'bank', reference: `SSPL${place.next()}`, amount: 5_000, parts });
    },
  },
  {
    name: 'top an app up',
    prepare: async ({ next }) => post('/v1/topups', { amount: 100_000, reference: `top-${next()}` }),
  },
  {
    name: 'register a webhook',
    prepare: async () => post('/api/v1/webhooks', { url: 'https://example.com/hooks', events: ['loan.disbursed'] }),
  },
];
