import { LockMode, type EntityClass } from '@mikro-orm/core';
import type { TenantTransaction } from './database.ts';
import { assignId } from './numbers/numbers.ts';

export const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/**
 * A collection whose records are found by id. What `get` gives stays as it is for others until the command has ended;
 * `add` gives the record its id and leaves the writing to the end.
 * @param lockMode FOR UPDATE, unless the record is one that commands refer to rather than change
 */
export function collection<Item extends { id: number }>(
  { em, sql }: TenantTransaction,
  entity: EntityClass<Item>,
  table: string,
  lockMode: LockMode = LockMode.PESSIMISTIC_WRITE,
) {
  return {
    get: (id: number): Promise<Item | null> =>
      em.findOne(entity, { id } as never, { lockMode }) as Promise<Item | null>,
    add: async (item: Item): Promise<void> => {
      await assignId(sql, table, item);
      em.persist(item);
    },
  };
}
