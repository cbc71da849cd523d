import type { Query } from '#platform/judge/judge.ts';
import type { Exchange } from '../driver/history.ts';

/** A record of money as it is at the end. */
export type MoneyRecord = {
  readonly uuid: string;
  readonly amount: string;
  readonly state: string | null;
  readonly version: number | null;
  /** Whether a part of it has become a record of its own. */
  readonly is_parted: boolean;
};

const TABLES =
  `disbursement repayment savings_transaction mobile_money_transaction payout payout_batch collection refund topup
  float_top_up receipt_split invoice_payment`.split(/\s+/);
const WITHOUT_STATE = new Set(['payout_batch', 'receipt_split']);
/** Of a receipt that is split the version counts what becomes of its parts. */
const WITHOUT_VERSION = new Set(['invoice_payment', 'receipt_split']);

/** Every record of money of a database, by its uuid. */
export async function moneyRecords(query: Query): Promise<ReadonlyMap<string, MoneyRecord>> {
  const each = TABLES.map((table) => {
    const state = WITHOUT_STATE.has(table) ? 'null' : 'x.state';
    const version = WITHOUT_VERSION.has(table) ? 'null::int' : 'x.version';
    const isParted =
      table === 'mobile_money_transaction'
        ? `x.rest_of_id is not null or exists (select from ${table} r where r.tenant_id = x.tenant_id and r.rest_of_id = x.id)`
        : 'false';
    return `select x.uuid::text as uuid, x.amount::text as amount, ${state} as state, ${version} as version, ${isParted} as is_parted from ${table} x`;
  });
  const rows = await query<MoneyRecord>(each.join(' union all '));
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Which record a reply is about, by the path of the request; on the graph by the name of what is shown. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\/loans\/[^/]+\/disbursements(\/[^/]+)?$/, 'disbursement'],
  [/\/loans\/[^/]+\/repayments(\/[^/]+(\/reallocation)?)?$/, 'repayment'],
  [/\/savings_accounts\/[^/]+\/transactions(\/[^/]+)?$/, 'savings transaction'],
  [/\/invoices\/[^/]+\/payments(\/[^/]+)?$/, 'invoice payment'],
  [/\/mobile_money\/transactions(\/[^/]+)?$/, 'mobile money'],
  [/\/float\/top_ups$|\/float_top_ups\/[^/]+$/, 'top-up of float'],
  [/^\/api\/v1\/receipts(\/[^/]+)?$/, 'receipt'],
  [/^\/v1\/payouts(\/[^/]+(\/\w+)?)?$/, 'payout'],
  [/^\/v1\/payout_batches(\/[^/]+)?$/, 'batch of payouts'],
  [/^\/v1(\/test)?\/collections(\/[^/]+(\/\w+)?)?$/, 'collection'],
  [/^\/v1\/refunds(\/[^/]+)?$/, 'refund'],
  [/^\/v1\/topups(\/[^/]+)?$/, 'top-up'],
];
const SHOWN_ON_THE_GRAPH: Readonly<Record<string, string>> = {
  savingsTransaction: 'savings transaction',
  repayment: 'repayment',
  disbursement: 'disbursement',
  invoicePayment: 'invoice payment',
  mobileMoneyTransaction: 'mobile money',
  payout: 'payout',
  collection: 'collection',
  refund: 'refund',
  floatTopUp: 'top-up of float',
};

type Acknowledged = {
  readonly by: string;
  readonly kind: string;
  readonly uuid: string;
  /** Minor units, as the reply has it, or else as it was asked for. */
  readonly amount: string | null;
  readonly asked: string | null;
  readonly state: string;
  readonly version: number | null;
};

const PAID = ['succeeded', 'confirmed', 'reversed', 'in_recovery'];
const IN_SUSPENSE = ['unallocated', 'allocated', 'merged', 'returning', 'reversed', 'corrected'];
/** What a record may be at the end of which a client was shown that it had come so far: no money is forgotten again. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  reversed: ['reversed'],
  cancelled: ['cancelled'],
  corrected: ['corrected'],
  merged: ['merged'],
  released: ['released'],
  captured: ['captured'],
  in_recovery: ['in_recovery', 'confirmed', 'reversed', 'review'],
  // What comes back of a loan that was repaid in part is for people first.
  confirmed: ['confirmed', 'reversed', 'review'],
  succeeded: ['succeeded', 'reversed'],
  // Late money is taken.
  failed: ['failed', ...PAID, ...IN_SUSPENSE],
  expired: ['expired', 'failed', ...PAID, ...IN_SUSPENSE],
  cancelled_by_payer: ['cancelled_by_payer', ...PAID, ...IN_SUSPENSE],
  booked: ['booked', 'reversed'],
  posted: ['posted', 'reversed'],
  held: ['held', 'released', 'captured', 'expired'],
  unallocated: IN_SUSPENSE,
  returning: IN_SUSPENSE,
};
/** An invoice payment that is allocated, and mobile money that is. */
const ALLOCATED = ['received', 'partly_allocated', 'allocated', ...IN_SUSPENSE];

/**
 * partner-api.md and payments.md 3: what a client was answered of money is so at the end. Each reply of success has its record, with that
 * amount, in that version or a later one, and nothing that had ended begins again.
 */
export function judgeAcknowledged(
  exchanges: readonly Exchange[],
  records: ReadonlyMap<string, MoneyRecord>,
): readonly string[] {
  const sentences = standing(exchanges)
    .flatMap(acknowledgedIn)
    .flatMap((reply) => contradicting(reply, records));
  // Impatient clients get the same reply again.
  return [...new Set(sentences)];
}

/** Who resets a sandbox has asked for the end of all that was in it. */
function standing(exchanges: readonly Exchange[]): readonly Exchange[] {
  const resets = exchanges.flatMap(({ by, request: { method, path }, reply: { status } }, at) =>
    method === 'POST' && path === '/api/v1/test/reset' && status < 300 ? [{ by, at }] : [],
  );
  return exchanges.filter(({ by }, at) => !resets.some((reset) => reset.by === by && reset.at > at));
}

function contradicting(reply: Acknowledged, records: ReadonlyMap<string, MoneyRecord>): string[] {
  const { kind, uuid, amount, asked, state, version } = reply;
  const said = `${reply.by} acknowledged ${kind} ${uuid}`;
  const record = records.get(uuid);
  if (!record) return [`${said} of ${amount ?? 'an amount'}, and no record has it.`];
  const sentences: string[] = [];
  if (asked !== null && amount !== null && asked !== amount)
    sentences.push(`${said} of ${amount}, and was asked for ${asked}.`);
  // Of a prompt it is not known what the payer sends.
  const isOpen = kind === 'mobile money' && !IN_SUSPENSE.includes(state);
  if (amount !== null && record.amount !== amount && !record.is_parted && !isOpen)
    sentences.push(`${said} of ${amount}, and its record is of ${record.amount}.`);
  const ends = state === 'allocated' ? ALLOCATED : ENDS[state];
  if (record.state !== null && ends !== undefined && !ends.includes(record.state))
    sentences.push(`${said} as ${state}, and its record is ${record.state}.`);
  if (version !== null && record.version !== null && record.version < version)
    sentences.push(`${said} in version ${version}, and its record is in version ${record.version}.`);
  return sentences;
}

function acknowledgedIn(exchange: Exchange): Acknowledged[] {
  const { request, reply } = exchange;
  if (reply.status >= 300 || reply.body === null) return [];
  if (request.path === '/graphql') return onTheGraph(exchange);
  const [path = ''] = request.path.split('?', 1);
  const kind = KINDS.find(([pattern]) => pattern.test(path))?.[1];
  const record = path.startsWith('/v1/') ? reply.body.data : reply.body;
  // A list, what two people have yet to decide, and what was only tried.
  if (kind === undefined || Array.isArray(record) || record?.command !== undefined || record?.dry_run === true)
    return [];
  const uuid = uuidOf(record);
  if (uuid === null) return [];
  const isNew = request.method === 'POST' && reply.status === 201 && TAKES_PAYMENTS.test(path);
  const asked = isNew ? request.body?.['amount'] : undefined;
  return [
    {
      by: `${request.method} ${path}`,
      kind,
      uuid,
      amount: textOf(record.amount),
      asked: textOf(asked),
      state: String(record.state),
      version: record.version ?? null,
    },
  ];
}

/** The collections themselves, and not what is done with one of their records. */
const TAKES_PAYMENTS =
  /\/(payouts|collections|refunds|topups|repayments|disbursements|payments|transactions|top_ups|receipts)$/;

const textOf = (amount: unknown) => (typeof amount === 'number' || typeof amount === 'string' ? String(amount) : null);

/** Of an app it is the end of the id: `po_` and 32 digits. */
function uuidOf(record: any): string | null {
  if (typeof record?.uuid === 'string') return record.uuid;
  const [, digits] = /^[a-z]+_([0-9a-f]{32})$/.exec(String(record?.id)) ?? [];
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? null;
}

function onTheGraph({ request, reply }: Exchange): Acknowledged[] {
  const input = Object(Object(request.body?.['variables'])['input']);
  return Object.entries<any>(reply.body.data ?? {}).flatMap(([mutation, payload]) => {
    // Refused, or left to a second person.
    if ((payload?.userErrors ?? []).length > 0 || (payload?.proposal ?? null) !== null) return [];
    return Object.entries<any>(payload ?? {}).flatMap(([field, record]) => {
      const kind = SHOWN_ON_THE_GRAPH[field];
      if (kind === undefined || typeof record?.id !== 'string') return [];
      return [
        {
          by: mutation,
          kind,
          uuid: record.id,
          // Who books it names the amount; the driver does not have it shown.
          amount: textOf(input.amount),
          asked: null,
          state: String(record.state).toLowerCase(),
          version: record.version ?? null,
        },
      ];
    });
  });
}
