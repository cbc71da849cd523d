import type { TestApp } from './test-app.ts';

/**
 * Carries out every reaction that is due, as the workers would, until there is none: what one of them does may ask for
 * another. Those that fail are left for later.
 */
export async function reactToAll(testApp: TestApp): Promise<void> {
  for (;;) {
    const due = await testApp.sql<{ id: string }>('select id from reaction where due_at <= $1 order by id', [
      testApp.clock().toString(),
    ]);
    if (due.length === 0) return;
    for (const { id } of due) await testApp.app.react(testApp.tenantId, id);
  }
}
