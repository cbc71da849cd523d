/** The app that requests payments. Everything of the payment bridge belongs to one app, and no other sees it. */
export type App = { readonly id: number; readonly sandbox: boolean };

/** Facts of the app's own about a request. */
export type Metadata = { readonly [key: string]: string };

/** The ids of the payment bridge: a word for what it names, and the record's uuid without dashes. */
const PREFIXES = {
  payout: 'po',
  payout_batch: 'pb',
  collection: 'col',
  refund: 're',
  topup: 'tu',
  transaction: 'txn',
  app_account: 'acc',
} as const;
export type Named = keyof typeof PREFIXES;

/** The id under which partners know a record: `po_0198c0de000070008000000000000001`. */
export function publicId(named: Named, uuid: string): string {
  return `${PREFIXES[named]}_${uuid.replaceAll('-', '')}`;
}

/** The uuid in such an id; null where it is none of this kind. */
export function uuidIn(named: Named, id: string): string | null {
  const parts = /^([a-z]+)_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(id);
  return parts?.[1] === PREFIXES[named] ? parts.slice(2).join('-') : null;
}
