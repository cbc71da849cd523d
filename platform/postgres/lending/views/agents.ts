import type { FLOAT_MOVEMENTS } from '#core/lending/agent/float-movement.ts';
import { readInstant } from '../../mapping/types.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { where, type ViewContext } from '../../views/view.ts';

/** An agent with its float. Money in minor units. */
export type AgentView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly agentNo: string;
  readonly name: string;
  readonly branchId: number;
  readonly float: bigint;
  readonly held: bigint;
  /** What may still be promised to disbursements. */
  readonly available: bigint;
  /** Below it somebody is told; null: nobody asked for it. */
  readonly lowFloat: bigint | null;
  /** What may be paid out from it in a business day; null: no more than there is. */
  readonly dailyLimit: bigint | null;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

/** An agent's float, with what has left of it, and what the provider says it holds for all agents and apps. */
export type FloatView = AgentView & {
  readonly inTransit: bigint;
  readonly provider: {
    readonly balance: bigint;
    readonly asOf: Temporal.Instant;
    readonly difference: bigint;
  } | null;
};

export type FloatMovement = {
  readonly kind: (typeof FLOAT_MOVEMENTS)[number];
  readonly count: number;
  readonly in: bigint;
  readonly out: bigint;
};

/** A day of an agent's float: opening + in - out = closing. Minor units. */
export type FloatStatement = {
  readonly agent: AgentView;
  readonly on: Temporal.PlainDate;
  readonly opening: bigint;
  readonly movements: readonly FloatMovement[];
  readonly closing: bigint;
};

/** What was before the day has no kind. It begins with what the last closed period froze. */
const STATEMENT = `
  with frozen as (select id, ends_on from ledger_period where ends_on < $2::date order by ends_on desc limit 1)
  select null as kind, 0 as count, coalesce(sum(b.debit), 0) as came, coalesce(sum(b.credit), 0) as went
    from ledger_period_balance b join frozen on b.period_id = frozen.id
   where b.account = 'mpesa_float' and b.sub_account = $1
  union all
  select case when j.booked_on < $2::date then null
              when j.event_type = 'float.topped_up' then 'topped_up'
              when j.event_type = 'float.transferred' then 'transferred'
              when l.side = 'credit' then 'paid_out' else 'returned' end as kind,
         count(*) as count,
         coalesce(sum(l.amount) filter (where l.side = 'debit'), 0) as came,
         coalesce(sum(l.amount) filter (where l.side = 'credit'), 0) as went
    from journal_line l join journal j on j.id = l.journal_id
   where l.account = 'mpesa_float' and l.sub_account = $1
     and j.booked_on <= $2::date and j.booked_on > coalesce((select ends_on from frozen), '-infinity'::date)
   group by 1`;

export function agentViews({ sql, today }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`select a.* from agent a ${clause}`, params)).map(agentOf);
  return {
    byUuids: (uuids: readonly string[]) => find('where a.uuid = any($1::uuid[])', [uuids]),
    byNumbers: (numbers: readonly string[]) => find('where a.agent_no = any($1::text[])', [numbers]),
    /** The float of one agent, or null where there is no such agent. */
    float: async (agentNo: string): Promise<FloatView | null> => {
      const [row] = await sql(
        `select a.*, coalesce(t.in_transit, 0) as in_transit, r.balance, r.balance_at, r.balance_in_books
           from agent a
           left join rail r on r.balance is not null
           cross join lateral (select sum(d.in_transit) as in_transit from disbursement d
                                where d.agent_id = a.id and d.in_transit <> 0) t
          where a.agent_no = $1`,
        [agentNo],
      );
      if (!row) return null;
      const balance = row['balance'] === null ? null : BigInt(String(row['balance']));
      return {
        ...agentOf(row),
        inTransit: BigInt(String(row['in_transit'])),
        provider:
          balance === null
            ? null
            : {
                balance,
                asOf: readInstant(row['balance_at']),
                difference: balance - BigInt(String(row['balance_in_books'] ?? balance)),
              },
      };
    },
    /** What a day did to an agent's float, by the books; null where there is no such agent. */
    statement: async (agentNo: string, on: Temporal.PlainDate = today): Promise<FloatStatement | null> => {
      const [agent] = await find('where a.agent_no = $1', [agentNo]);
      if (!agent) return null;
      const rows = await sql<{ kind: FloatMovement['kind'] | null; count: string; came: string; went: string }>(
        STATEMENT,
        [agentNo, on.toString()],
      );
      const amounts = rows.map(({ kind, count, came, went }) => ({
        kind,
        count: Number(count),
        in: BigInt(came),
        out: BigInt(went),
      }));
      const sum = (part: typeof amounts) => part.reduce((total, each) => total + each.in - each.out, 0n);
      const opening = sum(amounts.filter(({ kind }) => kind === null));
      const movements = amounts.flatMap(({ kind, ...each }) => (kind === null ? [] : [{ kind, ...each }]));
      return { agent, on, opening, movements, closing: sum(amounts) };
    },
    /** Part of the list, oldest first. */
    slice: async (slice: Slice) => {
      const { clause, params } = where(...within('agent', 'a', 'oldest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('a', 'oldest', slice)}`, params), slice);
    },
    count: async (): Promise<number> => {
      const [row] = await sql('select count(*) as count from agent');
      return Number(row?.['count']);
    },
  };
}

function agentOf(row: Readonly<Record<string, unknown>>): AgentView {
  const float = BigInt(String(row['float']));
  const held = BigInt(String(row['held']));
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    agentNo: String(row['agent_no']),
    name: String(row['name']),
    branchId: Number(row['branch_id']),
    float,
    held,
    available: float - held,
    lowFloat: row['low_float'] === null ? null : BigInt(String(row['low_float'])),
    dailyLimit: row['daily_limit'] === null ? null : BigInt(String(row['daily_limit'])),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}
