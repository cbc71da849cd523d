import { describe, expect, it } from 'vitest';
import { createConnection } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { startToyGraph, ways } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

async function arrived(graph: ToyGraph, requests: number): Promise<void> {
  while (graph.resolved.filter((field) => field === 'Query.slow').length < requests) await after(5);
}

describe.each(ways)('Stopping, with subgraphs %s', (way) => {
  it('lets the requests that run come to their end, and takes no new ones', async () => {
    const graph = await startToyGraph(way);
    const running = Array.from({ length: 5 }, () => graph.execute('{ slow(ms: 400) reviews { stars } }'));
    await arrived(graph, 5);
    const started = performance.now();
    const closed = graph.close();
    await after(50);
    await expect(fetch(graph.gateway.url)).rejects.toThrow();
    for (const { data, errors } of await Promise.all(running)) {
      expect(errors).toBeUndefined();
      expect(data.slow).toBe('at last');
    }
    await closed;
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('of the subgraphs first costs running requests nothing, either', async () => {
    const graph = await startToyGraph(way);
    const running = graph.execute('{ slow(ms: 300) }');
    await arrived(graph, 1);
    await Promise.all([...graph.subgraphs.values()].map((subgraph) => subgraph.close()));
    expect((await running).data).toEqual({ slow: 'at last' });
    await graph.close();
  });

  it('does not wait for connections that nobody uses', async () => {
    const graph = await startToyGraph(way);
    await graph.execute('{ books { id } reviews { id } }');
    const idle = createConnection(Number(new URL(graph.gateway.url).port), '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const started = performance.now();
    await graph.close();
    expect(performance.now() - started).toBeLessThan(4_000);
    idle.destroy();
  });
});

it('A gateway that gets no port leaves nothing running', async () => {
  const graph = await startToyGraph('in one process');
  const port = Number(new URL(graph.gateway.url).port);
  await expect(startToyGraph('in one process', { port })).rejects.toThrow('EADDRINUSE');
  await graph.close();
});
