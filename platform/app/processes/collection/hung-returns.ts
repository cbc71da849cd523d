import type { Caller } from '../../../auth/caller.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { Clock } from '../../transact.ts';

export type HungReturns = {
  readonly read: <T>(tenantId: number, work: (tx: Pick<TenantTransaction, 'sql'>) => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly reportNoResult: (
    caller: Caller,
    payment: { readonly uuid: string; readonly receiptNo: string },
  ) => Promise<unknown>;
};

const SILENT_AFTER = { hours: 24 };
/** The most of one round: the others come with the next. */
const MOST = 100;

/** Payments that the provider is to return, and of which it has said nothing for a day, are put on the work list, each once. */
export async function reportHungReturns({ read, clock, reportNoResult }: HungReturns, caller: Caller): Promise<number> {
  const hung = await read(caller.tenantId, ({ sql }) =>
    sql<{ uuid: string; receipt_no: string }>(
      `select m.uuid, m.receipt_no from mobile_money_transaction m
        where m.state = 'returning' and m.receipt_no is not null
          and case when m.return_proposal ->> 'requests' = '0' then null
                   else coalesce((m.return_proposal ->> 'requestedAt')::timestamptz, m.updated_at) end <= $1
          and not exists (select from incident i where i.subject_uuid = m.uuid and i.kind = 'no_answer')
        order by m.id limit ${MOST}`,
      [instantText(clock().subtract(SILENT_AFTER))],
    ),
  );
  for (const { uuid, receipt_no: receiptNo } of hung) await reportNoResult(caller, { uuid, receiptNo });
  return hung.length;
}
