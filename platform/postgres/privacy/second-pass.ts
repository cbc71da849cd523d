import { NOBODYS_NUMBER, type Person } from '#core/kernel/personal-data.ts';
import type { TenantTransaction } from '../database.ts';
import { coverKeys, forgetResponses } from '../partners/stored-responses.ts';
import { PERSONAL_TABLES, type PersonalTable } from './catalogue.ts';
import { clearCopies, GIVEN, namesPerson, soughtBy, type Sought } from './forget.ts';
import { textsOf } from './identifying.ts';
import { endPasses, passAgain, passOnceMore, takePass, type DuePass } from './passes.ts';
import { notificationsNaming } from './sealed-texts.ts';

/**
 * Logs, copies and lists of providers: they are written behind what happened, and are cleared whenever they were written. Of other tables a
 * pass changes the rows alone that were there, or on their way, when the person was erased: business with the same number
 * or name that comes later is another’s, or has a reason of its own.
 */
export const WRITTEN_BEHIND: readonly string[] = [
  'personal_reading',
  'loan_entry',
  'loan_instalment',
  'death_claim_part',
  'bank_file',
  'bank_line',
  'statement_line',
  'reconciliation_break',
  'callback',
  'event',
  'audit',
  'reaction',
  'webhook_attempt',
  'request_log',
  'graph_operation',
  'test_clock',
  'test_reset',
  'idempotency_key',
];

type Write = <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;

/**
 * Clears once more what an erasure could not: what was on its way then, and what was written behind it. One transaction: where it
 * does not come to its end, the erasure is due as before; where it fails, it waits, and those of others come before it.
 */
export async function repeatErasure(
  write: Write,
  { tenantId, id }: { readonly tenantId: number; readonly id: number },
): Promise<void> {
  try {
    await write(tenantId, (tx) => secondPass(tx, id));
  } catch (error) {
    await write(tenantId, (tx) => passAgain(tx, id));
    throw error;
  }
}

async function secondPass(tx: TenantTransaction, id: number): Promise<void> {
  const due = await takePass(tx, id);
  if (due === null) return;
  if (due.person === null) return void (await endPasses(tx, id));
  const texts = await textsNow(tx, due.person);
  const sought = soughtBy(tx, due.person, texts);
  await clearCopies(tx, due.person, { sought, tables: tablesMadeBy(due.madeBy) });
  await coverKeys(tx, sought.alone, due.madeByInRealTime);
  const own = Object.values(texts.own).flat();
  await forgetResponses(tx, sought.alone, { texts: own, until: due.madeByInRealTime });
  if (due.isOver) await endPasses(tx, id);
  else if (await isLeft(tx, due, sought)) await passAgain(tx, id);
  else await (due.waits ? passOnceMore(tx, id) : endPasses(tx, id));
}

/**
 * What finds the person now. Who came back, or has the number since, is another person: what they have is left in rows of others,
 * as it was by the erasure itself.
 */
async function textsNow(tx: TenantTransaction, person: Person) {
  const { all, own } = await textsOf(tx, person);
  // The payments of the person have it since the erasure.
  const ofSomeone = (phones: readonly string[]) => phones.filter((phone) => phone !== NOBODYS_NUMBER);
  return { all: { ...all, phones: ofSomeone(all.phones) }, own: { ...own, phones: ofSomeone(own.phones) } };
}

const madeUntil = (at: Temporal.Instant) => `t.created_at <= timestamptz '${at.toString()}'`;

/** The tables, with rows that were made later left as they are. */
function tablesMadeBy(at: Temporal.Instant): typeof PERSONAL_TABLES {
  const made = madeUntil(at);
  const limited = ({ ofMember, ofStudent, unless, ...table }: PersonalTable): PersonalTable => ({
    ...table,
    ...(ofMember === undefined ? {} : { ofMember: `(${ofMember}) and ${made}` }),
    ...(ofStudent === undefined ? {} : { ofStudent: `(${ofStudent}) and ${made}` }),
    unless: [...(unless === undefined ? [] : [unless]), `not (${made})`].join(' or '),
  });
  return Object.fromEntries(
    Object.entries(PERSONAL_TABLES).map(([name, table]) => [
      name,
      WRITTEN_BEHIND.includes(name) ? table : limited(table),
    ]),
  );
}

/** True while rows on their way name the person, or a request that names the person may be repeated. */
async function isLeft(tx: TenantTransaction, { madeBy, madeByInRealTime }: DuePass, { params, alone }: Sought) {
  const onTheirWay = Object.entries(PERSONAL_TABLES).flatMap(([name, { columns, unless }]) => {
    if (unless === undefined || name === 'callback') return [];
    const named = Object.entries(columns).map(([column, kind]) => namesPerson(`t.${column}`, kind));
    return [
      `select from ${name} t where ${GIVEN} and (${named.join(' or ')}) and (${unless}) and ${madeUntil(madeBy)}`,
    ];
  });
  for (const rows of onTheirWay) {
    const [row] = await tx.sql<{ left: boolean }>(`select exists(${rows}) as left`, params);
    if (row?.left) return true;
  }
  const [row] = await tx.sql<{ left: boolean; callbacks: boolean }>(UNDER_WAY, [
    alone.words,
    alone.digits,
    madeByInRealTime.toString(),
    madeBy.toString(),
  ]);
  return row?.left === true || (row?.callbacks === true && (await notificationsNaming(tx, alone)).length > 0);
}

/**
 * A key that was covered lasts for a day: until then its repetitions are logged under the name that the client gives them. Of
 * notifications that were not processed yet, the text is sealed and has to be opened.
 */
const UNDER_WAY = `
  with waiting as materialized (select c.subject from callback c where c.processed_at is null and c.received_at <= $4)
  select exists(select from idempotency_key k where k.created_at <= $3
                   and (k.key like 'erased-%' or (k.response is null and (k.key ~* $1 or k.key ~* $2))))
         or exists(select from waiting w where w.subject ~* $1 or w.subject ~* $2) as left,
         exists(select from waiting) as callbacks`;
