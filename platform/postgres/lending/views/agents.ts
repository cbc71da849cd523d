import { Agent } from '#core/lending/agent/agent.ts';
import { FLOAT_MOVEMENTS } from '#core/lending/agent/float-movement.ts';
import { FLOAT_AT } from '#core/ledger/accounts.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, orNull, pick, record, selection, together } from '../../views/columns.ts';
import { listOf } from '../../views/list.ts';
import { inStripesOf } from '../striped-floats.ts';
import { view, type RecordOf, type ViewContext } from '../../views/view.ts';

const l = columnsOf(Agent);
const { cents, choice, instant, integer } = expression;

const columns = {
  ...record(l),
  ...pick(l, 'agentNo', 'name', 'branchId', 'lowFloat', 'dailyLimit'),
  ...pick(l, 'provider'),
  // Wherever it lies.
  float: cents(`${l.float} + striped.float`),
  held: cents(`${l.held} + striped.held`),
  updatedAt: instant(`greatest(${l.updatedAt}, striped.updated_at)`),
};
const joins = `cross join lateral (${inStripesOf('l')}) striped`;
/** What may still be promised to disbursements. */
const availableOf = (agent: { readonly float: bigint; readonly held: bigint }) => agent.float - agent.held;

/** An agent with its float. Money in minor units. */
const agents = view(Agent, { columns, joins, show: (row) => ({ ...row, available: availableOf(row) }) });
type AgentView = RecordOf<typeof agents>;

/** The same with what has left of the float, and what the provider says that it holds for all agents and apps. */
const floats = view(Agent, {
  columns: {
    ...columns,
    inTransit: cents(`coalesce((select sum(d.in_transit) from disbursement d
      where d.agent_id = ${l.id} and d.in_transit <> 0), 0)`),
    atProvider: together(orNull(cents('r.balance')), {
      balance: cents('r.balance'),
      asOf: instant('r.balance_at'),
      difference: cents('r.balance - coalesce(r.balance_in_books, r.balance)'),
    }),
  },
  joins: `${joins} left join rail r on r.kind = case ${l.provider} when 'mpesa' then 'daraja' else ${l.provider} end
    and r.balance is not null`,
  show: (row) => ({ ...row, available: availableOf(row) }),
});
type FloatView = RecordOf<typeof floats>;

const movements = selection({
  /** Null for what was before the day. It begins with what the last closed period froze. */
  kind: orNull(choice('s.kind', FLOAT_MOVEMENTS)),
  count: integer('s.count'),
  in: cents('s.came'),
  out: cents('s.went'),
});
type Movement = ReturnType<typeof movements.read>;
type FloatMovement = Movement & { readonly kind: NonNullable<Movement['kind']> };

/** A day of an agent's float: opening + in - out = closing. Minor units. */
export type FloatStatement = {
  readonly agent: AgentView;
  readonly on: Temporal.PlainDate;
  readonly opening: bigint;
  readonly movements: readonly FloatMovement[];
  readonly closing: bigint;
};

const STATEMENT = `
  with frozen as (select id, ends_on from ledger_period where ends_on < $2::date order by ends_on desc limit 1)
  select null as kind, 0 as count, coalesce(sum(b.debit), 0) as came, coalesce(sum(b.credit), 0) as went
    from ledger_period_balance b join frozen on b.period_id = frozen.id
   where b.account = $3 and b.sub_account = $1
  union all
  select case when j.booked_on < $2::date then null
              when j.event_type in ('float.topped_up', 'float_top_up.confirmed', 'float_top_up.reversed') then 'topped_up'
              when j.event_type = 'float.transferred' then 'transferred'
              when l.side = 'credit' then 'paid_out' else 'returned' end as kind,
         count(*) as count,
         coalesce(sum(l.amount) filter (where l.side = 'debit'), 0) as came,
         coalesce(sum(l.amount) filter (where l.side = 'credit'), 0) as went
    from journal_line l join journal j on j.id = l.journal_id
   where l.account = $3 and l.sub_account = $1
     and j.booked_on <= $2::date and j.booked_on > coalesce((select ends_on from frozen), '-infinity'::date)
   group by 1`;

/** The list of agents has an order and no filters. */
export const agentList = listOf(Agent, 'oldest_first', {});

export function agentViews(context: ViewContext) {
  const all = collectionOf(context, agents, agentList);
  const byNumbers = (numbers: readonly string[]) => all.where([`${l.agentNo} = any(?::text[])`, numbers]);
  return {
    ...all,
    byNumbers,
    /** The float of one agent, or null where there is no such agent. */
    float: async (agentNo: string): Promise<FloatView | null> =>
      (await collectionOf(context, floats, agentList).where([`${l.agentNo} = ?`, agentNo]))[0] ?? null,
    /** What a day did to an agent's float, by the books; null where there is no such agent. */
    statement: async (agentNo: string, on: Temporal.PlainDate = context.today): Promise<FloatStatement | null> => {
      const [agent] = await byNumbers([agentNo]);
      if (!agent) return null;
      const statement = `select ${movements.list} from (${STATEMENT}) s`;
      const amounts = (await context.sql(statement, [agentNo, on.toString(), FLOAT_AT[agent.provider]])).map(
        movements.read,
      );
      const sum = (part: readonly Movement[]) => part.reduce((total, each) => total + each.in - each.out, 0n);
      const opening = sum(amounts.filter(({ kind }) => kind === null));
      const ofDay = amounts.flatMap(({ kind, ...each }) => (kind === null ? [] : [{ kind, ...each }]));
      return { agent, on, opening, movements: ofDay, closing: sum(amounts) };
    },
  };
}
