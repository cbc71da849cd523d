import type { Queues } from '#platform/queue/queues.ts';
import { react } from '#work/react.ts';
import type { House } from './test-app.ts';

/**
 * Carries out every reaction that is due, as the workers would, until there is none: what one of them does may ask for
 * another. Those that fail are left for later.
 */
export async function reactToAll(house: House): Promise<void> {
  const work = react({ app: house.app, queues: {} as Queues, log: house.log });
  for (;;) {
    const due = await house.sql<{ id: string }>('select id from reaction where due_at <= $1 order by id', [
      house.clock().toString(),
    ]);
    if (due.length === 0) return;
    for (const { id } of due) await work({ tenantId: house.tenantId, id });
  }
}
