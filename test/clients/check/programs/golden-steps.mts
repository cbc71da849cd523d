import { createLoan, createMember, getMember, listBranches, listLoanProducts, changeLoan, listLoans } from './hey-api/sdk.gen.ts';
import type { Loan } from './hey-api/types.gen.ts';

/** Admits a member, waits until it may borrow, applies for a loan and approves it as it was seen. */
export async function approve(): Promise<Loan> {
  const number = String(Date.now()).slice(-8);
  const branches = await listBranches({ query: { 'filter[code]': ['NBO'] }, throwOnError: true });
  const products = await listLoanProducts({ query: { 'filter[state]': ['active'] }, throwOnError: true });
  const [branch] = branches.data.data;
  const product = products.data.data.find(({ code }) => code === 'DEV');
  if (!branch?.id || !product?.id) throw new Error('There is no branch or product.');
  const member = await createMember({
    headers: { 'Idempotency-Key': `member-${number}` },
    body: {
      name: 'Amina Wanjiku',
      national_id: number,
      phone: '+254712345678',
      branch_id: branch.id,
      kyc: {
        id_type: 'national_id',
        id_number: number,
        date_of_birth: '1991-04-12',
        address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
      },
    },
    throwOnError: true,
  });
  const { id } = member.data;
  for (let tries = 0; tries < 100; tries++) {
    if ((await getMember({ path: { id }, throwOnError: true })).data.state === 'active') break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const loan = await createLoan({
    headers: { 'Idempotency-Key': `loan-${number}` },
    body: { member_id: id, product_id: product.id, principal: 5_000_000, term_months: 12, purpose: 'Dairy cow' },
    throwOnError: true,
  });
  const approved = await changeLoan({
    path: { id: loan.data.id },
    headers: { 'If-Match': loan.response.headers.get('etag') ?? '*' },
    body: { action: 'approve' },
    throwOnError: true,
  });
  await listLoans({ query: { 'filter[principal][gte]': 5_000_000, limit: 5 }, throwOnError: true });
  if (!('state' in approved.data) || !('loan_no' in approved.data)) throw new Error('A second person has to agree.');
  return approved.data;
}
