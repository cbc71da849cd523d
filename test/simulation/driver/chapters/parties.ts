import type { Reply, Surface } from '../../stage.ts';
import type { Go } from '../tour.ts';

export const REASON = { reason: 'A chapter of the simulation.' };
export const MSISDN = '+254700000000';

export const kycOf = (number: string) => ({
  id_type: 'national_id',
  id_number: number,
  date_of_birth: '1984-02-29',
  address: { city: 'Kisumu', county: 'Kisumu', country: 'KE' },
});

/** A new member of good standing. @returns the path */
export async function join(go: Go, number: string): Promise<string> {
  const phone = `+2547${number}`;
  const body = { name: 'Akinyi Otieno', national_id: number, phone, branch_id: 1, kyc: kycOf(number) };
  const { body: member } = await go('POST', '/api/v1/members', body);
  return `/api/v1/members/${member?.id}`;
}

export const idOf = (path: string) => Number(path.split('/').at(-1));

/** A loan of a member that is paid out by the bank. @returns the path */
export async function lend(go: Go, member: string, amount: number, reference: string, product = 1): Promise<string> {
  const asked = { member_id: idOf(member), product_id: product, principal: amount, term_months: 3 };
  const { body: loan } = await go('POST', '/api/v1/loans', asked);
  const path = `/api/v1/loans/${loan?.id}`;
  await go('PATCH', path, { action: 'approve' });
  const by = { amount, channel: 'bank', bank_account: '0112345678' };
  const { body: paid } = await go('POST', `${path}/disbursements`, by);
  await go('PATCH', `${path}/disbursements/${paid?.id}`, { action: 'confirm_by_bank', provider_ref: reference });
  return path;
}

/** An account of a member. @returns the path */
export async function save(go: Go, member: string, amount: number, product = 1, more: object = {}): Promise<string> {
  const opened = { member_id: idOf(member), product_id: product, ...more };
  const path = `/api/v1/savings_accounts/${(await go('POST', '/api/v1/savings_accounts', opened)).body?.id}`;
  if (amount > 0) await go('POST', `${path}/transactions`, { type: 'deposit', amount, channel: 'cash' });
  return path;
}

/** Who holds a token of a client that an operator has made. */
export async function bearer(go: Go, client: Reply['body']): Promise<Surface> {
  const { client_id: id, client_secret: secret } = client ?? {};
  const grant = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const { body } = await go('POST', '/api/v1/oauth/token', grant, { by: 'nobody', key: null });
  return `token:${body?.access_token}`;
}
