import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

/** Connections of the process; as many commands are under way at the same time. */
const POOL = 3;

describe('Commands that hold every connection while what is known of their tenant grows old', () => {
  let testApp: TestApp;
  let elapsed = 0;
  beforeAll(async () => {
    testApp = await openTestApp({ poolSize: POOL, elapsed: () => elapsed });
  });
  afterAll(() => testApp.close());

  it('answer: none of them waits for a connection that only another of them could give', async () => {
    const { app, client, memberId, productId } = testApp;
    const { promise: allBegun, resolve: begin } = Promise.withResolvers<void>();
    let begun = 0;
    const command = { memberId, productId, principal: 500_000n, termMonths: 6 };
    const responses = Array.from({ length: POOL }, () =>
      app.lending.applyForLoan(
        {
          caller: client.caller,
          claim: null,
          refused: (error) => {
            throw error;
          },
          present: async ({ id }, views) => {
            begun += 1;
            if (begun === POOL) begin();
            await allBegun;
            // Each reads its tenant again, whose settings have grown old meanwhile.
            elapsed = 60_000;
            const loan = await views.loans.one(id);
            return { status: 201, headers: {}, body: loan?.loanNo ?? '' };
          },
        },
        command,
      ),
    );
    const hangs = sleep(5_000, 'hangs', { ref: false });
    expect(await Promise.race([Promise.all(responses), hangs])).toHaveLength(POOL);
  });
});
