import { afterEach, describe, expect, it } from 'vitest';
import { openEventStream } from '#test/support/event-stream-client.ts';
import { eventually } from '#test/support/eventually.ts';
import { recordSteps } from '#test/support/recorded-steps.ts';
import { toyFeed } from '#test/support/toy-graph/feed.ts';
import { startToyGraph, ways, type ToyGraph } from '#test/support/toy-graph/start.ts';

let graph: ToyGraph;
afterEach(() => graph.close());

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

/** The lines of a request, once the last one is there: each as what it says and the step that it is of. */
async function linesOf(id: string, work: () => Promise<unknown>) {
  const steps = await recordSteps(async () => {
    await work();
    await eventually(() => graph.log.some(({ msg, request_id }) => msg === 'The graph answered.' && request_id === id));
  });
  const names = new Map(steps.map((step) => [step.traceparent.split('-')[2], step.name]));
  return graph.log
    .filter((line) => line['request_id'] === id)
    .map((line) => [line.msg, line['trace_id'], names.get(String(line['span_id']))]);
}

describe.each(ways)('Each line of a request to the graph, with its subgraphs %s', (way) => {
  it('names the trace and the step that wrote it, whether it went well or not', async () => {
    graph = await startToyGraph(way);
    const query = '{ faulty book(id: "b1") { title averageStars } }';
    const headers = { traceparent, 'x-request-id': 'r-1' };
    expect(await linesOf('r-1', () => graph.send({ query }, headers))).toEqual([
      ['A request to a subgraph met a fault', TRACE, 'subgraph books'],
      ['A fetch was answered.', TRACE, 'subgraph books'],
      ['A fetch was answered.', TRACE, 'subgraph reviews'],
      ['The graph answered.', TRACE, 'graph operation'],
    ]);
    // The second time by what is compiled of it, and with a subgraph that is away.
    graph.log.length = 0;
    await graph.subgraphs.get('reviews')?.close();
    const again = '{ book(id: "b1") { title averageStars } }';
    for (const id of ['r-2', 'r-3']) {
      const lines = await linesOf(id, () => graph.send({ query: again }, { traceparent, 'x-request-id': id }));
      expect(lines).toEqual([
        ['A fetch was answered.', TRACE, 'subgraph books'],
        ['A fetch from a subgraph failed', TRACE, 'graph operation'],
        ['The graph answered.', TRACE, 'graph operation'],
      ]);
    }
  });

  it('names them where its result is a stream of one, and where its token could not be looked up', async () => {
    graph = await startToyGraph(way, { feed: toyFeed().feed });
    const headers = { authorization: 'Bearer books:read', traceparent, 'x-request-id': 'r-4' };
    const streamed = await linesOf('r-4', async () => {
      const stream = await openEventStream(graph.gateway.url, { query: '{ book(id: "b1") { title } }' }, headers);
      await stream.take(2);
    });
    expect(streamed).toEqual([
      ['A fetch was answered.', TRACE, 'subgraph books'],
      ['The graph answered.', TRACE, 'graph operation'],
    ]);
    const refused = { authorization: 'Bearer outage', traceparent, 'x-request-id': 'r-5' };
    expect(await linesOf('r-5', () => graph.send({ query: '{ books { id } }' }, refused))).toEqual([
      ['The graph answered.', TRACE, 'graph operation'],
    ]);
    const faults = graph.log.filter(({ level }) => level >= 50);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatchObject({ trace_id: TRACE });
  });
});
