import type { AccountName } from '#core/ledger/accounts.ts';
import { daysOfBooks, type DaysOfBooks, type DaysWanted } from '#core/ledger/days-of-books.ts';
import { receiptKey } from '#core/payments/payment-receipt.ts';
import { expression, orNull, selection, unmapped } from '../../views/columns.ts';
import { inListOrder, type Placed, type Slice } from '../../views/slice.ts';
import { whereAfter, type Condition, type ViewContext } from '../../views/view.ts';
import { SUMMED } from '../days.ts';

/** Which journals of some days: those that move an account, and those of a kind of event. */
export type JournalFilter = {
  readonly account: AccountName | null;
  readonly of: string | null;
  readonly kind: string | null;
};
export type Order = 'newest_first' | 'oldest_first';
/** The order in which rows are read, which is the other one from the end of a list. */
type Direction = 'asc' | 'desc';

/** The records that journals name, with the column of their number and the record to which they belong. */
type Numbered = { readonly number: string; readonly owner?: readonly [table: string, column: string, number: string] };
const NUMBERED: { readonly [type: string]: Numbered } = {
  loan: { number: 'loan_no' },
  repayment: { number: 'receipt_no', owner: ['loan', 'loan_id', 'loan_no'] },
  disbursement: { number: 'receipt_no', owner: ['loan', 'loan_id', 'loan_no'] },
  savings_account: { number: 'account_no' },
  savings_transaction: { number: 'receipt_no', owner: ['savings_account', 'account_id', 'account_no'] },
  mobile_money_transaction: { number: 'receipt_no' },
  agent: { number: 'agent_no' },
  member: { number: 'member_no' },
};

const shown = selection({
  ...unmapped('l', { id: 'id', uuid: 'text', eventUuid: 'text', eventType: 'text', currency: 'text' }),
  ...unmapped('l', { bookedOn: 'date', valueDate: 'date', createdAt: 'instant', subjectType: 'text', subjectId: 'id' }),
  reversalOf: orNull(expression.id('l.reversal_of')),
  amount: expression.cents(`(select sum(x.amount) from journal_line x where x.journal_id = l.id and x.side = 'debit')`),
});
/** A journal with what people know its record by. */
export type JournalView = ReturnType<typeof shown.read> & Pick<Named, 'number' | 'ownerNumber'>;

const names = selection({
  type: expression.text('l.type'),
  id: expression.id('l.id'),
  number: orNull(expression.text('l.number')),
  ownerNumber: orNull(expression.text('l.owner_number')),
});
type Named = ReturnType<typeof names.read>;

const select = (rows: string) => `select ${shown.list} from (${rows}) l`;

const lines = selection({
  journalId: expression.id('l.journal_id'),
  account: expression.text('l.account'),
  of: orNull(expression.text('l.sub_account')),
  side: expression.choice('l.side', ['debit', 'credit']),
  amount: expression.cents('l.amount'),
});

const moves = ({ account, of }: Pick<JournalFilter, 'account' | 'of'>): Condition[] =>
  account === null
    ? []
    : [
        [
          `exists (select from journal_line x where x.journal_id = l.id and x.account = ?1
                    and (?2::text is null or x.sub_account = ?2))`,
          account,
          of,
        ],
      ];
/** A kind, or the beginning of kinds up to a dot. */
const isOfKind = (column: string, kind: string): string =>
  `(${column} = ${kind} or (right(${kind}, 1) = '.' and starts_with(${column}, ${kind})))`;
const ofKind = (kind: string | null): Condition[] =>
  kind === null ? [] : [[isOfKind('l.event_type', '?::text'), kind]];

/** Journals by day, by record and by number. A day is read whole at the most, and days on which nothing fits are skipped. */
export function journalViews({ sql, today }: ViewContext) {
  const read = async (text: string, params: readonly unknown[]): Promise<JournalView[]> => {
    const found = (await sql(text, params, 'by_values')).map(shown.read);
    const named = new Map((await namesOf(sql, found)).map((each) => [`${each.type} ${each.id}`, each]));
    return found.map((journal) => {
      const { number = null, ownerNumber = null } = named.get(`${journal.subjectType} ${journal.subjectId}`) ?? {};
      return { ...journal, number, ownerNumber };
    });
  };
  const where = (condition: Condition): Promise<JournalView[]> => {
    const { clause, params } = whereAfter([], condition);
    return read(select(`select l.* from journal l ${clause}`), params);
  };

  const cut = (conditions: readonly Condition[], direction: Direction, limit: number) => {
    const { clause, params } = whereAfter([], ...conditions);
    const by = `order by l.booked_on ${direction}, l.id ${direction}`;
    return read(`${select(`select l.* from journal l ${clause} ${by} limit ${Math.trunc(limit)}`)} ${by}`, params);
  };

  return {
    byUuids: (uuids: readonly string[]) => where(['l.uuid = any(?::uuid[])', uuids]),
    byIds: (ids: readonly number[]) => where(['l.id = any(?::bigint[])', ids]),
    /** The journals that undo these. */
    undoing: (ids: readonly number[]) => where(['l.reversal_of = any(?::bigint[])', ids]),
    linesOf: async (ids: readonly number[]) =>
      (
        await sql(
          `select ${lines.list} from journal_line l where l.journal_id = any($1::bigint[]) order by l.journal_id, l.id`,
          [ids],
        )
      ).map(lines.read),

    /** Part of the journals of some days. @throws DomainError validation_failed for days that can’t be read together */
    ofDays: async (
      wanted: DaysWanted,
      filter: JournalFilter,
      order: Order,
      slice: Slice,
    ): Promise<readonly Placed<JournalView>[]> => {
      const direction = (order === 'newest_first') === slice.fromEnd ? 'asc' : 'desc';
      const bounds = boundsOf(order, slice);
      const range = within(daysOfBooks(wanted, today), bounds);
      const conditions = [...bounds.map(({ condition }) => condition), ...moves(filter), ...ofKind(filter.kind)];
      const found: JournalView[] = [];
      for (const days of await partsOf(sql, range, filter, direction)) {
        found.push(...(await cut([days, ...conditions], direction, slice.limit - found.length)));
        if (found.length >= slice.limit) break;
      }
      return inListOrder(found, slice).map(placed);
    },

    /** Part of the journals of some records and of what belongs to these, newest first. */
    ofRecords: async (
      uuids: readonly string[],
      filter: JournalFilter,
      slice: Slice,
    ): Promise<readonly Placed<JournalView>[]> => {
      const bounds = boundsOf('newest_first', slice);
      const of: Condition = [`(l.subject_type, l.subject_id) in (${SUBJECTS})`, uuids];
      const conditions = [of, ...bounds.map(({ condition }) => condition), ...moves(filter), ...ofKind(filter.kind)];
      const found = await cut(conditions, slice.fromEnd ? 'asc' : 'desc', slice.limit);
      return inListOrder(found, slice).map(placed);
    },

    recordsNumbered: (number: string) => recordsNumbered(sql, number),
  };
}

/** The records that are known by a number: their own, a receipt, or the provider’s reference of a payment. */
async function recordsNumbered(sql: ViewContext['sql'], number: string): Promise<string[]> {
  const own = Object.entries(NUMBERED).map(([type, row]) => `select uuid from ${type} where ${row.number} = $1`);
  const rows = await sql<{ uuid: string }>(
    `select record_uuid as uuid from payment_receipt_use where receipt_key = $2 union ${own.join(' union ')}`,
    [number.trim(), receiptKey(number)],
  );
  return rows.map(({ uuid }) => uuid);
}

/** The numbers of their records: one look into each kind that there is. */
async function namesOf(
  sql: ViewContext['sql'],
  journals: readonly { readonly subjectType: string; readonly subjectId: number }[],
): Promise<Named[]> {
  const types = [...new Set(journals.map(({ subjectType }) => subjectType))].filter((type) => type in NUMBERED);
  if (types.length === 0) return [];
  const looks = types.map((type, i) => {
    // Others were filtered out.
    const { number, owner } = NUMBERED[type] as Numbered;
    const [ownerNumber, join] = owner
      ? [`o.${owner[2]}`, `left join ${owner[0]} o on o.id = x.${owner[1]}`]
      : ['null::text', ''];
    return `select '${type}' as type, x.id, x.${number} as number, ${ownerNumber} as owner_number
              from ${type} x ${join} where x.id = any($${i + 1}::bigint[])`;
  });
  const ids = types.map((type) =>
    journals.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId),
  );
  return (await sql(`select ${names.list} from (${looks.join(' union all ')}) l`, ids)).map(names.read);
}

/**
 * The days of the range on which something may fit, in parts that are read one after another: those that are not summed
 * together, the others as their sums say, 1, 2, 4, ... at a time. A page of a busy account takes one statement, one of a
 * rare account few.
 */
async function partsOf(
  sql: ViewContext['sql'],
  { from, to }: DaysOfBooks,
  { account, of, kind }: JournalFilter,
  direction: Direction,
): Promise<readonly Condition[]> {
  const all: Condition = ['l.booked_on between ?1::date and ?2::date', from.toString(), to.toString()];
  if (account === null && kind === null) return [all];
  const rows = await sql<{ day: string }>(
    `select distinct d.booked_on::text as day from ledger_day d
      where d.booked_on between $1::date and $2::date and d.booked_on <= ${SUMMED} and ($3::text is null or d.account = $3)
        and ($4::text is null or d.sub_account = $4) and ($5::text is null or ${isOfKind('d.event_type', '$5')})
      order by day ${direction}`,
    [from.toString(), to.toString(), account, of, kind],
    'by_values',
  );
  const parts: Condition[] = [];
  for (let at = 0, size = 1; at < rows.length; at += size, size *= 2)
    parts.push(['l.booked_on = any(?::date[])', rows.slice(at, at + size).map(({ day }) => day)]);
  const unsummed: Condition = [`${all[0]} and l.booked_on > ${SUMMED}`, ...all.slice(1)];
  return direction === 'desc' ? [unsummed, ...parts] : [...parts, unsummed];
}

/** A record, with the payments that belong to it. The audit trail knows records of every kind by their uuids. */
const SUBJECTS = `
  with own as (
    select s.subject_type as type, s.subject_id as id from unnest(?::uuid[]) as u(uuid)
     cross join lateral (
       select a.subject_type, a.subject_id from audit a where a.subject_uuid = u.uuid order by a.id limit 1) s)
  select type, id from own
  union all
  select 'repayment', x.id from own join repayment x on x.loan_id = own.id where own.type = 'loan'
  union all
  select 'disbursement', x.id from own join disbursement x on x.loan_id = own.id where own.type = 'loan'
  union all
  select 'savings_transaction', x.id from own join savings_transaction x on x.account_id = own.id where own.type = 'savings_account'`;

type Bound = { readonly day: Temporal.PlainDate; readonly isUpper: boolean; readonly condition: Condition };

/** Journals are in the order of their days, and within a day of their ids. */
const placed = (journal: JournalView): Placed<JournalView> => ({
  record: journal,
  place: { values: [journal.bookedOn.toString(), String(journal.id)], asOf: null },
});

/** What the cursors of a slice bound. */
function boundsOf(order: Order, { after, before }: Slice): readonly Bound[] {
  const places = [
    [after, true],
    [before, false],
  ] as const;
  return places.flatMap(([place, isBehind]): Bound[] => {
    if (place === null) return [];
    const [day = '', id] = place.values;
    const isUpper = (order === 'newest_first') === isBehind;
    const condition: Condition = [`(l.booked_on, l.id) ${isUpper ? '<' : '>'} (?1::date, ?2::bigint)`, day, id];
    return [{ day: Temporal.PlainDate.from(day), isUpper, condition }];
  });
}

/** The days of a range that its bounds leave. */
function within(days: DaysOfBooks, bounds: readonly Bound[]): DaysOfBooks {
  let { from, to } = days;
  for (const { day, isUpper } of bounds) {
    if (isUpper && Temporal.PlainDate.compare(day, to) < 0) to = day;
    if (!isUpper && Temporal.PlainDate.compare(day, from) > 0) from = day;
  }
  return { from, to };
}
