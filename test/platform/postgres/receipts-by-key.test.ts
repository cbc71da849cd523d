import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

/** The plan that a connection makes once, while the register is empty and was never analysed. */
const planOf = (statement: string) =>
  testApp.database.write(testApp.tenantId, async ({ sql }) => {
    await sql('set local plan_cache_mode = force_generic_plan', [], 'once');
    await sql(`prepare planned(bigint, text, text, text) as ${statement}`, [], 'once');
    const lines = await sql<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute planned(${testApp.tenantId}, 'SFC1', 'bank', 'in')`,
      [],
      'once',
    );
    await sql('deallocate planned', [], 'once');
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  });

describe('The register of receipts', () => {
  it('is read by the key of a receipt from its first use on, and never whole', async () => {
    // What the trigger asks of each use at the commit.
    const plan = await planOf(
      `select r.amount, coalesce(sum(u.amount), 0)
         from payment_receipt r
         left join payment_receipt_use u
           on u.tenant_id = r.tenant_id and u.receipt_key = r.receipt_key and u.account = r.account
          and u.direction = r.direction and u.state = 'live'
        where r.tenant_id = $1 and r.receipt_key = $2 and r.account = $3 and r.direction = $4
        group by r.tenant_id, r.id`,
    );
    const byKey = 'Index Cond: ((tenant_id = $1) AND (receipt_key = $2) AND (account = $3) AND (direction = $4))';
    expect(plan.split(byKey)).toHaveLength(3);
  });
});
