import type { Connections, Row } from '../../transaction.ts';
import type { ReadKeys } from './tenant-keys.ts';

const PROVEN = `select set_config('app.tenant', $1, true), set_config('app.proof', $2, true)`;

/** Before the first transaction of a tenant its keys are read, over a connection of their own, which is seldom. */
export function keysOver({ connect, proofOf }: Pick<Connections, 'connect' | 'proofOf'>): ReadKeys {
  return async (tenantId, mode, work) => {
    const client = await connect();
    try {
      await client.query(mode === 'read' ? 'begin read only' : 'begin');
      await client.query(PROVEN, [String(tenantId), proofOf(tenantId)]);
      const result = await work(async (text, params = []) => (await client.query<Row>(text, [...params])).rows);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
}
