import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { startToyGraph, type ToyGraph } from '#test/support/toy-graph/start.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const byHash = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

const TITLES = 'query Titles { books { title } }';
const ADD = 'mutation Add($input: AddBookInput!) { addBook(input: $input) { book { title } userErrors { code } } }';
const OTHER = 'query Other { books { id } }';

const folder = mkdtempSync(join(tmpdir(), 'umoja-documents-'));
const path = join(folder, 'documents.json');
const write = (...texts: readonly string[]) =>
  writeFileSync(path, JSON.stringify(Object.fromEntries(texts.map((text) => [hashOf(text), text]))));
afterAll(() => rmSync(folder, { recursive: true }));

let graph: ToyGraph;
const sending = (body: object, mode: 'live' | 'sandbox' = 'live') =>
  graph.send(body, { authorization: `Bearer books:read${mode === 'live' ? ' live' : ''}` });
const codeOf = async (response: ReturnType<typeof sending>) => {
  const { status, errors } = await response;
  return [status, errors?.[0]?.extensions['code'] ?? null];
};

describe('An automatic persisted query', () => {
  beforeAll(async () => {
    graph = await startToyGraph('in one process');
  });
  afterAll(() => graph.close());

  it('is not found at first, is kept once it came with its text, and is found from then on', async () => {
    const extensions = byHash(hashOf(TITLES));
    expect(await codeOf(sending({ extensions }))).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
    const sent = await sending({ query: TITLES, extensions });
    expect(sent.data.books).toHaveLength(2);
    expect((await sending({ extensions })).data).toEqual(sent.data);
  });

  it('is found by GET, so that caches between us can keep it', async () => {
    await sending({ query: TITLES, extensions: byHash(hashOf(TITLES)) });
    const url = `${graph.gateway.url}?operationName=Titles&extensions=${encodeURIComponent(JSON.stringify(byHash(hashOf(TITLES))))}`;
    const reply = await fetch(url, { headers: { authorization: 'Bearer x' } });
    expect(await reply.json()).toMatchObject({ data: { books: [{}, {}] } });
  });

  it.each([
    ['whose hash is that of another text', { query: TITLES, extensions: byHash(hashOf(OTHER)) }],
    ['of another version', { extensions: { persistedQuery: { version: 2, sha256Hash: hashOf(TITLES) } } }],
  ])('%s is refused as a mistake of the client', async (_, body) => {
    expect(await codeOf(sending(body))).toEqual([400, 'BAD_REQUEST']);
  });

  it('can’t be a way around the limits', async () => {
    const large = `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: __typename`).join(' ')} }`;
    const extensions = byHash(hashOf(large));
    expect(await codeOf(sending({ query: large, extensions }))).toEqual([400, 'OPERATION_TOO_LARGE']);
    expect(await codeOf(sending({ extensions }))).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
  });
});

describe('The name of an operation', () => {
  beforeAll(async () => {
    write(TITLES);
    graph = await startToyGraph('in one process', { documents: { path, live: 'anything' } });
  });
  afterAll(() => graph.close());

  it('is logged where the document was registered, sent as text or by its hash, and of others that they have one', async () => {
    await sending({ query: TITLES });
    await sending({ extensions: byHash(hashOf(TITLES)) });
    // The same name, and what a client has made up; kept by its hash it is still no document of ours.
    await sending({ query: `${TITLES} ` });
    await sending({ query: OTHER, extensions: byHash(hashOf(OTHER)) });
    await sending({ extensions: byHash(hashOf(OTHER)) });
    await sending({ query: '{ books { id } }' });
    const answered = () => graph.log.filter(({ msg }) => msg === 'The graph answered.');
    await eventually(() => answered().length === 6);
    expect(answered().map(({ operation }) => operation)).toEqual(['Titles', 'Titles', 'other', 'other', 'other', null]);
  });
});

describe('Trusted documents, where live takes nothing else', () => {
  beforeAll(async () => {
    write(TITLES, ADD);
    graph = await startToyGraph('in one process', { documents: { path, live: 'trusted' } });
  });
  afterAll(() => graph.close());

  it('are recognised by their hash alone, from the first time on', async () => {
    expect((await sending({ extensions: byHash(hashOf(TITLES)) })).data.books).toHaveLength(2);
    const variables = { input: { id: 'trusted', title: 'T', price: 1 } };
    const added = await sending({ extensions: byHash(hashOf(ADD)), variables });
    expect(added.data.addBook).toEqual({ book: { title: 'T' }, userErrors: [] });
  });

  it('are known by the hash as code generators write it, with its algorithm', async () => {
    writeFileSync(
      path,
      JSON.stringify({ [`sha256:${hashOf(OTHER)}`]: OTHER, [hashOf(TITLES)]: TITLES, [hashOf(ADD)]: ADD }),
    );
    for (const hash of [`sha256:${hashOf(OTHER)}`, hashOf(OTHER)]) {
      await eventually(async () => (await sending({ extensions: byHash(hash) })).status === 200);
    }
    write(TITLES, ADD);
    await eventually(async () => (await sending({ query: OTHER })).status === 403);
  });

  it('are answered by their text, too', async () => {
    expect((await sending({ query: TITLES })).data.books.length).toBeGreaterThan(1);
  });

  it('are answered by GET', async () => {
    const url = `${graph.gateway.url}?extensions=${encodeURIComponent(JSON.stringify(byHash(hashOf(TITLES))))}`;
    const reply = await fetch(url, { headers: { authorization: 'Bearer live' } });
    expect(reply.status).toBe(200);
  });

  it.each([
    ['another text', { query: OTHER }],
    ['another text under the hash of a trusted one', { query: OTHER, extensions: byHash(hashOf(TITLES)) }],
    ['another text under its own hash', { query: OTHER, extensions: byHash(hashOf(OTHER)) }],
    ['an unknown hash', { extensions: byHash('0'.repeat(64)) }],
    ['a trusted text with more behind it', { query: `${TITLES} ` }],
    ['nothing at all', {}],
  ])('%s is refused, and nothing is fetched', async (_, body) => {
    graph.resolved.length = 0;
    expect(await codeOf(sending(body))).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
    expect(graph.resolved).toEqual([]);
  });

  it('a hash that a sandbox caller left behind is refused', async () => {
    const extensions = byHash(hashOf(OTHER));
    expect((await sending({ query: OTHER, extensions }, 'sandbox')).status).toBe(200);
    expect((await sending({ extensions }, 'sandbox')).status).toBe(200);
    expect(await codeOf(sending({ extensions }))).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
  });

  it('are read again when the file changes; a broken file is refused, and the old ones stay', async () => {
    write(TITLES, OTHER);
    await eventually(async () => (await sending({ query: OTHER })).status === 200);
    expect(await codeOf(sending({ query: ADD }))).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
    writeFileSync(path, '{"abc":"{ books { id } }"}');
    await eventually(() => graph.log.find(({ msg }) => msg.startsWith('The changed trusted documents were refused')));
    expect((await sending({ query: OTHER })).status).toBe(200);
  });
});

describe('A file of trusted documents that is wrong at the start stops the start', () => {
  const deep = `{ book(id: "b1") ${'{ sequel '.repeat(20)}{ id }${' }'.repeat(20)} }`;
  it.each<[string, string, RegExp]>([
    ['because it is no JSON', '{', /JSON/],
    ['because it is a list', '[]', /one object/],
    ['because a hash is not that of its text', JSON.stringify({ [hashOf('x')]: 'y' }), /is not the SHA-256/],
    ['because a document is larger than any may be', JSON.stringify({ [hashOf(deep)]: deep }), /levels deep/],
  ])('%s', async (_, content, sentence) => {
    writeFileSync(path, content);
    await expect(startToyGraph('in one process', { documents: { path, live: 'trusted' } })).rejects.toThrow(sentence);
  });
});
