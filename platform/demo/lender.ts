import type { DomainEvent } from '#core/kernel/event.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import { Agent } from '#core/lending/agent/agent.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import { createMember } from '#core/membership/use-cases/create-member.ts';
import { verifyMemberKyc } from '#core/membership/use-cases/move-member.ts';
import type { Internals } from '../app/internals.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { nextNumber } from '../postgres/numbers/numbers.ts';
import type { CommandContext } from '../app/transact.ts';

/** Ten million cents: KES 100,000. */
const FLOAT = 10_000_000n;

const BRANCHES = [
  { code: 'NBO', name: 'Nairobi' },
  { code: 'KSM', name: 'Kisumu' },
] as const;

/** The loans that the demo's institutions offer. */
export const PRODUCTS = [
  {
    code: 'DEV',
    name: 'Development loan',
    method: 'declining_equal_instalments',
    annualRate: '14',
    minPrincipal: 50_000n,
    maxPrincipal: 100_000_000n,
    minTermMonths: 1,
    maxTermMonths: 60,
  },
  {
    code: 'EMG',
    name: 'Emergency loan',
    method: 'flat',
    annualRate: '12',
    minPrincipal: 10_000n,
    maxPrincipal: 20_000_000n,
    minTermMonths: 1,
    maxTermMonths: 12,
  },
  {
    code: 'FEES',
    name: 'School-fee loan',
    method: 'declining_equal_instalments',
    annualRate: '9.5',
    minPrincipal: 50_000n,
    maxPrincipal: 50_000_000n,
    minTermMonths: 3,
    maxTermMonths: 24,
  },
] as const;

/** Invented people with numbers of the sandbox. */
const MEMBERS = [
  {
    name: 'Wanjiku Kamau',
    nationalId: '90000001',
    phone: '+254700000101',
    born: '1986-03-14',
    city: 'Nairobi',
    branch: 0,
  },
  {
    name: 'Otieno Odhiambo',
    nationalId: '90000002',
    phone: '+254700000102',
    born: '1979-11-02',
    city: 'Kisumu',
    branch: 1,
  },
  {
    name: 'Amina Hassan',
    nationalId: '90000003',
    phone: '+254700000103',
    born: '1992-07-21',
    city: 'Nairobi',
    branch: 0,
  },
  {
    name: 'Kipchoge Rotich',
    nationalId: '90000004',
    phone: '+254700000104',
    born: '1983-01-30',
    city: 'Eldoret',
    branch: 1,
  },
  {
    name: 'Njeri Mwangi',
    nationalId: '90000005',
    phone: '+254700000105',
    born: '1990-09-09',
    city: 'Thika',
    branch: 0,
  },
] as const;

/** The lender, for its loans and for the school’s sponsors. */
export type PlantedLender = { readonly memberIds: readonly number[]; readonly productIds: readonly number[] };

/** Plants the sandbox lender: branches with an agent and float each, products, members whose identity is verified. */
export async function plantLender(
  { ports }: Pick<Internals, 'ports'>,
  tx: TenantTransaction,
  context: CommandContext,
): Promise<Outcome<PlantedLender>> {
  const events: DomainEvent[] = [];
  const branchIds: number[] = [];
  for (const [index, branch] of BRANCHES.entries()) {
    const branchId = index + 1;
    await tx.sql('insert into branch (id, uuid, code, name) values ($1, $2, $3, $4)', [
      branchId,
      tx.newUuid(),
      branch.code,
      branch.name,
    ]);
    branchIds.push(branchId);
    const agent = Agent.appoint({
      uuid: tx.newUuid(),
      agentNo: await nextNumber(tx.sql, 'agent'),
      name: `${branch.name} cashier`,
      branchId,
      provider: 'mpesa',
    });
    tx.of(Agent).add(agent);
    events.push(agent.topUp(FLOAT, `Opening float ${branch.code}`));
  }
  const products = PRODUCTS.map((product) => LoanProduct.offer({ uuid: tx.newUuid(), ...product }));
  tx.of(LoanProduct).add(...products);

  const memberIds: number[] = [];
  const membership = ports.membership(tx, context);
  for (const { born, city, branch, ...person } of MEMBERS) {
    const created = await createMember(
      {
        ...person,
        branchId: branchIds[branch] ?? 0,
        kyc: {
          id_type: 'national_id',
          id_number: person.nationalId,
          date_of_birth: born,
          address: { city, county: city, country: 'KE' },
        },
      },
      membership,
    );
    await tx.flush();
    const verified = await verifyMemberKyc({ memberId: created.result.id }, membership);
    memberIds.push(created.result.id);
    events.push(...created.events, ...verified.events);
  }
  return { result: { memberIds, productIds: products.map(({ id }) => id) }, events };
}
