import { request as sendRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Registry } from 'prom-client';
import { requestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { openEventStream } from '#test/support/event-stream-client.ts';
import { eventually } from '#test/support/eventually.ts';
import { recordSteps } from '#test/support/recorded-steps.ts';
import { toyFeed, type ToyFeed } from '#test/support/toy-graph/feed.ts';
import { startToyGraph, type ToyGraph } from '#test/support/toy-graph/start.ts';

const SUBSCRIPTION = 'subscription { bookChanged { sequence book { title } } }';

let registry: Registry;
let toy: ToyFeed;
let graph: ToyGraph;
beforeEach(async () => {
  registry = new Registry();
  toy = toyFeed();
  graph = await startToyGraph(
    'in one process',
    { requests: requestMetrics(registry), feed: toy.feed, streamLimits: { slowMs: 100 } },
    toy.changed,
  );
});
afterEach(() => graph.close());

/** The series of a metric and their values, but for those that are 0. */
async function shown(metric: string): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith(metric));
  const values = lines.map((line) => [
    line.slice(metric.length, line.lastIndexOf(' ')),
    Number(line.split(' ').at(-1)),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}
const operations = () => shown('umoja_graph_operation_seconds_count');
const answered = async (count: number) => {
  await eventually(async () => Object.values(await operations()).reduce((sum, each) => sum + each, 0) === count);
  return operations();
};
const subscribe = (query = SUBSCRIPTION) =>
  openEventStream(graph.gateway.url, { query }, { authorization: 'Bearer books:read' });

describe('An operation of the graph is counted', () => {
  it.each([
    ['ok where all was found', '{ book(id: "b1") { title } }', 200, 'ok'],
    ['ok where its client is refused', '{ refused book(id: "b1") { title costPrice } }', 200, 'ok'],
    ['ok where it is wrong', '{ nothing }', 400, 'ok'],
    ['as partial where a fault is masked in a 200', '{ faulty book(id: "b1") { title } }', 200, 'partial'],
    ['as a fault where nothing else came in that 200', '{ faulty __typename }', 200, 'fault'],
    ['as a fault where nothing could be begun', '{ faultyNotNull }', 200, 'fault'],
  ])('%s', async (_, query, status, outcome) => {
    for (let n = 1; n <= 2; n++) {
      expect((await graph.execute(query)).status).toBe(status);
      expect(await answered(n)).toEqual({
        [`{operation="none",status="${status === 400 ? '4xx' : '2xx'}",outcome="${outcome}"}`]: n,
      });
    }
    expect(graph.log.find(({ msg }) => msg === 'The graph answered.')).toMatchObject({ status, outcome });
  });

  it('as partial where a subgraph is away, and as a fault with its 503', async () => {
    await graph.subgraphs.get('reviews')?.close();
    await graph.execute('{ book(id: "b1") { title averageStars } }');
    expect((await graph.execute('{ reviews { stars } }')).status).toBe(503);
    expect(await answered(2)).toEqual({
      '{operation="none",status="2xx",outcome="partial"}': 1,
      '{operation="none",status="5xx",outcome="fault"}': 1,
    });
  });

  it('as a fault where its token could not be looked up', async () => {
    await graph.send({ query: '{ books { id } }' }, { authorization: 'Bearer outage' });
    expect(await answered(1)).toEqual({ '{operation="none",status="5xx",outcome="fault"}': 1 });
  });

  it('also where its client left before it had the answer, whose step in the trace ends', async () => {
    const steps = await recordSteps(async (taken) => {
      const sent = sendRequest(graph.gateway.url, {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', authorization: 'Bearer books:read' },
      });
      sent.on('error', () => undefined);
      sent.end(JSON.stringify({ query: '{ slow(ms: 500) }' }));
      await eventually(() => taken.some(({ name }) => name === 'graph operation'));
      sent.destroy();
      expect(await answered(1)).toEqual({ '{operation="none",status="4xx",outcome="ok"}': 1 });
    });
    expect(steps.filter(({ name }) => name === 'graph operation')).toMatchObject([{ ended: true }]);
  });
});

describe('A stream of the graph', () => {
  it('is an operation until it is open, a gauge while it is, and counted by how it ended', async () => {
    const steps = await recordSteps(async () => {
      const [one, other] = [await subscribe(), await subscribe()];
      expect(await answered(2)).toEqual({ '{operation="none",status="2xx",outcome="ok"}': 2 });
      expect(await shown('umoja_graph_streams_open')).toEqual({ '': 2 });
      one.leave();
      await eventually(async () => (await shown('umoja_graph_streams_open'))[''] === 1);
      await graph.subgraphs.get('books')?.close();
      toy.emit('b1');
      await other.take(2);
      await eventually(async () => Object.keys(await shown('umoja_graph_streams_open')).length === 0);
      expect(await shown('umoja_graph_streams_ended_total')).toEqual({ '{how="left"}': 1, '{how="fault"}': 1 });
      // Neither is counted a second time, with its life as the duration.
      expect(await answered(2)).toEqual({ '{operation="none",status="2xx",outcome="ok"}': 2 });
    });
    expect(steps.filter(({ name }) => name === 'graph operation')).toMatchObject([{ ended: true }, { ended: true }]);
  });

  it('that its client or a stop ends is no fault; one that takes nothing is dropped', async () => {
    const query = 'subscription { bookChanged { sequence text(length: 4000000) } }';
    await subscribe(query);
    for (let n = 0; n < 10; n++) toy.emit('b1');
    await eventually(async () => (await shown('umoja_graph_streams_ended_total'))['{how="dropped"}'] === 1);
    const waiting = await subscribe();
    await Promise.all([waiting.take(2), graph.gateway.close()]);
    expect(await shown('umoja_graph_streams_ended_total')).toEqual({ '{how="dropped"}': 1, '{how="ended"}': 1 });
  });

  it('of one result is an operation like others', async () => {
    const stream = await subscribe('{ faulty book(id: "b1") { title } }');
    await stream.take(2);
    expect(await answered(1)).toEqual({ '{operation="none",status="2xx",outcome="partial"}': 1 });
    expect(await shown('umoja_graph_streams_open')).toEqual({});
  });
});
