import { NOBODYS_NUMBER, type Person, type PersonalCopies } from '#core/kernel/personal-data.ts';
import type { TenantTransaction } from '../database.ts';
import { SEALED_FIELD } from '../mapping/sealed-form.ts';
import { coverKeys, forgetResponses } from '../partners/stored-responses.ts';
import { PERSONAL_TABLES, RECORDS_OF, type PersonalKind, type PersonalTable } from './catalogue.ts';
import { coveredReference } from './covered-reference.ts';
import { patternsOf, textsOf, type Patterns } from './identifying.ts';
import { beginPasses } from './passes.ts';
import { forgetInNotifications } from './sealed-texts.ts';

/** Logs are read as a whole, which takes longer than any statement of a request. */
const TIMEOUT = '60s';

/** The parameters of every statement, so that one that leaves some of them out has their types. */
export const GIVEN = `$1::bigint is not null and num_nonnulls($2::text, $3::text, $4::text[], $5::text, $6::text) = 5`;

/** What is kept of people, in this transaction. */
export const personalCopiesOf = (tx: TenantTransaction): PersonalCopies => ({
  forget: (person) => forgetPerson(tx, person),
  areNamedIn: (person, texts) => areNamedIn(tx, person, texts),
});

/** By the expressions that find a person's texts in their own rows. */
async function areNamedIn(tx: TenantTransaction, person: Person, texts: readonly string[]): Promise<boolean> {
  const { all } = await textsOf(tx, person);
  const { words, digits } = patternsOf(all, 'of the person', tx.sealing);
  const named = await tx.sql('select from unnest($1::text[]) as t where t ~* $2 or t ~* $3', [texts, words, digits]);
  return named.length > 0;
}

/**
 * Overwrites what the tables hold of a person beside the record itself (catalogue.ts), and writes down that the person was
 * erased. Rows of the person lose what is personal in them; in rows of others the person's texts are replaced, unless
 * another person has the same name or number. It is the last that a use case does. It is repeated (second-pass.ts).
 */
async function forgetPerson(tx: TenantTransaction, person: Person): Promise<void> {
  const texts = await textsOf(tx, person);
  const sought = soughtBy(tx, person, texts);
  await clearCopies(tx, person, { sought, tables: PERSONAL_TABLES });
  const records = await tx.sql<{ uuid: string }>(RECORDS_OF[person.type], [person.id]);
  const uuids = records.map(({ uuid }) => uuid);
  // What is sealed with them can’t be read again, in a copy of the rows either.
  await tx.sql('delete from personal_key where uuid = any($1::uuid[])', [uuids]);
  tx.sealing.forgetPeople();
  await coverKeys(tx, sought.alone);
  await forgetResponses(tx, sought.alone, { texts: [...uuids, ...Object.values(texts.own).flat()] });
  await beginPasses(tx, person, texts.all);
}

/** The parameters of every statement, and what finds the person in rows of others. */
export type Sought = { readonly params: readonly unknown[]; readonly alone: Patterns };

export function soughtBy(
  { sealing }: TenantTransaction,
  { id }: Pick<Person, 'id'>,
  { all, own }: Awaited<ReturnType<typeof textsOf>>,
): Sought {
  const [anyone, alone] = [patternsOf(all, 'of the person', sealing), patternsOf(own, 'of others', sealing)];
  return { params: [id, alone.words, alone.digits, alone.phones, anyone.words, anyone.digits], alone };
}

/** One statement a table. What is cleared already stays as it is. */
export async function clearCopies(
  tx: TenantTransaction,
  { id, type }: Pick<Person, 'id' | 'type'>,
  { sought: { params, alone }, tables }: { readonly sought: Sought; readonly tables: typeof PERSONAL_TABLES },
): Promise<void> {
  await tx.sql(`select set_config('statement_timeout', '${TIMEOUT}', true)`);
  for (const [name, table] of Object.entries(tables)) {
    for (const statement of statementsOf(name, table, type)) await tx.sql(statement, params);
    await coverReferences(tx, { name, table, type, params });
  }
  const [, words, digits, , anyWords, anyDigits] = params;
  await tx.sql('select forget_in_written_once($1, $2, $3, $4, $5, $6)', [type, id, words, digits, anyWords, anyDigits]);
  await forgetInNotifications(tx, alone);
}

type NamedTable = {
  readonly name: string;
  readonly table: PersonalTable;
  readonly type: Person['type'];
  readonly params: readonly unknown[];
};

/** References by which others name their records and which name the person say so no more, and stay taken. */
async function coverReferences(tx: TenantTransaction, { name, table, type, params }: NamedTable): Promise<void> {
  const settled = table.unless === undefined ? 'true' : `not (${table.unless})`;
  for (const [column, kind] of Object.entries(table.columns)) {
    if (kind !== 'reference') continue;
    const named = await tx.sql<{ id: string; reference: string }>(
      `select t.id, t.${column} as reference from ${name} t
        where ${GIVEN} and not ${rowsOf(table, type)} and ${namesPerson(`t.${column}`, kind)} and ${settled}`,
      params,
    );
    if (named.length === 0) continue;
    await tx.sql(
      `update ${name} t set ${column} = f.covered from unnest($1::bigint[], $2::text[]) as f(id, covered) where t.id = f.id`,
      [named.map(({ id }) => id), named.map(({ reference }) => coveredReference(tx.sealing, reference))],
    );
  }
}

/** What is cleared otherwise than by a statement of its table. */
const NO_STATEMENT: readonly PersonalKind[] = ['record', 'response', 'sealed'];

function statementsOf(name: string, table: PersonalTable, type: Person['type']): string[] {
  const columns = Object.entries(table.columns).filter(([, kind]) => !NO_STATEMENT.includes(kind));
  if (columns.length === 0 || table.writtenOnce) return [];
  const own = rowsOf(table, type);
  const settled = table.unless === undefined ? 'true' : `not (${table.unless})`;
  const found = (of: typeof columns) => of.map(([column, kind]) => namesPerson(`t.${column}`, kind)).join(' or ');
  const deleted = columns.filter(([, kind]) => kind === 'deleted');
  const changed = columns.filter(([, kind]) => kind !== 'deleted');
  const values = changed.map(([column, kind]) => cleared(`t.${column}`, kind, own)).join(', ');
  const names = changed.map(([column]) => column).join(', ');
  return [
    ...(deleted.length === 0 ? [] : [`delete from ${name} t where ${GIVEN} and (${found(deleted)}) and ${settled}`]),
    ...(changed.length === 0
      ? []
      : [
          `update ${name} t set (${names}) = row(${values})
            where ${GIVEN} and (${own} or ((${found(changed)}) and ${settled})) and row(${names}) is distinct from row(${values})`,
        ]),
  ];
}

/** The condition of a table's rows that are the person's own. */
export const rowsOf = ({ ofMember, ofStudent }: PersonalTable, type: Person['type']): string => {
  const rows = type === 'member' ? ofMember : ofStudent;
  return rows === undefined ? 'false' : `(${rows})`;
};

/** The condition that a column of another's row names the person. */
export function namesPerson(column: string, kind: PersonalKind): string {
  if (kind === 'phone' || kind === 'deleted') return `${column} = any($4)`;
  if (kind === 'coined') return namesPerson(inWords(column), 'mention');
  return kind === 'people' || kind === 'key' || kind === 'hash' || kind === 'sealed'
    ? 'false'
    : `(${column}::text ~* $2 or ${column}::text ~* $3)`;
}

/** A name such as LoansOfAnnOtieno as Loans_Of_Ann_Otieno, in whose words a person's are found. */
const inWords = (column: string): string =>
  ['([A-Z])([A-Z][a-z])', '([a-z0-9])([A-Z])', '([a-zA-Z])([0-9])'].reduce(
    (text, between) => `regexp_replace(${text}, '${between}', '\\1_\\2', 'g')`,
    column,
  );

/** What a column holds afterwards. What is null stays null. */
function cleared(column: string, kind: PersonalKind, own: string): string {
  const [words, digits] = [`case when ${own} then $5 else $2 end`, `case when ${own} then $6 else $3 end`];
  const without = `regexp_replace(regexp_replace(${column}::text, ${words}, 'erased', 'gi'), ${digits}, '0', 'gi')`;
  const inDocument = `without_person(${column}, ${words}, ${digits})`;
  switch (kind) {
    case 'text':
      return `case when ${own} and ${column} is not null then 'erased' else ${without} end`;
    case 'phone':
      return `case when ${column} is not null and (${own} or ${column} = any($4)) then '${NOBODYS_NUMBER}' else ${column} end`;
    case 'hash':
      return `case when ${own} or t.msisdn = any($4) then null else ${column} end`;
    case 'reference':
      // A reference of another's row stays taken (`coverReferences`): the payment that an app names by it is not made again.
      return `case when ${column} is not null and ${own} then 'erased-' || t.id else ${column} end`;
    case 'key': {
      const reference = cleared('t.account_reference', 'mention', own);
      return `case when ${reference} = t.account_reference then ${column} else 'ERASED' end`;
    }
    case 'people':
      return `case when ${own} then coalesce((select jsonb_agg((p.value - '${SEALED_FIELD}') || '${NOBODY}') from jsonb_array_elements(${column}) p), '[]') else ${column} end`;
    case 'coined':
      return `case when ${namesPerson(column, kind)} then left(${cleared(inWords(column), 'mention', own)}, length(${column})) else ${column} end`;
    case 'document':
      return inDocument;
    case 'event':
      return `case when ${own} and jsonb_typeof(${column} -> 'reason') = 'string' then jsonb_set(${inDocument}, '{reason}', '"erased"') else ${inDocument} end`;
    case 'mention':
      return without;
    case 'record':
    case 'response':
    case 'sealed':
    case 'deleted':
      throw new Error(`A column of the kind ${kind} is not overwritten.`);
  }
}

const NOBODY = JSON.stringify({ name: 'Erased', date_of_birth: null, id_number: null, phone: null, guardian: null });
