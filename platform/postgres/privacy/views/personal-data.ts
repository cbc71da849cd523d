import { Student } from '#core/education/student/student.ts';
import type { Person } from '#core/kernel/personal-data.ts';
import { DeathClaim } from '#core/membership/death-claim/death-claim.ts';
import { Member } from '#core/membership/member/member.ts';
import type { Row } from '../../database.ts';
import { layoutOf } from '../../mapping/layout.ts';
import { numbersIn } from '../keys/numbers-in.ts';
import { personKey, type Open } from '../keys/tenant-keys.ts';
import type { ViewContext } from '../../views/view.ts';
import { PERSONAL_TABLES, type PersonalTable } from '../catalogue.ts';
import { GIVEN, namesPerson, rowsOf } from '../forget.ts';
import { patternsOf, textsOf } from '../identifying.ts';
import { notificationsNaming } from '../sealed-texts.ts';

/** A row that holds something of a person: its table, and its columns without keys of ours. */
type PersonalRow = { readonly record: string; readonly data: Readonly<Record<string, unknown>> };
/** Behind which row a page begins. */
export type PersonalPlace = { readonly record: string; readonly key: string };
export type PersonalPage = { readonly rows: readonly PersonalRow[]; readonly next: PersonalPlace | null };

/** Copies of other rows are not exported a second time. A person learns of no suspicion (tipping off): alerts stay here. */
const EXPORTED = Object.entries(PERSONAL_TABLES).filter(([name, { copies }]) => !copies && name !== 'aml_alert');

/** All that is held of a person: rows of the person, and rows of others that name the person. */
export function personalDataViews({ sql, sealing }: ViewContext) {
  return {
    page: async (person: Person, place: PersonalPlace | null, limit: number): Promise<PersonalPage> => {
      const { all, own } = await textsOf({ sql, sealing }, person);
      const [anyone, alone] = [patternsOf(all, 'of the person', sealing), patternsOf(own, 'of others', sealing)];
      const known = [person.id, alone.words, alone.digits, alone.phones, anyone.words, anyone.digits];
      const rows: PersonalRow[] = [];
      const first = place === null ? 0 : EXPORTED.findIndex(([name]) => name === place.record);
      for (const [name, table] of EXPORTED.slice(first)) {
        const after = place?.record === name ? place.key : null;
        const left = limit - rows.length;
        const found = await sql<Row & { key: string; data: Row; person_key: string | null }>(
          statementOf(name, table, person.type),
          [...known, after, left + 1, name === 'callback' ? await notificationsNaming({ sql, sealing }, alone) : []],
        );
        const shown = found.slice(0, left).map(({ data, person_key: key }) => {
          const open = sealing.openFor(key, String(data['uuid']));
          return { record: name, data: withoutKeys(numbersIn.opened(openedRow(name, data, open), sealing.openAlike)) };
        });
        rows.push(...shown);
        const last = found[left - 1];
        // A full page of a table goes on behind its last row; the next table may begin with the next page.
        if (found.length > left) return { rows, next: { record: name, key: last?.key ?? after ?? '' } };
        if (rows.length === limit && last) return { rows, next: { record: name, key: last.key } };
      }
      return { rows, next: null };
    },
  };
}

function statementOf(name: string, table: PersonalTable, type: Person['type']): string {
  const { column, type: of } = table.key ?? { column: 'id', type: 'bigint' };
  const columns = Object.entries(table.columns).filter(([, kind]) => kind !== 'record');
  const named = columns.map(([each, kind]) => namesPerson(`t.${each}`, kind));
  // A row of others says that it names the person, and where; what else it holds is theirs.
  const own = rowsOf(table, type);
  const places = columns.map(([each, kind]) => `case when ${namesPerson(`t.${each}`, kind)} then '${each}' end`);
  const opened = columns.filter(([, kind]) => kind === 'sealed');
  const inOpened = `t.${column}::text = any($9::text[])`;
  places.push(...opened.map(([each]) => `case when ${inOpened} then '${each}' end`));
  const mention = `jsonb_build_object('created_at', to_jsonb(t) -> 'created_at', 'uuid', to_jsonb(t) -> 'uuid',
    'names_person_in', to_jsonb(array_remove(array[${['null::text', ...places].join(', ')}], null)))`;
  const key = SEALED.has(name) ? personKey('t.uuid') : 'null';
  return `select t.${column}::text as key, ${key} as person_key, case when ${own} then to_jsonb(t) else jsonb_strip_nulls(${mention}) end as data from ${name} t
    where ${GIVEN} and (${[own, ...named, inOpened].join(' or ')})
      and ($7::text is null or $7 = '' or t.${column} > $7::${of})
    order by t.${column} limit $8`;
}

/** The columns of tables whose rows are sealed with a key of their own, by the names of these columns. */
const SEALED = new Map(
  [Member, Student, DeathClaim].map((entity) => {
    const { table, columns } = layoutOf<object>(entity);
    return [table, new Map(columns.flatMap((column) => (column.sealed ? [[column.name, column.sealed]] : [])))];
  }),
);

function openedRow(table: string, data: Row, open: Open): Row {
  const sealed = SEALED.get(table);
  if (!sealed) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      value === null ? null : (sealed.get(name)?.open(value, open) ?? value),
    ]),
  );
}

/** Keys are ours: they say nothing about the person, and a uuid names the record. */
function withoutKeys(data: unknown): Record<string, unknown> {
  return Object.fromEntries(
    // A row of a table.
    Object.entries(data as Row).filter(
      ([name]) => name !== 'id' && !name.endsWith('_key') && !(name.endsWith('_id') && name !== 'national_id'),
    ),
  );
}
