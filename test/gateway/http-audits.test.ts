import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverAudits } from 'graphql-http';
import { startToyGraph, ways } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

/** The suite by which servers show that they speak GraphQL over HTTP, on the running gateway, with a client's token. */
describe.each(ways)('GraphQL over HTTP, with the subgraphs %s', (way) => {
  let graph: ToyGraph;
  beforeAll(async () => {
    graph = await startToyGraph(way);
  });
  afterAll(() => graph.close());

  // The names of the audits are known before there is a server; which one is requested when it runs.
  const withToken = (url: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', 'Bearer books:read');
    return fetch(url, { ...init, headers });
  };
  const audits = serverAudits({ url: () => graph.gateway.url, fetchFn: withToken });

  it('is confirmed by 61 audits', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))('%s %s', async (_id, _name, audit) => {
    const result = await audit();
    expect([result.status, 'reason' in result ? result.reason : null]).toEqual(['ok', null]);
  });
});
