import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { begunRequest } from '#test/support/begun-request.ts';
import { startToyGraph } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

let graph: ToyGraph;
beforeAll(async () => {
  graph = await startToyGraph('in one process', { arrivalMs: 200 });
});
afterAll(() => graph.close());

const begun = (request: string) => begunRequest(graph.gateway.url, request);

describe('A request that does not arrive as a whole is given up', () => {
  it('where its headers never end', async () => {
    expect(await begun('POST /graphql HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('where its body never ends', async () => {
    const headers = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n';
    expect(await begun(`POST /graphql HTTP/1.1\r\n${headers}\r\n{`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('and leaves one that arrives in time alone', async () => {
    expect((await graph.execute('{ slow(ms: 600) }')).data).toEqual({ slow: 'at last' });
  });
});
