import { deriveKeys } from '#platform/auth/keys.ts';
import type { Filter, List, SortKey } from '#platform/postgres/views/list.ts';
import { cursorsWith } from '#platform/app/cursors.ts';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { filtersOf, sortsOf } from '#test/support/list-questions.ts';
import { openRestTestApp, REST_SECRET } from '#test/support/rest-test-app.ts';
import { plantLending } from './plant-lending.ts';
import { listenIn, type Statement } from './statements.ts';

/** What each statement's time is the median of. */
const ROUNDS = 101;
/** The list that is read from code. */
const CODE = 'event_type';
/** What a client has of webhooks. */
const OF_CLIENT = 20;

/** Asks surface B. */
export async function lendingLists(ROWS: number): Promise<void> {
  /** What a parent has where a list is of one parent. */
  const OF_PARENT = Math.min(10_000, ROWS / 10);

  const ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  const client = await ports.openClient(institution);
  const cursors = cursorsWith(deriveKeys(REST_SECRET).cursor);

  const { loanId, accountId, webhookId } = await plantLending(ports, institution, client, {
    rows: ROWS,
    ofParent: OF_PARENT,
    ofClient: OF_CLIENT,
  });

  // --- what the server asks of the database ---
  const listener = listenIn(ports, institution.id);

  const pathOf = ({ path }: Route) =>
    path.replace(
      '{id}',
      String(path.includes('savings_accounts') ? accountId : path.includes('webhooks') ? webhookId : loanId),
    );

  async function pageOf(row: Route, list: List, query: URLSearchParams): Promise<Statement> {
    const received = await listener.during(async () => {
      const { status, text } = await ports.call('GET', `${pathOf(row)}?${query}`, { token: client.token });
      if (status !== 200) throw new Error(`${row.path}?${query} gave ${status} ${text.slice(0, 300)}`);
    });
    const page = received.find((each) => each.text.includes(`from ${list.table} l `) && each.text.includes('limit'));
    if (!page) throw new Error(`${row.path}?${query} read no page.`);
    return page;
  }

  const PARENTS: { readonly [table: string]: { readonly column: string; readonly id: number; readonly rows: number } } =
    {
      disbursement: { column: 'loan_id', id: loanId, rows: OF_PARENT },
      repayment: { column: 'loan_id', id: loanId, rows: OF_PARENT },
      savings_transaction: { column: 'account_id', id: accountId, rows: OF_PARENT },
      webhook: { column: 'client_id', id: client.id, rows: OF_CLIENT },
      webhook_delivery: { column: 'endpoint_id', id: webhookId, rows: OF_PARENT },
    };

  /** A query whose page begins at nine tenths of the list. */
  async function farInto(row: Route, list: List, sort: readonly SortKey[]): Promise<URLSearchParams> {
    const descending = sort[0]?.descending ?? list.order === 'newest_first';
    const keys = sort.map(({ field }) => list.fields[field]?.column ?? 'id');
    const columns = keys.includes('id') ? keys : [...keys, 'id'];
    const parent = PARENTS[list.table];
    const within = parent ? `and ${parent.column} = ${parent.id}` : '';
    const count = parent ? parent.rows : ROWS;
    const [values = {}] = await ports.admin(
      `select ${columns.map((column, index) => `(${column})::text as key_${index}`).join(', ')} from ${list.table}
      where tenant_id = $1 ${within}
      order by ${columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ')}
     offset ${Math.floor(count * 0.9)} limit 1`,
      [institution.id],
    );
    const bound = {
      bound: JSON.stringify([pathOf(row), client.id, [], sort.map((key) => [key.field, key.descending])]),
      generation: 0,
    };
    const cursor = cursors.seal({ direction: 'next', values: Object.values(values) as string[], asOf: null }, bound);
    return new URLSearchParams({ ...sortParameter(sort), cursor });
  }

  const sortParameter = (sort: readonly SortKey[]): Record<string, string> =>
    sort.length === 0
      ? {}
      : { sort: sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',') };
  const filterParameter = (list: List, { field, operator, values }: Filter) => ({
    [`filter[${field}][${operator}]`]: values
      .map((value) => (list.fields[field]?.type === 'event' ? `evt_${value.replaceAll('-', '')}` : value))
      .join(','),
  });

  const newest: readonly SortKey[] = [{ field: 'created_at', descending: true }];
  const figures = [];
  const whole: string[] = [];
  for (const row of routes.filter(({ surface, list }) => surface === 'lending' && list && list.list.table !== CODE)) {
    const list = row.list!.list;
    const questions = [
      ...filtersOf(list).map(([name, filter]): [string, Record<string, string>] => [
        name,
        filterParameter(list, filter),
      ]),
      ...sortsOf(list).map(([name, sort]): [string, Record<string, string>] => [`sort ${name}`, sortParameter(sort)]),
    ];
    let slowest = { name: '', took: 0 };
    for (const [name, query] of questions) {
      const statement = await pageOf(row, list, new URLSearchParams(query));
      if (await listener.readsWhole(statement, list.table)) whole.push(`${row.path} ${name}`);
      const took = await listener.timeOf(statement);
      if (took > slowest.took) slowest = { name, took };
    }
    const sorted = 'created_at' in list.fields && list.fields['created_at']?.sortable;
    // The feed's own order is that of what happened.
    const usual: readonly SortKey[] = list.table === 'event' ? [{ field: 'occurred_at', descending: true }] : [];
    const pages = [
      await pageOf(row, list, new URLSearchParams(sortParameter(usual))),
      await pageOf(row, list, await farInto(row, list, usual)),
      ...(sorted
        ? [
            await pageOf(row, list, new URLSearchParams(sortParameter(newest))),
            await pageOf(row, list, await farInto(row, list, newest)),
          ]
        : []),
    ];
    const [first = 0, far = 0, newestFirst, newestFar] = await listener.mediansOf(pages, ROUNDS);
    const ms = (figure: number | undefined) => figure?.toFixed(2) ?? '–';
    figures.push({
      list: row.path.replace('/api/v1', ''),
      rows: PARENTS[list.table] ? `${PARENTS[list.table]?.rows} of ${ROWS}` : String(ROWS),
      questions: questions.length,
      'read whole': whole.filter((each) => each.startsWith(`${row.path} `)).length,
      'first ms': ms(first),
      'at 90 % ms': ms(far),
      'at 90 % to first': (far / first).toFixed(2),
      'newest first ms': ms(newestFirst),
      'newest at 90 % ms': ms(newestFar),
      'slowest question': `${slowest.name} ${slowest.took.toFixed(1)} ms`,
    });
    console.error(JSON.stringify(figures.at(-1)));
  }
  console.table(figures);
  console.log(whole.length === 0 ? 'Every query is served by an index.' : `Read from end to end: ${whole.join('; ')}`);
  if (whole.length > 0) process.exitCode = 1;
  await ports.close();
}
