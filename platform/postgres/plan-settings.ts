import { prepared, type Planning, type Prepared } from './prepared.ts';

/**
 * Every query has its index, and none may read a whole table because the planner's statistics are old or its estimate is
 * wrong: least of all a plan that stays while the table grows. A page costs hardly more out of order than in order, as on
 * today's disks.
 */
export const BY_INDEX = { enable_seqscan: 'off', random_page_cost: '1.1' } as const;
/**
 * A table that was never analysed is taken for one with a few rows of the tenant: the planner would read all of them and sort
 * them, for the first fifty. Where an index has the order, nothing may be sorted.
 */
const PLANNED = {
  once: { plan_cache_mode: 'force_generic_plan', enable_sort: 'on' },
  in_order: { plan_cache_mode: 'force_generic_plan', enable_sort: 'off' },
  by_values: { plan_cache_mode: 'auto', enable_sort: 'on' },
  each_time: { plan_cache_mode: 'auto', enable_sort: 'on' },
} as const;

/** What a connection is set to when it opens, where names outlive a transaction and so do settings. */
export const SESSION = Object.entries({ ...BY_INDEX, ...PLANNED.once, jit: 'off' })
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

/** No statement of the application may run longer. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** The same for one transaction, where the next one may be given another connection: behind a pooler. */
export const PLACED = prepared(
  `select ${Object.entries({ ...BY_INDEX, jit: 'off', statement_timeout: String(STATEMENT_TIMEOUT_MS) })
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`,
);

const planAs = ({ plan_cache_mode, enable_sort }: (typeof PLANNED)[Planning]) =>
  prepared(
    `select set_config('plan_cache_mode', '${plan_cache_mode}', true), set_config('enable_sort', '${enable_sort}', true)`,
  );
/** Sets how the statements behind it are planned, for the transaction. */
export const PLAN: { readonly [planning in Planning]: Prepared } = {
  once: planAs(PLANNED.once),
  in_order: planAs(PLANNED.in_order),
  by_values: planAs(PLANNED.by_values),
  each_time: planAs(PLANNED.each_time),
};
