import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import type { ListPaging, SyncWindow } from '#platform/app/lists.ts';
import { restRefusals } from '../../refusals.ts';
import { SEND } from '../../sentences.ts';
import { documentedAs } from '../../shapes.ts';
import { requireMarkOf, type Generation } from '../../lists/generation-marks.ts';
import { dateIn, instantIn } from '../../times.ts';

/** The grammar of lists that are read with limit and offset. Whatever it doesn't know is refused, never ignored. */

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
export const MAX_OFFSET = 10_000;

const MOMENT = '\\d{4}-\\d{2}-\\d{2}([Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[ +-]\\d{2}:\\d{2}))?';

/** The parameters that every list of schools takes beside its filters. */
export const PAGING_PARAMETERS = {
  limit: Type.Optional(
    documentedAs(
      {
        type: 'integer',
        minimum: 1,
        default: DEFAULT_LIMIT,
        description: `Records of a page; more than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
        examples: [DEFAULT_LIMIT],
      },
      Type.String({ pattern: '^[1-9][0-9]{0,8}$', [SEND]: `a whole number from 1 to ${MAX_LIMIT}` }),
    ),
  ),
  offset: Type.Optional(
    documentedAs(
      {
        type: 'integer',
        minimum: 0,
        maximum: MAX_OFFSET,
        default: 0,
        description: 'Records to leave out before the page.',
        examples: [0],
      },
      Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$', [SEND]: `a whole number from 0 to ${MAX_OFFSET}` }),
    ),
  ),
  updated_since: Type.Optional(
    Type.String({
      pattern: `^${MOMENT}$`,
      description:
        'Only what changed at this time or later, in the order of the changes, with what was voided, cancelled, erased ' +
        'or removed. An instant with its offset, or a date (00:00Z). Take it from sync.as_of of the last run, never ' +
        'from a clock of your own.',
      examples: ['2026-01-31T08:00:00.000Z'],
    }),
  ),
  after_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,300}$',
      description:
        'Of Link rel="next": go on behind this record. Without updated_since, offset then only says where the page lies.',
      examples: ['250'],
    }),
  ),
  updated_before: Type.Optional(
    Type.String({
      pattern: `^${MOMENT}$`,
      description: 'Of Link rel="next": the as_of of the first page, so that all pages show one window.',
      examples: ['2026-01-31T09:00:00.000Z'],
    }),
  ),
} as const;

export type OffsetQuery = {
  readonly paging: ListPaging;
  /** Null where the whole collection is read. */
  readonly window: SyncWindow | null;
};

type QueryParameters = Readonly<Record<string, string | undefined>>;

/**
 * Reads the paging of a list; the texts have the form that the parameters' schemas ask for.
 * @param openId reads an after_id that is no integer; null where it isn't one of ours
 * @throws DomainError invalid_parameter, offset_too_large (malformed); sandbox_was_reset (gone)
 */
export function readOffsetQuery(
  sent: QueryParameters,
  openId: (sealed: string) => number | null,
  generation: Generation,
): OffsetQuery {
  const offset = Number(sent['offset'] ?? 0);
  const afterId = sent['after_id'] === undefined ? undefined : readAfterId(sent['after_id'], openId);
  const window = readWindow(sent, afterId, generation);
  // Behind after_id nothing is counted out: the offset only says where the page lies.
  if (offset > (afterId !== undefined && !window ? Number.MAX_SAFE_INTEGER : MAX_OFFSET)) {
    throw refuse(
      restRefusals.offset_too_large,
      `offset goes up to ${MAX_OFFSET}; walk on by Link rel="next", or with updated_since.`,
      { parameter: 'offset', max_offset: MAX_OFFSET },
    );
  }
  const limit = Math.min(Number(sent['limit'] ?? DEFAULT_LIMIT), MAX_LIMIT);
  return { paging: window ? { limit, offset } : { limit, offset, afterId }, window };
}

function readWindow(sent: QueryParameters, afterId: number | undefined, generation: Generation): SyncWindow | null {
  const { updated_since: since, updated_before: before } = sent;
  if (since === undefined) {
    if (before === undefined) return null;
    throw invalid(
      'updated_before',
      'updated_before goes with updated_since: follow the Link of the page before as it is.',
    );
  }
  return {
    since: readMoment('updated_since', since, generation),
    afterId,
    before: before === undefined ? undefined : readMoment('updated_before', before, generation),
  };
}

/** An instant, or the beginning of a day. A plus sign that arrives as a space is what it was. */
function readMoment(parameter: string, text: string, generation: Generation): Temporal.Instant {
  const written = text.replace(' ', '+').toUpperCase();
  const moment = text.length === 10 ? dateIn(text)?.toZonedDateTime('UTC').toInstant() : instantIn(written);
  if (text.length > 10) requireMarkOf(generation, written);
  if (moment) return Temporal.Instant.fromEpochMilliseconds(moment.epochMilliseconds);
  throw invalid(parameter, `${parameter} takes an instant such as 2026-01-31T08:00:00Z, or a date.`);
}

function readAfterId(text: string, openId: (sealed: string) => number | null): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : openId(text);
  if (id !== null && Number.isSafeInteger(id)) return id;
  throw invalid('after_id', 'after_id is of another list; follow the Link of the page before as it is.');
}

function invalid(parameter: string, message: string) {
  return refuse(restRefusals.invalid_parameter, message, { parameter, allowed: Object.keys(PAGING_PARAMETERS) });
}
