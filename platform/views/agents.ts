import { readInstant } from '../persistence/types.ts';
import { inListOrder, sliceEnding, within, type Slice } from './slice.ts';
import { where, type ViewContext } from './view.ts';

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

export function agentViews({ sql }: ViewContext) {
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
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}
