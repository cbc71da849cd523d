import { Member } from '#core/membership/member/member.ts';
import type { MembershipPorts } from '#core/membership/ports.ts';
import type { TenantTransaction } from '../database.ts';
import { nextNumber } from '../numbers/numbers.ts';

type Ports = Pick<MembershipPorts, 'members' | 'branches' | 'obligations'>;

/** Membership's collections, kept in Postgres. */
export function membershipPorts({ of, sql }: TenantTransaction): Ports {
  const members = of(Member);
  return {
    members: {
      get: members.get,
      findByNationalId: (nationalId) => members.first('national_id_key = document_key($1)', [nationalId]),
      findByClientReference: (clientReference) =>
        members.first('client_reference_key = identifier_key($1)', [clientReference]),
      nextNumber: () => nextNumber(sql, 'member', 'M-'),
      add: members.add,
    },
    branches: {
      exists: async (id) => (await sql('select from branch where id = $1', [id])).length > 0,
    },
    obligations: {
      of: async (memberId) => {
        const rows = await sql<{ loan_no: string }>(
          `select loan_no from loan where member_id = $1 and state in ('ready_to_disburse', 'active', 'overpaid') order by id limit 10`,
          [memberId],
        );
        const saved = await sql<{ account_no: string }>(
          `select account_no from savings_account where member_id = $1 and balance > 0 order by id limit 10`,
          [memberId],
        );
        return [
          ...rows.map(({ loan_no }) => `loan ${loan_no} is open`),
          ...saved.map(({ account_no }) => `savings account ${account_no} holds money`),
        ];
      },
    },
  };
}
