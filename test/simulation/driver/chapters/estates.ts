import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';
import { agree } from './decide.ts';
import { bearer, idOf, join, kycOf, REASON, save } from './parties.ts';

const HEIRS = [
  { name: 'Awino Otieno', relationship: 'daughter', share_basis_points: 3_333 },
  { name: 'Owino Otieno', relationship: 'son', share_basis_points: 6_667 },
];

/** The claim that a death has opened. @returns the path */
async function dies(known: Knowledge, go: Go, member: string): Promise<string> {
  await go('PATCH', member, { action: 'record_death', died_on: known.day(), document_reference: 'D-78' });
  const claims = (await go('GET', '/api/v1/death_claims')).body?.data ?? [];
  const claim = claims.find((each: any) => each.member_id === idOf(member));
  return `/api/v1/death_claims/${claim?.id}`;
}

/** A death that was recorded by mistake; and one whose claim is distributed, paid and undone while things still change. */
export async function estates(known: Knowledge, go: Go): Promise<void> {
  const living = await join(go, '32000901');
  await save(go, living, 50_000);
  await dies(known, go, living);
  await agree(go, await go('PATCH', living, { action: 'correct_death', ...REASON }));
  await go('PATCH', living, { action: 'suspend', ...REASON });

  const member = await join(go, '32000902');
  await go('PATCH', member, { nominees: HEIRS });
  const account = await save(go, member, 0);
  const claim = await dies(known, go, member);
  await go('PATCH', member, { nominees: HEIRS.toReversed() });
  const step = (action: string, more: object = {}) => go('PATCH', claim, { action, ...more });
  const document = (kind: string) => step('add_document', { document_kind: kind, document_reference: `${kind}-2` });
  const arrives = (amount: number) =>
    go('POST', `${account}/transactions`, { type: 'deposit', amount, channel: 'cash' });
  for (const kind of ['death_certificate', 'beneficiary_identity', 'letters_of_administration']) await document(kind);
  await step('appoint', { name: 'Otieno Ouma', relationship: 'brother', id_number: '32000998' });
  await step('verify');
  await step('distribute');
  await arrives(300_000);
  const early = await step('distribute');
  await step('distribute');
  await arrives(50_001);
  await agree(go, early);
  await agree(go, await step('distribute'));
  const pay = { beneficiary: 1, channel: 'cash' };
  const unpaid = await step('pay', pay);
  await arrives(10_000);
  await agree(go, await step('distribute'));
  await agree(go, unpaid);
  await agree(go, await step('pay', pay));
  await step('appoint', { name: 'Otieno Ouma', relationship: 'brother', id_number: '32000998', in_place_of: 2 });
  await agree(go, await step('pay', { ...pay, beneficiary: 2, channel: 'bank', reference: 'FTESTATE1' }));
  await step('close');
  await undone(go, claim);
}

/** Each part of a claim is undone, the last one first; what stands on another one stays. */
async function undone(go: Go, claim: string): Promise<void> {
  const { body } = await go('GET', claim);
  const parts: readonly any[] = body?.parts ?? [];
  for (const { number } of parts.toReversed())
    await agree(go, await go('PATCH', claim, { action: 'reverse_part', part: number, ...REASON }));
  await agree(go, await go('PATCH', claim, { action: 'distribute' }));
}

/** Guarantors who die while their loan runs: another one takes the place of the first, the second is let go. */
export async function guarantors(known: Knowledge, go: Go): Promise<void> {
  const borrower = await join(go, '32001001');
  const product = await go('POST', '/api/v1/loan_products', {
    code: 'CHAPG',
    name: 'With guarantors',
    method: 'flat',
    interest_rate: '12',
    min_principal: 1_000,
    max_principal: 9_000_000,
    min_term_months: 1,
    max_term_months: 24,
    terms: { policies: { guarantors_required: 2, guarantee_percent: '50', deposit_multiple: '2' } },
  });
  const asked = { member_id: idOf(borrower), product_id: product.body?.id, principal: 300_000, term_months: 3 };
  const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked)).body?.id}`;
  await go('PATCH', loan, { action: 'approve' });
  const guarantees: string[] = [];
  const people: string[] = [];
  for (const number of ['32001002', '32001003', '32001004']) {
    const member = await join(go, number);
    await save(go, member, 400_000);
    people.push(member);
  }
  for (const member of people.slice(0, 2)) {
    const { body } = await go('POST', `${loan}/guarantees`, { member_id: idOf(member), amount: 100_000 });
    guarantees.push(`${loan}/guarantees/${body?.id}`);
  }
  await go('PATCH', loan, { action: 'approve' });
  await save(go, borrower, 150_000);
  await go('PATCH', loan, { action: 'approve' });
  const paid = { amount: 300_000, channel: 'bank', bank_account: '0112345678' };
  const { body } = await go('POST', `${loan}/disbursements`, paid);
  await go('PATCH', `${loan}/disbursements/${body?.id}`, { action: 'confirm_by_bank', provider_ref: 'FTESTATE2' });
  const claims = [await dies(known, go, people[0]!), await dies(known, go, people[1]!)];
  await agree(go, await go('PATCH', guarantees[0]!, { action: 'substitute', member_id: idOf(people[2]!) }));
  for (const document_kind of ['death_certificate', 'beneficiary_identity', 'letters_of_administration'])
    await go('PATCH', claims[1]!, { action: 'add_document', document_kind, document_reference: 'X-1' });
  await go('PATCH', claims[1]!, { action: 'appoint', name: 'Ouma', relationship: 'brother', id_number: '32001099' });
  await go('PATCH', claims[1]!, { action: 'verify' });
  await agree(go, await go('PATCH', claims[1]!, { action: 'distribute' }));
  await agree(go, await go('PATCH', guarantees[1]!, { action: 'discharge', ...REASON }));
  await agree(go, await go('PATCH', claims[1]!, { action: 'distribute' }));
  await go('POST', `${loan}/repayments`, { amount: 309_000, channel: 'cash' });
}

/** Who was never more than an applicant, and who has left: what is known of them is cleared, and stays so. */
export async function erasures(_: Knowledge, go: Go, { operate }: Office): Promise<void> {
  const body = { name: 'Onyango Ouma', national_id: '32001101', phone: '+254732001101', branch_id: 1, kyc: null };
  const applicant = `/api/v1/members/${(await go('POST', '/api/v1/members', body)).body?.id}`;
  await go('PATCH', applicant, { action: 'reject_kyc', ...REASON });
  await go('PATCH', applicant, { action: 'resubmit_kyc', kyc: kycOf('32001101') });
  const refused = { ...body, national_id: '32001102', phone: '+254732001102' };
  const never = `/api/v1/members/${(await go('POST', '/api/v1/members', refused)).body?.id}`;
  await go('PATCH', never, { action: 'reject_kyc', ...REASON });
  await operate('privacy-policies', '--retention-years', '0', '--student-retention-years', '0');
  const left = await join(go, '32001103');
  await go('PATCH', left, { action: 'exit' });
  // What a request is called by is stored with the erasure: none that names whom it erases is taken.
  await go('PATCH', never, { action: 'erase' }, { key: 'erase-onyango_ouma' });
  await go('PATCH', never, { action: 'erase' }, { requestId: 'crm-0732001102' });
  for (const member of [never, left]) {
    await go('PATCH', member, { action: 'erase' });
    await go('PATCH', member, { action: 'erase' });
    await go('PATCH', member, { name: 'Somebody Else' });
  }
  const student = {
    first_name: 'Erased',
    last_name: 'Otieno',
    programme_id: 1,
    date_of_birth: '2004-05-14',
    birth_certificate_no: 'BC32001104',
  };
  const path = `/api/v1/students/${(await go('POST', '/api/v1/students', student)).body?.id}`;
  await go('POST', '/api/v1/students', student);
  await go('PATCH', path, { action: 'record_death' });
  await go('PATCH', path, { action: 'erase' });
  const by = await bearer(go, (await operate('client', 'create', '--name', 'Of privacy', '--pii')).body);
  await go('PATCH', path, { action: 'erase' }, { by });
  await go('PATCH', path, { action: 'erase' }, { by });
  await go('PATCH', path, { first_name: 'Again' });
  await operate('privacy-policies', '--retention-years', '7', '--student-retention-years', '7');
}
