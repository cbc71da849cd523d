import { deriveKeys } from '#platform/keys.ts';
import type { Filter, List, SortKey } from '#platform/views/list.ts';
import { cursorsWith } from '#rest/lists/cursors.ts';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { filtersOf, sortsOf } from '#test/support/list-questions.ts';
import { plantLoans } from '#test/support/many-loans.ts';
import { plantSavings } from '#test/support/many-savings.ts';
import { openRestWorld, REST_SECRET } from '#test/support/rest-world.ts';
import { listenIn, type Statement } from './statements.ts';

/** What each statement's time is the median of. */
const ROUNDS = 101;
/** What a client has of webhooks. */
const OF_CLIENT = 20;

/** Asks surface B. */
export async function lendingLists(ROWS: number): Promise<void> {
  /** What a parent has where a list is of one parent. */
  const OF_PARENT = Math.min(10_000, ROWS / 10);

  const world = await openRestWorld();
  const institution = await world.openInstitution();
  const client = await world.openClient(institution);
  const cursors = cursorsWith(deriveKeys(REST_SECRET).cursor);

  // --- rows, planted by statements: nothing else would be done today ---
  const insert = async (what: string, text: string, ...params: unknown[]) => {
    const began = performance.now();
    await world.admin(text, [institution.id, ...params]);
    console.error(`planted ${what} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  };
  await insert(
    'members',
    `insert into member (uuid, tenant_id, member_no, name, national_id, phone, branch_id, state, created_at)
   select gen_random_uuid(), $1, 'M-' || lpad(n::text, 8, '0'), 'Member ' || n, 'ID' || n, '+2547' || lpad(n::text, 8, '0'),
          $2, (array['active', 'pending_kyc', 'suspended'])[1 + n % 3], timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $3::bigint) as n`,
    institution.branch.id,
    ROWS,
  );
  const loans = await plantLoans(world, institution, ROWS);
  console.error('planted loans');
  await plantSavings(world, institution, ROWS);
  console.error('planted savings accounts, mobile money, alerts');
  const [account] = await world.admin<{ id: string }>('select min(id) as id from savings_account');
  const [agent] = await world.admin<{ id: string }>('select id from agent');
  const loanId = Number(loans[0]);
  const accountId = Number(account?.id);
  /** The parent for the first rows, others for the rest. */
  const parentOf = (first: number) => `case when n <= ${OF_PARENT} then ${first} else ${first} + n % ${ROWS} end`;
  await insert(
    'disbursements',
    `insert into disbursement (uuid, tenant_id, loan_id, agent_id, agent_no, tranche, amount, channel, msisdn, state,
                             originator_id, requested_by, checks, created_at)
   select gen_random_uuid(), $1, ${parentOf(loanId)}, $2, 'AG-000001', n, 100, 'mpesa_b2c', '+254700000000',
          (array['confirmed', 'failed', 'sent'])[1 + n % 3], gen_random_uuid(), 'bench', 0,
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $3::bigint) as n`,
    agent?.id,
    ROWS,
  );
  await insert(
    'repayments',
    `insert into repayment (uuid, tenant_id, loan_id, receipt_no, amount, channel, reference, state, paid_at, principal, interest,
                          fees, penalties, overpayment, received_by, created_at)
   select gen_random_uuid(), $1, ${parentOf(loanId)}, 'R-' || n, 100, 'cash', 'ref-' || n, 'booked',
          timestamptz '2026-01-01' + n * interval '1 second', 100, 0, 0, 0, 0, 'bench',
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    ROWS,
  );
  await insert(
    'savings transactions',
    `insert into savings_transaction (uuid, tenant_id, account_id, type, amount, channel, receipt_no, state, paid_at, recorded_by,
                                    created_at)
   select gen_random_uuid(), $1, ${parentOf(accountId)}, (array['deposit', 'withdrawal'])[1 + n % 2], 100, 'cash', 'S-' || n,
          'pending', timestamptz '2026-01-01' + n * interval '1 second', 'bench',
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    ROWS,
  );
  await insert(
    'loan products',
    `insert into loan_product (uuid, tenant_id, code, name, state, method, annual_rate, min_principal, max_principal,
                             min_term_months, max_term_months, created_at)
   select gen_random_uuid(), $1, 'P-' || n, 'Product ' || n, (array['active', 'retired'])[1 + n % 2],
          'declining_equal_instalments', '18', 1, 2, 1, 2, timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    ROWS,
  );
  await insert(
    'savings products',
    `insert into savings_product (uuid, tenant_id, code, name, state, kind, annual_rate, created_at)
   select gen_random_uuid(), $1, 'P-' || n, 'Product ' || n, (array['active', 'retired'])[1 + n % 2], 
          (array['ordinary', 'shares'])[1 + n % 2], '3',
          timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $2::bigint) as n`,
    ROWS,
  );
  await insert(
    'other clients',
    `insert into api_client (uuid, tenant_id, client_key, name, sandbox, scopes, pii, id_format, credential_epoch, state)
   select gen_random_uuid(), $1, 'pk_test_bench' || n, 'Client ' || n, true, '{}', false, 'integer', 1, 'active'
     from generate_series(1, $2::bigint) as n`,
    Math.ceil(ROWS / OF_CLIENT),
  );
  await insert(
    'webhooks',
    `insert into webhook (uuid, tenant_id, client_id, url, events, ordered, metadata, payload_style, sandbox, state, last_sequence,
                        consecutive_failures, failed_probes, failed_events, notice_hours, created_at)
   select gen_random_uuid(), $1, case when n <= ${OF_CLIENT} then $2::bigint else $2 + n / ${OF_CLIENT} end, 'https://example.com/' || n, '{*}', false, '{}', 'full', true,
          (array['active', 'disabled'])[1 + n % 2], 0, 0, 0, 0, 0, timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $3::bigint) as n`,
    client.id,
    ROWS,
  );
  await world.admin('vacuum analyze');
  console.error('analysed');

  // --- what the server asks of the database ---
  const asked = listenIn(world, institution.id);

  const pathOf = ({ path }: Route) =>
    path.replace('{id}', String(path.includes('savings_accounts') ? accountId : loanId));

  async function pageOf(row: Route, list: List, query: URLSearchParams): Promise<Statement> {
    const heard = await asked.during(async () => {
      const { status, text } = await world.call('GET', `${pathOf(row)}?${query}`, { token: client.token });
      if (status !== 200) throw new Error(`${row.path}?${query} gave ${status} ${text.slice(0, 300)}`);
    });
    const page = heard.find((each) => each.text.includes(`from ${list.table} l `) && each.text.includes('limit'));
    if (!page) throw new Error(`${row.path}?${query} read no page.`);
    return page;
  }

  const PARENTS: { readonly [table: string]: { readonly column: string; readonly id: number; readonly rows: number } } =
    {
      disbursement: { column: 'loan_id', id: loanId, rows: OF_PARENT },
      repayment: { column: 'loan_id', id: loanId, rows: OF_PARENT },
      savings_transaction: { column: 'account_id', id: accountId, rows: OF_PARENT },
      webhook: { column: 'client_id', id: client.id, rows: OF_CLIENT },
    };

  /** A query whose page begins at nine tenths of the list. */
  async function farInto(row: Route, list: List, sort: readonly SortKey[]): Promise<URLSearchParams> {
    const descending = sort[0]?.descending ?? list.order === 'newest_first';
    const keys = sort.map(({ field }) => list.fields[field]?.column ?? 'id');
    const columns = keys.includes('id') ? keys : [...keys, 'id'];
    const parent = PARENTS[list.table];
    const within = parent ? `and ${parent.column} = ${parent.id}` : '';
    const count = parent ? parent.rows : ROWS;
    const [values = {}] = await world.admin(
      `select ${columns.map((column, index) => `(${column})::text as key_${index}`).join(', ')} from ${list.table}
      where tenant_id = $1 ${within}
      order by ${columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ')}
     offset ${Math.floor(count * 0.9)} limit 1`,
      [institution.id],
    );
    const bound = JSON.stringify([pathOf(row), client.id, [], sort.map((key) => [key.field, key.descending])]);
    const cursor = cursors.seal({ direction: 'next', values: Object.values(values) as string[] }, bound);
    return new URLSearchParams({ ...sortParameter(sort), cursor });
  }

  const sortParameter = (sort: readonly SortKey[]): Record<string, string> =>
    sort.length === 0
      ? {}
      : { sort: sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',') };
  const filterParameter = ({ field, operator, values }: Filter) => ({
    [`filter[${field}][${operator}]`]: values.join(','),
  });

  const newest: readonly SortKey[] = [{ field: 'created_at', descending: true }];
  const figures = [];
  const whole: string[] = [];
  for (const row of routes.filter(({ surface, list }) => surface === 'lending' && list)) {
    const list = row.list!.list;
    const questions = [
      ...filtersOf(list).map(([name, filter]): [string, Record<string, string>] => [name, filterParameter(filter)]),
      ...sortsOf(list).map(([name, sort]): [string, Record<string, string>] => [`sort ${name}`, sortParameter(sort)]),
    ];
    let slowest = { name: '', took: 0 };
    for (const [name, query] of questions) {
      const statement = await pageOf(row, list, new URLSearchParams(query));
      if (await asked.readsWhole(statement, list.table)) whole.push(`${row.path} ${name}`);
      const took = await asked.timeOf(statement);
      if (took > slowest.took) slowest = { name, took };
    }
    const sorted = 'created_at' in list.fields && list.fields['created_at']?.sortable;
    const pages = [
      await pageOf(row, list, new URLSearchParams()),
      await pageOf(row, list, await farInto(row, list, [])),
      ...(sorted
        ? [
            await pageOf(row, list, new URLSearchParams(sortParameter(newest))),
            await pageOf(row, list, await farInto(row, list, newest)),
          ]
        : []),
    ];
    const [first = 0, far = 0, newestFirst, newestFar] = await asked.mediansOf(pages, ROUNDS);
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
  console.log(
    whole.length === 0 ? 'Every question is answered by an index.' : `Read from end to end: ${whole.join('; ')}`,
  );
  if (whole.length > 0) process.exitCode = 1;
  await world.close();
}
