import { describe, expect, it } from 'vitest';
import { linksTo, type FetchContext, type Links, type SubgraphLink } from '#gate/execute/links.ts';
import type { Request } from '#gate/execute/fetch.ts';
import { aCaller } from '#test/support/caller.ts';

/** Links to one subgraph that hangs, for as long as a test wants. */
function hanging() {
  const subgraph = { hangs: true, asked: 0 };
  const link: SubgraphLink = {
    execute: async () => {
      subgraph.asked += 1;
      return subgraph.hangs ? new Promise(() => undefined) : { status: 200, body: { data: { ok: true } } };
    },
  };
  const log = { warn: () => undefined };
  const links = linksTo({ link: () => link, limits: { queryMs: 40, changeMs: 60 }, log });
  return { subgraph, links };
}
const QUERY = { subgraph: 'books', query: '{ ok }', isChange: false } as Request;
const CHANGE = { ...QUERY, query: 'mutation { ok }', isChange: true } as Request;
const within = (ms: number): FetchContext => ({
  caller: aCaller(),
  identity: () => '',
  deadline: performance.now() + ms,
  notes: { operation: null, cost: null, outcome: 'ok' },
});
const fails = async (links: Links, request: Request, ms: number, times = 5) => {
  for (let n = 0; n < times; n++)
    await expect(links.send(request, {}, within(ms))).rejects.toMatchObject({ failure: 'timeout' });
};

describe('A subgraph that hangs', () => {
  it('is left alone for a while once five queries in a row had no answer', async () => {
    const { subgraph, links } = hanging();
    await fails(links, QUERY, 1_000);
    subgraph.hangs = false;
    await expect(links.send(QUERY, {}, within(1_000))).rejects.toMatchObject({ failure: 'refused' });
    expect(subgraph.asked).toBe(5);
  });

  it('is asked on for what is read where only changes had no answer: they wait for providers', async () => {
    const { subgraph, links } = hanging();
    await fails(links, CHANGE, 1_000);
    subgraph.hangs = false;
    expect(await links.send(QUERY, {}, within(1_000))).toEqual({ data: { ok: true } });
    await expect(links.send(CHANGE, {}, within(1_000))).rejects.toMatchObject({ failure: 'refused' });
  });

  it('is not held to have failed by fetches that had no time, behind others of their request', async () => {
    const { subgraph, links } = hanging();
    await fails(links, QUERY, 5);
    subgraph.hangs = false;
    expect(await links.send(QUERY, {}, within(1_000))).toEqual({ data: { ok: true } });
  });
});
