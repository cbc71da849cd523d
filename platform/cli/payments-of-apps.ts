import { uuidIn, type App } from '#core/payment-bridge/app.ts';
import type { TakenBack } from '#core/payment-bridge/taken-back.ts';
import type { Platform } from '../app/open-platform.ts';
import type { Caller } from '../auth/caller.ts';
import { Refused } from './program.ts';

/** A payment by the id that its app knows. */
export async function findOfApp(
  { database }: Platform,
  { tenantId }: Caller,
  kind: 'payout' | 'collection',
  id: string,
): Promise<{ readonly id: number; readonly app: App }> {
  const uuid = uuidIn(kind, id);
  const [row] = uuid
    ? await database.read(tenantId, (tx) =>
        tx.sql<{ id: string; app_id: string; sandbox: boolean }>(
          `select id, app_id, sandbox from ${kind} where uuid = $1`,
          [uuid],
        ),
      )
    : [];
  if (!row) throw new Refused(`There is no ${kind} ${id}.`);
  return { id: Number(row.id), app: { id: Number(row.app_id), sandbox: row.sandbox } };
}

/** What a provider or a bank took back of an app: a payout, a collection or a top-up, as the id says. */
export async function reverseOfApp(
  platform: Platform,
  operator: Caller,
  id: string,
  taken: TakenBack,
  proposed: { readonly by: string; readonly evidence: string },
) {
  const { reverseCollection, reversePayout, reverseTopup } = platform.app.operators;
  if (id.startsWith('col_')) {
    const { app, id: collectionId } = await findOfApp(platform, operator, 'collection', id);
    return reverseCollection(operator, { ...taken, app, collectionId }, proposed);
  }
  if (id.startsWith('tu_')) {
    const bankReference = await bankReferenceOf(platform, operator, id);
    return reverseTopup(operator, { ...taken, bankReference }, proposed);
  }
  const { app, id: payoutId } = await findOfApp(platform, operator, 'payout', id);
  return reversePayout(operator, { ...taken, app, payoutId }, proposed);
}

/** What an app writes on the transfer of a top-up. */
async function bankReferenceOf({ database }: Platform, { tenantId }: Caller, id: string): Promise<string> {
  const uuid = uuidIn('topup', id);
  const [row] = uuid
    ? await database.read(tenantId, (tx) =>
        tx.sql<{ bank_reference: string }>('select bank_reference from topup where uuid = $1', [uuid]),
      )
    : [];
  if (!row) throw new Refused(`There is no topup ${id}.`);
  return row.bank_reference;
}
