import type { GuaranteeState } from '#core/lending/guarantee/lifecycle.ts';
import { recordOf, type RecordFields } from '../../views/record.ts';
import { idCondition, where, type RecordId, type ViewContext } from '../../views/view.ts';

export type GuaranteeView = RecordFields & {
  readonly loanId: number;
  readonly loanUuid: string;
  /** The guarantor. */
  readonly memberId: number;
  readonly memberUuid: string;
  readonly amount: bigint;
  /** The part of it that still binds the guarantor. */
  readonly liable: bigint;
  readonly state: GuaranteeState;
};

export function guaranteeViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (
      await sql(
        `select g.*, l.uuid as loan_uuid, m.uuid as member_uuid
           from guarantee g join loan l on l.id = g.loan_id join member m on m.id = g.member_id ${clause}`,
        params,
      )
    ).map(guaranteeOf);
  return {
    one: async (id: RecordId): Promise<GuaranteeView | null> => {
      const { clause, params } = where(idCondition('g', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where g.uuid = any($1::uuid[])', [uuids]),
    /** The guarantees of each of these loans, in the order in which they were given. */
    ofLoans: (loanIds: readonly number[]) => find('where g.loan_id = any($1::bigint[]) order by g.id', [loanIds]),
  };
}

function guaranteeOf(row: Record<string, unknown>): GuaranteeView {
  return {
    ...recordOf(row),
    loanId: Number(row['loan_id']),
    loanUuid: String(row['loan_uuid']),
    memberId: Number(row['member_id']),
    memberUuid: String(row['member_uuid']),
    amount: BigInt(String(row['amount'])),
    liable: BigInt(String(row['liable'])),
    state: row['state'] as GuaranteeState,
  };
}
