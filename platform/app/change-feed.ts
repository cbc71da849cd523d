import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { shownEventTypes } from '../runtime/event-types.ts';
import type { ChangePage, FeedReader, Views } from './views.ts';

/** What a reader of the feed asks for. */
export type FeedRequest = {
  /** The number behind which it reads on; null: from the oldest that is retained. */
  readonly after: number | null;
  readonly types: readonly string[];
  readonly limit: number;
};

/** Patterns that one request may name. */
const MOST_PATTERNS = 50;

/** Whether a pattern names the type: webhooks get events about themselves whatever they name, readers of the feed do not. */
const isNamed = (type: string, pattern: string): boolean =>
  pattern === '*' || (pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern);

/**
 * The event types that patterns name; all where there are no patterns.
 * @param problem makes the error of the surface of what is wrong
 */
export function typesNamed(patterns: readonly string[] | null, problem: (text: string) => Error): readonly string[] {
  const all = shownEventTypes.map(({ type }) => type);
  if (patterns === null) return all;
  if (patterns.length > MOST_PATTERNS) {
    throw problem(`types takes at most ${MOST_PATTERNS} types; use patterns such as loan.*.`);
  }
  const found = patterns.map((pattern) => all.filter((type) => isNamed(type, pattern)));
  const unknown = patterns.find((_, place) => found[place]?.length === 0);
  if (unknown === undefined) return [...new Set(found.flat())];
  throw problem(
    `There are no events of the type ${unknown.slice(0, 100)}. The catalogue of event types lists those that there are.`,
  );
}

/**
 * A part of the feed.
 * @throws DomainError changes_expired (gone) where events since then are no longer retained
 * @throws what `problem` makes, where the number lies ahead of the feed
 */
export async function readFeed(
  { changes }: Pick<Views, 'changes'>,
  reader: FeedReader,
  request: FeedRequest,
  problem: (text: string) => Error,
): Promise<ChangePage> {
  const page = await changes.page(reader, request);
  const { after } = request;
  const { oldest, latest } = page;
  if (after !== null && after < oldest) {
    throw refuse(partnerRefusals.changes_expired, `Events up to number ${oldest} are no longer retained.`, { oldest });
  }
  if (after !== null && after > latest) throw problem(`after lies ahead of the feed, which has come to ${latest}.`);
  return page;
}
