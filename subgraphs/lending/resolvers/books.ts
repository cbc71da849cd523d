import { accounts, type AccountName } from '#core/ledger/accounts.ts';
import { postingRules } from '#core/ledger/posting-rules.ts';
import { isAccount } from '#core/ledger/trial-balance.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { namesOf } from '#core/kernel/names.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { JournalView, Placed, Statement, StatementEntry, View } from '#platform/app/views.ts';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import { connection, nothing, type ConnectionArguments } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { kindsReadBy } from './kinds-read.ts';
import { subAccountName } from './ledger.ts';

type Day = Temporal.PlainDate | null;
type Days = { readonly from?: Day; readonly to?: Day };
type Account = { readonly account?: string | null; readonly subAccount?: string | null };
type Wanted = ConnectionArguments &
  Days &
  Account & { readonly kind?: string | null; readonly record?: string | null; readonly reference?: string | null };

const plain = (text: string | null | undefined): string | null => (text == null || text === '' ? null : text);
/** No text of PostgreSQL holds a NUL, and no number is that long. */
const isReference = (text: string): boolean => text.length <= 100 && !text.includes('\0');

function accountNamed({ account }: Account): AccountName | null {
  const name = plain(account);
  if (name === null || isAccount(name)) return name;
  throw invalidField('account', 'unknown', `There is no account ${name.slice(0, 50)}. chartOfAccounts lists them.`);
}

async function journalsWanted(_: unknown, wanted: Wanted, context: LendingContext) {
  const { read, cursors } = context;
  const filter = { account: accountNamed(wanted), of: plain(wanted.subAccount), kind: plain(wanted.kind) };
  const [record, reference] = [plain(wanted.record), plain(wanted.reference)];
  if ([filter.of, filter.kind, reference].some((text) => text !== null && !isReference(text)))
    return connection('journals', wanted, cursors, nothing);
  // A cursor is a place among the journals in their order, whichever of them are shown.
  if (record === null && reference === null) {
    const days = { from: wanted.from ?? null, to: wanted.to ?? null };
    return connection('journals', wanted, cursors, {
      slice: (slice) => read((views) => views.journals.ofDays(days, filter, 'newest_first', slice)),
      count: nothing.count,
    });
  }
  const named = reference === null ? [] : await read((views) => views.journals.recordsNumbered(reference));
  const uuids =
    record === null ? named : [record].filter((id) => isUuid(id) && (reference === null || named.includes(id)));
  return connection('journals', wanted, cursors, {
    slice: async (slice) => (uuids.length === 0 ? [] : read((views) => views.journals.ofRecords(uuids, filter, slice))),
    count: nothing.count,
  });
}

const CHART = {
  accounts: namesOf(accounts).map((account) => {
    const { type, normal, ...divided } = accounts[account];
    return { account, type, normal, isDivided: 'perAgent' in divided || 'perApp' in divided };
  }),
  kinds: Object.keys(postingRules).toSorted(),
};

const kindsFor = ({ scopes }: Caller): readonly string[] | null =>
  scopes.includes('audit:read') ? null : kindsReadBy(scopes);

export const booksQuery: TypeResolvers<LendingContext> = {
  journal: (_, { id }: { readonly id: string }, { loaders }) => loaders.journals.byUuid.load(id),
  journals: journalsWanted,
  accountStatement: async (_, wanted: Days & Account, context) => {
    const account = accountNamed(wanted);
    if (account === null) throw invalidField('account', 'required', 'Name an account of the chart.');
    const of = plain(wanted.subAccount);
    if (of !== null && !isReference(of)) throw invalidField('subAccount', 'unknown', 'There is no such sub-account.');
    const days = { from: wanted.from ?? null, to: wanted.to ?? null };
    return context.read((views) => views.accountStatements.one(account, of, days));
  },
  chartOfAccounts: () => CHART,
  life: (_, { recordId, ...args }: ConnectionArguments & { readonly recordId: string }, { read, caller, cursors }) =>
    connection(`life:${recordId.toLowerCase()}`, args, cursors, {
      slice: async (slice) =>
        isUuid(recordId) ? read((views) => views.life.slice(recordId, kindsFor(caller), slice)) : [],
      count: nothing.count,
    }),
};

type Entry = View<'life', 'slice'>;

/** How a payment came about. */
const origin = async ({ uuid }: { readonly uuid: string }, _: unknown, { loaders }: LendingContext) =>
  (await loaders.originOf.load(uuid))[0] ?? null;

/** Payments, of which a loan shows who booked each. */
export const originsOfPayments: Resolvers<LendingContext> = { Repayment: { origin }, Disbursement: { origin } };

export const booksRecords: Resolvers<LendingContext> = {
  Journal: {
    id: ({ uuid }: JournalView) => uuid,
    kind: ({ eventType }: JournalView) => eventType,
    subject: async ({ subjectType: type, eventUuid, number, ownerNumber }: JournalView, _: unknown, { loaders }) => ({
      type,
      // The trail names records of every kind by their uuids.
      id: async () => (await loaders.entriesOfTrail.load(eventUuid))?.subjectUuid ?? null,
      number,
      ownerNumber,
    }),
    cause: ({ eventUuid }: JournalView, _: unknown, { loaders }) => loaders.entriesOfTrail.load(eventUuid),
    lines: ({ id }: JournalView, _: unknown, { loaders }) => loaders.linesOfJournal.load(id),
    reversalOf: ({ reversalOf }: JournalView, _: unknown, { loaders }) =>
      reversalOf === null ? null : loaders.journals.byId.load(reversalOf),
    reversedBy: ({ id }: JournalView, _: unknown, { loaders }) => loaders.undoingOfJournal.load(id),
  },
  JournalLine: {
    subAccount: ({ of }: View<'journals', 'linesOf'>) => of,
    subAccountName,
    debit: ({ side, amount }: View<'journals', 'linesOf'>) => (side === 'debit' ? amount : 0n),
    credit: ({ side, amount }: View<'journals', 'linesOf'>) => (side === 'credit' ? amount : 0n),
  },
  AccountStatement: {
    subAccount: ({ of }: Statement) => of,
    subAccountName,
    type: ({ account }: Statement) => accounts[account].type,
    normal: ({ account }: Statement) => accounts[account].normal,
    entries: (statement: Statement, args: ConnectionArguments, { read, cursors }) =>
      connection(`statement:${statement.account}:${statement.of ?? ''}`, args, cursors, {
        slice: (slice): Promise<readonly Placed<StatementEntry>[]> =>
          read((views) => views.accountStatements.entries(statement, slice)),
        count: nothing.count,
      }),
  },
  LifeEntry: {
    id: ({ uuid }: Entry) => uuid,
    kind: ({ eventType }: Entry) => eventType,
    // Who works at the institution is for those who work there, and no business of its partners.
    actor: ({ actor }: Entry, _: unknown, { caller }) => (caller.person || actor === caller.clientKey ? actor : null),
    name: ({ name }: Entry, _: unknown, { caller }) => (caller.person ? name : null),
  },
};
