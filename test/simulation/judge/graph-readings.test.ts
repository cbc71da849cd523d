import { describe, expect, it } from 'vitest';
import type { Exchange } from '../driver/history.ts';
import type { Request, Surface } from '../stage.ts';
import { judgeCredentials } from './credentials.ts';
import { judgeGraph } from './graph-readings.ts';
import { judgeReadings } from './readings.ts';

type More = { readonly by?: Surface; readonly status?: number; readonly etag?: string; readonly replayed?: boolean };

function exchanged(request: Request, body: object, more: More = {}): Exchange {
  const { by = 'officer', status = 200, etag = null, replayed = false } = more;
  const reply = { status, replayed, text: JSON.stringify(body), body, etag, quota: null };
  return { command: 'test', by, request, key: null, reply };
}

const asked = (variables: object, data: object, by: Surface = 'officer') =>
  exchanged({ method: 'POST', path: '/graphql', body: { query: 'query { members }', variables } }, { data }, { by });

function page(after: string | null, ids: readonly string[], endCursor: string | null, totalCount = 4) {
  const pageInfo = { hasNextPage: endCursor !== null, endCursor };
  return asked({ first: 2, after }, { members: { totalCount, nodes: ids.map((id) => ({ id })), pageInfo } });
}

describe('The judge of what readers of the graph were shown', () => {
  it.each([
    ['all is well', [page(null, ['a', 'b'], 'x'), page('x', ['c', 'd'], null)], null],
    ['the list grows meanwhile', [page(null, ['a', 'b'], 'x'), page('x', ['c'], null, 5)], null],
    ['a record comes twice', [page(null, ['a', 'b'], 'x'), page('x', ['b', 'c'], null)], /came to b twice/],
    ['a record is left out', [page(null, ['a', 'b'], 'x'), page('x', ['d'], null)], /came to 3 of 4/],
    ['there are more than were asked for', [page(null, ['a', 'b', 'c'], 'x')], /has 3 records/],
    ['a record is asked for by its id', [asked({ one: 'a', two: 'b' }, { one: { id: 'a' }, two: null })], null],
    ['another one is shown', [asked({ one: 'a' }, { one: { id: 'b' } })], /asked for a, and was shown b/],
    ['a scope is missing', [asked({}, { members: { nodes: [{ id: 'a', loans: null }] } }, 'reader')], null],
    [
      'what it is for is shown',
      [asked({}, { members: { nodes: [{ loans: { nodes: [] } }] } }, 'reader')],
      /shown loans/,
    ],
  ] as const)('says so where %s', (_, exchanges, sentence) => {
    const sentences = judgeGraph(exchanges);
    if (sentence === null) expect(sentences).toEqual([]);
    else expect(sentences.join(' ')).toMatch(sentence);
  });
});

describe('The judge of what was changed on a condition', () => {
  const read = (version: number) =>
    exchanged({ method: 'GET', path: '/api/v1/members/7' }, { version }, { etag: `"v${version}-${version}x"` });
  const change = (ifMatch: string, more: More) =>
    exchanged({ method: 'PATCH', path: '/api/v1/members/7', ifMatch, body: {} }, { changed: ifMatch }, more);

  it.each([
    ['of the version that is there', [read(1), change('"v1-1x"', { etag: '"v2-2x"' })], null],
    ['and was refused', [read(1), read(2), change('"v1-1x"', { status: 412 })], null],
    ['and is replayed', [read(1), read(2), change('"v1-1x"', { replayed: true })], null],
    ['of one that is gone', [read(1), read(2), change('"v1-1x"', {})], /on condition of "v1-1x", when .* version 2/],
    ['that was never handed out', [read(1), change('"1"', {})], /on condition of "1"/],
  ] as const)('finds what was decided on a version: %s', (_, exchanges, sentence) => {
    const sentences = judgeReadings(exchanges);
    if (sentence === null) expect(sentences).toEqual([]);
    else expect(sentences.join(' ')).toMatch(sentence);
  });
});

describe('The judge of sessions', () => {
  const auth = (path: string, status: number, by: Surface = 'person:Ada') =>
    exchanged({ method: 'POST', path: `/auth/${path}`, body: {} }, { person: { uuid: 'p' } }, { by, status });
  const whole = [auth('sign-in', 201), auth('token', 200), auth('sign-out', 200)];

  it.each([
    ['who has none is refused', [...whole, auth('token', 401), auth('step-up/options', 401)], null],
    ['who has none is answered', [...whole, auth('step-up/options', 200)], /session of person:Ada has ended/],
    ['a cookie of before is refused', [...whole, auth('token', 401, 'left:Ada')], null],
    ['a cookie of before is answered', [...whole, auth('token', 200, 'left:Ada')], /left:Ada has signed out/],
  ] as const)('says so where %s', (_, exchanges, sentence) => {
    const sentences = judgeCredentials(exchanges);
    if (sentence === null) expect(sentences).toEqual([]);
    else expect(sentences.join(' ')).toMatch(sentence);
  });
});
