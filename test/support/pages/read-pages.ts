import { everyList, everySchoolList, type AskedList, type AskedSchoolList } from './every-list.ts';
import { JOINED_ROWS, plantTables, type Planted, type Superuser } from './plant-tables.ts';
import { questionsOf, schoolQuestionsOf, type Question } from './questions.ts';
import { pageReader, type Reading } from './readings.ts';
import { openTestApp, type TestApp } from '../test-app.ts';
import { connectSuperuser } from '../database.ts';
import { keysOf } from '#platform/postgres/views/order.ts';
import type { Place, Views } from '#platform/app/views.ts';
import type { Criteria } from '#platform/app/lists.ts';

const PAGE = 50;
/** Rows that a page may read for each row that it shows: of any one table. */
const MOST = 3;
/** Rows that are read of one value, to be put in the order of another field (decision 52, point 4). */
const FEW = 1_000;

type Asked = {
  readonly name: string;
  readonly table: string;
  readonly fields: Planted['fields'];
  /** By what a page is in order. */
  readonly keys: (criteria: Criteria) => readonly string[];
  readonly questions: (superuser: Superuser) => Promise<readonly Question[]>;
  /** REST’s page is the same statement as the graph’s. */
  readonly isSamePage: boolean;
  readonly surfaces: {
    readonly [surface: string]: (views: Views, criteria: Criteria, after: Place | null) => Promise<unknown>;
  };
};

const PUBLISHED_FIRST = ['published', 'withheld', 'void', 'draft', 'submitted'];
const SLICE = { before: null, limit: PAGE + 1, fromEnd: false };

function asked({ name, list, pages: { rest, graph } }: AskedList): Asked {
  const query = { limit: PAGE, withTotal: false };
  return {
    name,
    table: list.table,
    fields: Object.values(list.fields),
    keys: (criteria) => keysOf(list, criteria).map(({ field }) => field.column),
    questions: (superuser) => questionsOf(superuser, list),
    isSamePage: rest !== undefined,
    surfaces: {
      ...(rest
        ? {
            REST: (views, criteria, after) =>
              rest(views, { ...criteria, ...query, boundary: after && { direction: 'next', ...after } }),
          }
        : {}),
      ...(graph ? { graph: (views, criteria, after) => graph(views, criteria, { ...SLICE, after }) } : {}),
    },
  };
}

function askedOfSchools({ name, table, list, of }: AskedSchoolList): Asked {
  const fields = Object.values(list.fields).flatMap(({ choices }) =>
    // Most results are published.
    choices
      ? [{ type: 'choice', column: 'state', choices: name === 'results' ? PUBLISHED_FIRST : choices } as const]
      : [],
  );
  return {
    name,
    table,
    fields,
    keys: () => ['id'],
    questions: (superuser) => schoolQuestionsOf(superuser, table, list),
    isSamePage: false,
    surfaces: {
      REST: (views, criteria) => of(views).list(criteria, { limit: PAGE, offset: 0 }),
      graph: (views, criteria, after) => of(views).slice(criteria, { ...SLICE, after }),
    },
  };
}

const everything = [...everyList.map(asked), ...everySchoolList.map(askedOfSchools)];
export type Options = {
  readonly rows: number;
  /** Of all lists, where none is named. */
  readonly names?: readonly string[];
  readonly statistics?: readonly ('without' | 'with')[];
  readonly statisticsBefore18?: readonly ('without' | 'with')[];
  /** Both surfaces; or REST’s page where both are the same statement. */
  readonly surfaces?: 'all' | 'distinct';
  /** Questions that are bound, and what others cost as well. */
  readonly kinds?: readonly Question['kind'][];
  readonly log?: (line: string) => void;
};

/** Plants the tables of lists, asks every question, and says which pages read too much. */
export async function readPages({
  rows,
  names = [],
  statistics = ['without', 'with'],
  statisticsBefore18 = statistics,
  kinds = ['bound', 'open'],
  surfaces = 'all',
  log = () => undefined,
}: Options): Promise<readonly string[]> {
  const testApp = await openTestApp();
  const client = await connectSuperuser(testApp.settings);
  const superuser: Superuser = async (text, params = []) => (await client.query(text, [...params])).rows;
  const chosen = everything.filter(({ name }) => names.length === 0 || names.includes(name));
  const faults: string[] = [];
  try {
    await plantLists(testApp, superuser, chosen, rows);
    log(`planted ${rows} rows of each list`);
    const [server] = await superuser<{ old: boolean }>(
      `select current_setting('server_version_num')::int < 180000 as old`,
    );
    for (const which of server?.old === true ? statisticsBefore18 : statistics) {
      if (which === 'with') await superuser('vacuum analyze');
      log(`${which} statistics`);
      for (const list of chosen)
        faults.push(...(await readList(testApp, superuser, list, { which, kinds, surfaces, log })));
    }
  } finally {
    const [tables] = await superuser<{ names: string }>(
      `select string_agg(oid::regclass::text, ', ') as names from pg_class where relkind = 'r' and reloptions @> '{autovacuum_enabled=off}'`,
    );
    // The books of a suite are proven at its end; these are nobody's.
    if (tables?.names) await superuser(`truncate ${tables.names} cascade`);
    await client.end();
    await testApp.close();
  }
  return faults;
}

async function plantLists(
  testApp: TestApp,
  superuser: Superuser,
  chosen: readonly Asked[],
  rows: number,
): Promise<void> {
  const catalogue = await superuser<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const known = new Set(catalogue.map(({ name }) => name));
  const read = pageReader(testApp.database, testApp.tenantId, testApp.clock());
  const joined = new Set<string>();
  for (const { table, surfaces } of chosen) {
    for (const look of Object.values(surfaces)) {
      for (const name of await read.tables(table, (views) => look(views, ALL, null)))
        if (known.has(name)) joined.add(name);
    }
  }
  const listed = new Map(chosen.map(({ table, fields }) => [table, { table, fields, rows }]));
  for (const table of [...listed.keys(), 'tenant']) joined.delete(table);
  await plantTables(superuser, testApp.tenantId, [
    ...[...joined].map((table) => ({ table, rows: Math.min(rows, JOINED_ROWS), fields: [] })),
    ...listed.values(),
  ]);
}

const ALL: Criteria = { filters: [], sort: [] };

/** A page that the database has ended after the time that a statement may take. */
function ended(error: unknown): Reading {
  if (!(error instanceof Error && 'code' in error && error.code === '57014')) throw error;
  return { shown: 0, widest: { table: '(ended after its time)', rows: Infinity }, counted: 0, blocks: 0 };
}

async function readList(
  testApp: TestApp,
  superuser: Superuser,
  { name, table, keys, questions, ...list }: Asked,
  { which, kinds, surfaces, log }: Required<Pick<Options, 'kinds' | 'surfaces' | 'log'>> & { readonly which: string },
): Promise<readonly string[]> {
  const read = pageReader(testApp.database, testApp.tenantId, testApp.clock());
  const faults: string[] = [];
  const asked = (await questions(superuser)).filter(({ kind }) => kinds.includes(kind));
  const [found] = await superuser<{ row: Readonly<Record<string, unknown>> }>(
    `select to_jsonb(t) as row from ${table} t where id = (select max(id) / 2 from ${table})`,
  );
  /** The place of that record; none for an order by what follows from other tables. */
  const middleIn = (criteria: Criteria): Place | null => {
    const values = keys(criteria).map((column) => found?.row[column]);
    return values.every((value) => value != null) ? { values: values.map(String), asOf: null } : null;
  };
  for (const [surface, look] of Object.entries(list.surfaces)) {
    if (surfaces === 'distinct' && surface === 'graph' && list.isSamePage) continue;
    const bound: Figure[] = [];
    const open: Figure[] = [];
    for (const { name: question, criteria, kind, fromMiddle, ofFew = false } of asked) {
      const reading = await read(table, (views) => look(views, criteria, fromMiddle ? middleIn(criteria) : null)).catch(
        ended,
      );
      (kind === 'bound' ? bound : open).push({ question, ofFew, ...reading });
    }
    const wide = bound.filter(({ widest, shown, ofFew }) => {
      // A batch says how many of its payouts are in each state; it has at most a thousand.
      if (table === 'payout_batch' && widest.table === 'payout') return false;
      const most = MOST * Math.max(shown, 1) + 3;
      return widest.rows > (ofFew ? Math.max(most, FEW) : most);
    });
    faults.push(
      ...wide.map((figure) => `${name} on ${surface} ${which} statistics: ${figure.question}: ${textOf(figure)}`),
    );
    log(`${name.padEnd(24)} ${surface.padEnd(6)} ${lineOf(bound)} | open: ${lineOf(open)}`);
  }
  return faults;
}

type Figure = Reading & { readonly question: string; readonly ofFew: boolean };

const textOf = ({ widest, shown, counted, blocks }: Figure) =>
  `${widest.rows} of ${widest.table} for ${shown}, ${blocks} blocks${counted === 0 ? '' : `, counted ${counted}`}`;

/** How many questions, and the page that reads most rows for each of its own. */
function lineOf(figures: readonly Figure[]): string {
  const ratio = ({ widest, shown }: Figure) => widest.rows / Math.max(shown, 1);
  const [first, ...others] = figures;
  if (!first) return '0';
  const most = others.reduce((worst, figure) => (ratio(figure) > ratio(worst) ? figure : worst), first);
  return `${String(figures.length).padStart(4)} ${ratio(most).toFixed(1).padStart(8)} (${most.question}: ${textOf(most)})`;
}
