import { describe, expect, it } from 'vitest';
import type { FormattedExecutionResult } from 'graphql';
import { fetchOnce, type RequestedEntities, type Fetch } from '#gate/entity-fetch.ts';

const book = (id: string) => ({ __typename: 'Book', id });
const titles = (operationName: string, ...ids: readonly string[]): Fetch => ({
  query: `query ${operationName}($representations:[_Any!]!){_entities(representations:$representations){...on Book{title}}}`,
  variables: { representations: ids.map(book) },
  operationName,
});
const idsIn = ({ variables }: Fetch) => ((variables ?? {})['representations'] as { id: string }[]).map(({ id }) => id);
const responseTo = (fetch: Fetch): FormattedExecutionResult => ({
  data: { _entities: idsIn(fetch).map((id) => (id === 'gone' ? null : { title: `Title of ${id}`, tags: [id] })) },
});

/** A subgraph that notes what it is requested, and answers after the others were asked. */
function aSubgraph(respond: (fetch: Fetch) => FormattedExecutionResult = responseTo) {
  const requests: string[][] = [];
  const request: RequestedEntities = new Map();
  const send = async (fetch: Fetch) => {
    requests.push(idsIn(fetch));
    await Promise.resolve();
    return respond(fetch);
  };
  return { requests, query: (fetch: Fetch, of = request) => fetchOnce('books', fetch, of, send) };
}
const titlesIn = ({ data }: FormattedExecutionResult) =>
  ((data ?? {})['_entities'] as ({ title: string } | null)[]).map((entity) => entity?.title ?? null);

describe('The entities of one request', () => {
  it('are requested once, and stand at every place', async () => {
    const { requests, query } = aSubgraph();
    const response = await query(titles('Q__books__1', 'a', 'b', 'a', 'gone', 'a'));
    expect(requests).toEqual([['a', 'b', 'gone']]);
    expect(titlesIn(response)).toEqual(['Title of a', 'Title of b', 'Title of a', null, 'Title of a']);
    const [one, , other] = (response.data?.['_entities'] ?? []) as { tags: string[] }[];
    expect(one?.tags).not.toBe(other?.tags);
  });

  it('are requested once by paths that are fetched at the same time, or later', async () => {
    const { requests, query } = aSubgraph();
    const both = await Promise.all([query(titles('Q__books__1', 'a', 'b')), query(titles('Q__books__2', 'b', 'c'))]);
    expect(both.map(titlesIn)).toEqual([
      ['Title of a', 'Title of b'],
      ['Title of b', 'Title of c'],
    ]);
    expect(titlesIn(await query(titles('Q__books__3', 'c', 'a')))).toEqual(['Title of c', 'Title of a']);
    expect(requests).toEqual([['a', 'b'], ['c']]);
  });

  it('are others for another selection, other arguments, another subgraph, another request', async () => {
    const { requests, query } = aSubgraph();
    const fetch = titles('Q__books__1', 'a');
    await query(fetch);
    await query({ ...fetch, query: fetch.query.replace('title', 'price') });
    await query({ ...fetch, variables: { ...fetch.variables, first: 1 } });
    await query(fetch, new Map());
    const request: RequestedEntities = new Map();
    const send = async () => responseTo(fetch);
    expect(titlesIn(await fetchOnce('one', fetch, request, send))).toEqual(['Title of a']);
    await fetchOnce('two', fetch, request, async () => ({ data: { _entities: [{ title: 'Another' }] } })).then(
      (response) => expect(titlesIn(response)).toEqual(['Another']),
    );
    expect(requests).toEqual([['a'], ['a'], ['a'], ['a']]);
  });

  it('that came with an error are fetched again, and the error is reported at its path', async () => {
    const error = { message: 'No.', path: ['_entities', 1, 'title'] };
    const { requests, query } = aSubgraph((fetch) => ({
      ...responseTo(fetch),
      ...(idsIn(fetch)[1] === 'b' ? { errors: [error] } : {}),
    }));
    const [one, other] = await Promise.all([
      query(titles('Q__books__1', 'a', 'a', 'b')),
      query(titles('Q__books__2', 'c', 'b')),
    ]);
    expect(one?.errors).toEqual([{ message: 'No.', path: ['_entities', 2, 'title'] }]);
    expect(titlesIn(other!)).toEqual(['Title of c', 'Title of b']);
    expect(requests).toEqual([['a', 'b'], ['c'], ['b']]);
  });

  it('that did not come at all fail each fetch automatically', async () => {
    const { requests, query } = aSubgraph(() => {
      throw new Error('away');
    });
    const fetches = [query(titles('Q__books__1', 'a')), query(titles('Q__books__2', 'a', 'b'))];
    expect((await Promise.allSettled(fetches)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  it('leave what is asked of the root alone', async () => {
    const sent: Fetch[] = [];
    const fetch = { query: '{books{id}}', variables: undefined, operationName: undefined };
    const response = await fetchOnce('books', fetch, new Map(), async (each) => {
      sent.push(each);
      return { data: { books: [] } };
    });
    expect([sent, response]).toEqual([[fetch], { data: { books: [] } }]);
  });
});
