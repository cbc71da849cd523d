import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';
import { moveClock } from '#test/support/moved-clock.ts';

let graph: LendingGraph;
beforeAll(async () => {
  graph = await openLendingGraph();
});
afterAll(() => graph.close());

describe('The test clock, in the graph', () => {
  const shown = '{ state to now offsetSeconds problem }';
  const read = async () => (await graph.query(`{ testClock ${shown} }`)).testClock;
  const advance = async (to: Temporal.Instant, key?: string) => {
    const query = `mutation ($input: AdvanceTestClockInput!, $key: String) {
      advanceTestClock(input: $input, idempotencyKey: $key) { testClock ${shown} userErrors { code path } } }`;
    return (await graph.query(query, { input: { to: to.toString() }, key })).advanceTestClock;
  };

  it('is sent to one moment at a time, and arrives there', async () => {
    const { testApp } = graph;
    expect(await read()).toMatchObject({ state: 'READY', to: null, offsetSeconds: 0 });
    const to = testApp.clock().add({ hours: 3 }).round('millisecond');
    const sent = await advance(to, 'clock-1');
    expect([sent.testClock.state, sent.userErrors]).toEqual(['ADVANCING', []]);
    expect(Temporal.Instant.from(sent.testClock.to).equals(to)).toBe(true);
    expect((await advance(to)).userErrors).toEqual([]);
    expect((await advance(to.add({ hours: 1 }))).userErrors).toMatchObject([{ code: 'clock_advancing' }]);
    await moveClock(testApp.app, testApp.tenantId);
    const there = await read();
    expect([there.state, there.problem]).toEqual(['READY', null]);
    expect(Temporal.Instant.compare(there.now, to)).toBeGreaterThanOrEqual(0);
    // The key replays what was sent, and sends it nowhere.
    expect((await advance(to, 'clock-1')).userErrors).toEqual([]);
    expect((await read()).state).toBe('READY');
  });
});

describe('A sandbox, in the graph', () => {
  const reset = async (fixture: string) => {
    const query = `mutation ($input: ResetSandboxInput!) {
      resetSandbox(input: $input) { testReset { state fixture } userErrors { code } } }`;
    return (await graph.query(query, { input: { fixture } })).resetSandbox;
  };

  it('is brought back to a named state, and refuses all else until it is there', async () => {
    const { app, tenantId } = graph.testApp;
    expect(await reset('empty')).toEqual({ testReset: { state: 'RESETTING', fixture: 'empty' }, userErrors: [] });
    expect((await reset('empty')).userErrors).toEqual([]);
    const { errors } = await graph.execute('{ members { totalCount } }');
    expect(errors?.[0].extensions.code).toBe('sandbox_resetting');
    expect(await app.testReset.perform(tenantId, plantFixture)).toBe(true);
    const { testReset, members } = await graph.query('{ testReset { state fixture } members { totalCount } }');
    expect([testReset, members.totalCount]).toEqual([{ state: 'READY', fixture: 'empty' }, 0]);
  });
});
