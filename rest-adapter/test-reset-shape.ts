import Type from 'typebox';
import { FIXTURE_NAMES, FIXTURES } from '#core/partners/test-reset.ts';
import type { ShownReset } from '#platform/app/processes/test-reset/test-reset.ts';
import { instant, nullable, object } from './shapes.ts';

/** The reset of a sandbox, as both surfaces show it. */
export const TestResetSchema = object(
  {
    state: Type.Enum(['ready', 'resetting'], {
      description: 'resetting: every other request of the sandbox is refused with sandbox_resetting.',
    }),
    fixture: nullable(Type.String({ description: 'What it holds, or will; null where it was never reset.' })),
    requested_at: nullable(instant('When the last reset was requested, in real time.')),
    finished_at: nullable(instant('When it was over; null while it is under way.')),
    rows_erased: Type.Integer({ description: 'Rows that it has erased so far.' }),
    problem: nullable(Type.String({ description: 'Why the last step failed; it is tried again.' })),
  },
  { $id: 'TestReset' },
);

const each = Object.entries(FIXTURES).map(([name, holds]) => `${name}: ${holds}`);

/** What a reset takes. */
export const ResetBody = object({
  fixture: Type.Enum([...FIXTURE_NAMES], { description: `What the sandbox is to hold. ${each.join(' ')}` }),
});

export const HOW_TO_RESET =
  'Everything that the sandbox holds is erased, its clock returns to real time, and the fixture is planted, with the same ' +
  'ids, uuids and numbers each time. Clients, their keys and tokens, webhooks, the request log and settings stay; idempotency ' +
  'keys go, but for that of this request. Poll it until state is ready: a second or two. Meanwhile every other request is ' +
  'refused with 503 sandbox_resetting. Afterwards cursors, updated_since and numbers of the feed of before are 410: read ' +
  'again from the beginning. The same fixture again joins a reset that is under way. Live has none.';

/** The reset of a reply. */
export const resetBody = ({ state, fixture, requestedAt, finishedAt, rowsErased, problem }: ShownReset) => ({
  state,
  fixture,
  requested_at: requestedAt,
  finished_at: finishedAt,
  rows_erased: rowsErased,
  problem,
});
