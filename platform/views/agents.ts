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
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

export function agentViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`select a.* from agent a ${clause}`, params)).map(agentOf);
  return {
    byUuids: (uuids: readonly string[]) => find('where a.uuid = any($1::uuid[])', [uuids]),
    byNumbers: (numbers: readonly string[]) => find('where a.agent_no = any($1::text[])', [numbers]),
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
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}
