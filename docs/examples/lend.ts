import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

/**
 * A partner in TypeScript whose types follow from the document of the API:
 *
 *     npx openapi-typescript http://localhost:3000/openapi.json -o api.d.ts      # in a project of your own
 *     npm run api-types                                                         # in this repository
 *
 * (The generator needs the library of TypeScript 5; this repository has 7, and a script that brings the other along.)
 * It admits a member, waits until the identity is verified, applies for a loan in the member's name and approves it.
 */
export type Partner = {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** Fetches a token, stores it, and fetches one new token where a call says that it is void. */
export async function connect({ baseUrl, clientId, clientSecret }: Partner) {
  const api = createClient<paths>({ baseUrl });
  const mint = async (): Promise<string> => {
    const { data, error } = await api.POST('/api/v1/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    });
    if (!data) throw new Error(error.detail);
    return data.access_token;
  };
  let token = await mint();
  const authenticated: Middleware = {
    onRequest: ({ request }) => {
      request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  };
  api.use(authenticated);
  return { api, renew: async () => void (token = await mint()) };
}

export type Applicant = { readonly nationalId: string; readonly branch: string; readonly principal: number };

/** @returns the loan, ready to disburse */
export async function lend(partner: Partner, { nationalId, branch, principal }: Applicant) {
  const { api } = await connect(partner);
  const branches = await api.GET('/api/v1/branches', { params: { query: { 'filter[code]': [branch] } } });
  const branchId = branches.data?.data[0]?.id;
  if (branchId === undefined) throw new Error(branches.error?.detail ?? `There is no branch ${branch}.`);
  const products = await api.GET('/api/v1/loan_products', { params: { query: { 'filter[state]': ['active'] } } });
  const product = products.data?.data[0];
  if (!product) throw new Error(products.error?.detail ?? 'Nothing is lent at present.');

  const member = await api.POST('/api/v1/members', {
    params: { header: { 'Idempotency-Key': `member-${nationalId}` } },
    body: {
      name: 'Amina Wanjiku',
      national_id: nationalId,
      phone: '+254712345678',
      branch_id: branchId,
      kyc: {
        id_type: 'national_id',
        id_number: nationalId,
        date_of_birth: '1991-04-12',
        address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
      },
    },
  });
  if (!member.data) throw new Error(member.error.detail);
  await verified(api, member.data.id);

  const loan = await api.POST('/api/v1/loans', {
    params: { header: { 'Idempotency-Key': `loan-${nationalId}` } },
    body: { member_id: member.data.id, product_id: product.id, principal, term_months: 12, purpose: 'Dairy cow' },
  });
  if (!loan.data) throw new Error(loan.error.detail);

  // Approved as it was seen: where it was changed meanwhile, this is 412.
  const approved = await api.PATCH('/api/v1/loans/{id}', {
    params: { path: { id: loan.data.id }, header: { 'If-Match': loan.response.headers.get('etag') ?? '*' } },
    body: { action: 'approve' },
  });
  if (!approved.data) throw new Error(approved.error.detail);

  const large = await api.GET('/api/v1/loans', {
    params: {
      query: { 'filter[principal][gte]': principal, 'filter[created_at][gte]': loan.data.created_at, limit: 5 },
    },
  });
  return { member: member.data, loan: approved.data, large: large.data?.data ?? [] };
}

/** Waits until the member may borrow: in a sandbox about a second. */
async function verified(api: Client<paths>, id: number): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { data, error } = await api.GET('/api/v1/members/{id}', { params: { path: { id } } });
    if (!data) throw new Error(error.detail);
    if (data.state === 'active') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The identity of member ${id} is still not verified.`);
}

type Event = components['schemas']['Event'];

/** What a webhook of this partner does with an event, once its signature was verified: the type says what it carries. */
export function describeEvent(event: Event): string {
  switch (event.type) {
    case 'loan.disbursed':
      return `Loan ${event.data.loan_no ?? event.subject.id} runs.`;
    case 'repayment.booked':
      return `Repayment ${event.subject.uuid} came.`;
    default:
      return `${event.type} of ${event.subject.type} ${event.subject.id}`;
  }
}
