import { reportNoResult } from '#core/mobile-money/use-cases/return-payment.ts';
import type { Caller } from '../../../auth/caller.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { Internals } from '../../internals.ts';

const SILENT_AFTER = { hours: 24 };
/** The most of one round: the others come with the next. */
const MOST = 100;

/** Payments that the provider is to return, and of which it has said nothing for a day, are put on the work list: again a day after people resolved it. */
export async function reportHungReturns(
  { database, clock, transact, ports }: Pick<Internals, 'database' | 'clock' | 'transact' | 'ports'>,
  caller: Caller,
): Promise<number> {
  const since = clock().subtract(SILENT_AFTER);
  const hung = await database.read(caller.tenantId, ({ sql }) =>
    sql<{ uuid: string; receipt_no: string }>(
      `select m.uuid, m.receipt_no from mobile_money_transaction m
        where m.state = 'returning' and m.receipt_no is not null
          and case when m.return_proposal ->> 'requests' = '0' then null
                   else coalesce((m.return_proposal ->> 'requestedAt')::timestamptz, m.updated_at) end <= $1
          and not exists (select from incident i where i.subject_uuid = m.uuid and i.kind = 'no_answer'
                             and (i.state = 'open' or i.resolved_at > $1))
        order by m.id limit ${MOST}`,
      [instantText(since)],
    ),
  );
  for (const { uuid, receipt_no: receiptNo } of hung) {
    await transact.run('reportNoResult', caller, (tx, context) =>
      reportNoResult({ uuid, receiptNo, since }, ports.mobileMoney(tx, context)),
    );
  }
  return hung.length;
}
