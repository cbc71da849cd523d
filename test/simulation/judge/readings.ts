import type { Exchange } from '../driver/history.ts';
import { shownWrongly } from './deliveries.ts';

/**
 * partner-api.md 3, 5 and 6, webhooks.md, education.md 2 and 7: what readers are shown. A tag names one representation, a cursor the
 * list that it was handed out for, a walk over a list each record once, a quota its own bucket; events name nobody’s numbers.
 */
export function judgeReadings(exchanges: readonly Exchange[]): string[] {
  return [
    ...sameTags(exchanges),
    ...staleTags(exchanges),
    ...cursors(exchanges),
    ...quotas(exchanges),
    ...exchanges.flatMap(eventsShown),
    ...exchanges.flatMap(averages),
    ...frozenScales(exchanges),
  ];
}

const queryOf = (path: string) => new URL(path, 'http://umoja.test').searchParams;
const placeOf = (path: string) => path.split('?', 1)[0] ?? path;
const isRead = ({ request: { method }, reply: { status } }: Exchange) => method === 'GET' && status === 200;

/** Strong: where any byte differs, the tag does. */
function sameTags(exchanges: readonly Exchange[]): string[] {
  const seen = new Map<string, Exchange>();
  return exchanges.filter(isRead).flatMap((exchange) => {
    const { request, reply } = exchange;
    if (reply.etag === null) return [];
    const key = `${placeOf(request.path)} ${reply.etag}`;
    const before = seen.get(key);
    seen.set(key, exchange);
    return before && before.reply.text !== reply.text
      ? [
          `Two representations have the tag ${reply.etag}: ${before.request.path} was ${cut(before)}, and ${request.path} ${cut(exchange)}.`,
        ]
      : [];
  });
}

/** What was decided on a version that is not there any more is not done. */
function staleTags(exchanges: readonly Exchange[]): string[] {
  const shown = new Map<string, number>();
  return exchanges.flatMap(({ request: { path, ifMatch }, reply }) => {
    const place = placeOf(path);
    const before = shown.get(place);
    const version = versionIn(reply.etag ?? '');
    if (reply.status < 300 && version !== null && !reply.replayed) shown.set(place, version);
    if (ifMatch === undefined || ifMatch === '*' || reply.status >= 300 || reply.replayed) return [];
    const named = versionIn(ifMatch);
    return named === null || (before !== undefined && named < before)
      ? [`${path} was changed on condition of ${ifMatch}, when it had been shown in version ${before ?? 'none'}.`]
      : [];
  });
}

function versionIn(tag: string): number | null {
  const [, version] = /^"v(\d+)/.exec(tag) ?? [];
  return version === undefined ? null : Number(version);
}

const cut = ({ reply }: Exchange) => reply.text.slice(0, 200);

type Walk = { readonly ids: Set<string>; readonly total: number | null; readonly first: string };

/** What a list’s cursors are bound to: all that its address says, but the cursor and what only shapes the page. */
const listOf = ({ by, request: { path } }: Exchange) => {
  const names = [...queryOf(path)].filter(([name]) => !['cursor', 'limit', 'fields', 'include'].includes(name));
  return JSON.stringify([by, placeOf(path), names.sort()]);
};

function cursors(exchanges: readonly Exchange[]): string[] {
  const handedOut = new Map<string, { readonly list: string; readonly walk: Walk }>();
  return exchanges.flatMap((exchange) => {
    const { request, reply } = exchange;
    if (request.method !== 'GET' || !request.path.startsWith('/api/v1/')) return [];
    const cursor = queryOf(request.path).get('cursor');
    const from = cursor === null ? null : handedOut.get(cursor);
    const sentences: string[] = [];
    if (cursor !== null && reply.status === 200 && from?.list !== listOf(exchange))
      sentences.push(`A cursor of ${from?.list ?? 'no list'} was taken for ${listOf(exchange)}.`);
    if (reply.status === 400 && from?.list === listOf(exchange))
      sentences.push(`A cursor of ${from.list} was refused for it: ${cut(exchange)}.`);
    const page = reply.body?.pagination;
    if (reply.status !== 200 || page?.has_more === undefined) return sentences;
    const total = page.total ?? null;
    const walk: Walk = from?.walk ?? {
      ids: new Set(),
      total: total === null ? null : Number(total),
      first: request.path,
    };
    if (cursor !== null && !from) return sentences;
    for (const { id } of reply.body.data ?? []) {
      if (walk.ids.has(String(id))) sentences.push(`The walk over ${walk.first} came to ${id} twice.`);
      walk.ids.add(String(id));
    }
    if (!page.has_more && walk.total !== null && walk.ids.size !== walk.total)
      sentences.push(`The walk over ${walk.first} came to ${walk.ids.size} of ${walk.total}.`);
    if (page.next_cursor) handedOut.set(page.next_cursor, { list: listOf(exchange), walk });
    return sentences;
  });
}

/** A request takes one from its own bucket; time gives back, so that no fewer are left than were not made. */
function quotas(exchanges: readonly Exchange[]): string[] {
  const made = new Map<string, number>();
  return exchanges.flatMap(({ by, request: { method, path }, reply: { quota, status } }) => {
    if (quota === null || !by.startsWith('token:')) return [];
    const key = `${by} ${quota.bucket}`;
    const count = (made.get(key) ?? 0) + 1;
    made.set(key, count);
    const said = `${method} ${path} as ${by.slice(0, 14)}… was answered ${status}`;
    if (status === 429 && count <= quota.most)
      return [`${said}, though ${count} of ${quota.most} requests (${quota.bucket}) were made.`];
    return quota.left < quota.most - count
      ? [`${said} with ${quota.left} of ${quota.most} left (${quota.bucket}), after ${count} requests.`]
      : [];
  });
}

/** Wherever events are read. */
function eventsShown(exchange: Exchange): string[] {
  const { request, reply } = exchange;
  if (!isRead(exchange) || !/^\/(api\/)?v1\/(events|changes|webhooks\/\d+\/poll)/.test(request.path)) return [];
  const events: readonly any[] = reply.body?.data ?? reply.body?.events ?? [];
  return events.flatMap((event) =>
    typeof event?.type === 'string' && event.subject
      ? shownWrongly(`${request.path} (${event.type}, ${event.id})`, event)
      : [],
  );
}

/** Of each unit the latest attempt counts, by its credit hours: two places, half up. */
function averages(exchange: Exchange): string[] {
  const { request, reply } = exchange;
  if (!isRead(exchange) || !/\/students\/[^/]+\/transcript/.test(request.path)) return [];
  const results: readonly any[] = (reply.body?.terms ?? []).flatMap((term: any) => term.results);
  const latest = new Map<string, any>();
  for (const result of results) {
    const unit = String(result.unit?.id ?? result.unit_id);
    const known = latest.get(unit);
    if (!known || known.attempt < result.attempt) latest.set(unit, result);
  }
  const counted = [...latest.values()].filter(
    ({ grade_points: points, score_status: status }) => points !== null && status !== 'exempt',
  );
  const hundredths = (text: string) => BigInt(Math.round(Number(text) * 100));
  let points = 0n;
  let hours = 0n;
  for (const { grade_points: each, unit } of counted) {
    points += hundredths(each) * hundredths(unit.credit_hours);
    hours += hundredths(unit.credit_hours);
  }
  const shown = reply.body?.gpa ?? null;
  if (hours === 0n || shown === null) return [];
  const expected = (2n * points + hours) / (2n * hours);
  return expected === hundredths(shown)
    ? []
    : [`${request.path} shows an average of ${shown}, and its latest results give ${Number(expected) / 100}.`];
}

/** An amendment goes by the edition of the scale that the first publication went by, unless it says otherwise. */
function frozenScales(exchanges: readonly Exchange[]): string[] {
  const frozen = new Map<string, number>();
  return exchanges.flatMap(({ request: { method, path, body }, reply }) => {
    const [, id] = /^\/api\/v1\/results\/(\d+)$/.exec(path) ?? [];
    const action = body?.['action'];
    if (
      method !== 'PATCH' ||
      reply.status !== 200 ||
      id === undefined ||
      !['publish', 'amend'].includes(String(action))
    )
      return [];
    const version = Number(reply.body?.scale_version);
    const before = frozen.get(id);
    if (action === 'publish' || body?.['rescale'] === true || before === undefined) {
      frozen.set(id, version);
      return [];
    }
    return version === before
      ? []
      : [`Result ${id} was published under edition ${before} of its scale, and amended under edition ${version}.`];
  });
}
