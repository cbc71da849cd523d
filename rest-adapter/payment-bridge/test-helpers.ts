import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { MOST_DAYS_AHEAD } from '#core/partners/test-clock.ts';
import type { AdvanceClock } from '#platform/app/processes/test-clock/test-clock.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { REHEARSED } from '#core/payment-bridge/use-cases/sandbox-helpers.ts';
import { jsonResponse } from '../responses.ts';
import { route } from '../route.ts';
import { instant, nullable, object, positiveCents, readInstant } from '../shapes.ts';
import { clockBody, TestClockSchema } from '../test-clock-shape.ts';
import { HOW_TO_RESET, ResetBody, resetBody, TestResetSchema } from '../test-reset-shape.ts';
import { oneCollection, presentCollection, theCollection } from './collections.ts';
import { appOf, namedPath } from './named.ts';

const family = {
  surface: 'payment-bridge',
  tag: 'Sandbox helpers',
  scope: 'payments:write',
  bucket: 'A.write',
} as const;

const DAY_SECONDS = 86_400;
const oneReset = object({ data: TestResetSchema });
const oneClock = object({ data: TestClockSchema });

export const testHelperRoutes = [
  route({
    ...family,
    method: 'POST',
    path: '/v1/test/collections/{id}/complete',
    operation: 'completeTestCollection',
    summary: 'End a collection as if the payer had done it (sandbox)',
    description:
      'Also one that was abandoned: late money can be rehearsed, too. With another amount than was requested, it goes to ' +
      'review. In live there is nothing here.',
    params: namedPath('collection'),
    subject: theCollection,
    body: object({
      outcome: Type.Enum([...REHEARSED], { description: 'What becomes of it.' }),
      amount: Type.Optional(nullable(positiveCents('What comes, minor units; the requested amount by default.'))),
    }),
    example: { outcome: 'succeeded' },
    reply: { status: 200, schema: oneCollection, describe: 'The collection, as it is then.' },
    refusals: ['invalid_state_transition'],
    handle: async (app, call) => {
      const { body, caller } = call;
      return app.bridge.completeCollection(call.request(presentCollection(app, call, () => 200)), {
        app: appOf(caller),
        collectionId: await call.subjectId(),
        outcome: body.outcome,
        amount: body.amount == null ? null : BigInt(body.amount),
      });
    },
  }),
  route({
    ...family,
    scope: 'payments:read',
    bucket: 'A.read',
    method: 'GET',
    path: '/v1/test/clock',
    operation: 'getAppTestClock',
    summary: 'The test clock of the sandbox',
    description: 'Poll it while it advances. In live there is nothing here.',
    reply: { status: 200, schema: oneClock, describe: 'The clock.' },
    refusals: [],
    handle: async (app, { caller }) => {
      requireSandbox(caller);
      return { body: { data: clockBody(await app.testClock.shown(caller)) } };
    },
  }),
  route({
    ...family,
    method: 'POST',
    path: '/v1/test/clock',
    operation: 'advanceAppTestClock',
    summary: 'Advance the test clock of the sandbox',
    description:
      'The same clock as of POST /api/v1/test/clock: that of the institution, with everything in it. A worker moves it from ' +
      'one moment to the next at which something is due: the provider is queried, a collection whose payer could not be ' +
      'prompted expires, a payment without a status for a day goes to review. Send to, or advance_seconds. In live there is ' +
      'nothing here.',
    body: object({
      to: Type.Optional(instant('The time that it is to be in the sandbox.')),
      advance_seconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_DAYS_AHEAD * DAY_SECONDS, description: 'How much further it goes.' }),
      ),
    }),
    example: { advance_seconds: DAY_SECONDS },
    reply: { status: 202, schema: oneClock, describe: 'The clock, on its way.' },
    refusals: ['clock_advancing'],
    handle: async (app, { body, caller, request }) => {
      requireSandbox(caller);
      return app.testClock.advance(
        request(async (clock) => jsonResponse(202, { data: clockBody(clock) })),
        wayIn(body),
      );
    },
  }),
  route({
    ...family,
    scope: 'payments:read',
    bucket: 'A.read',
    method: 'GET',
    path: '/v1/test/reset',
    operation: 'getAppTestReset',
    summary: 'The last reset of the sandbox',
    description: 'Poll it while it is under way. In live there is nothing here.',
    reply: { status: 200, schema: oneReset, describe: 'The reset.' },
    refusals: [],
    handle: async (app, { caller }) => {
      requireSandbox(caller);
      return { body: { data: resetBody(await app.testReset.shown(caller)) } };
    },
  }),
  route({
    ...family,
    method: 'POST',
    path: '/v1/test/reset',
    operation: 'resetAppSandbox',
    summary: 'Bring the sandbox back to a named state',
    description: `The same as POST /api/v1/test/reset, for the whole institution. It takes the scope of its own. ${HOW_TO_RESET}`,
    scope: 'sandbox:write',
    body: ResetBody,
    example: { fixture: 'demo' },
    reply: { status: 202, schema: oneReset, describe: 'The reset, under way.' },
    refusals: ['sandbox_resetting', 'rate_limited'],
    handle: async (app, { body, caller, request }) => {
      requireSandbox(caller);
      return app.testReset.request(
        request(async (reset) => jsonResponse(202, { data: resetBody(reset) })),
        { fixture: body.fixture },
      );
    },
  }),
];

function requireSandbox({ mode }: Caller): void {
  if (mode === 'live') throw refuse(kernelRefusals.not_found, 'There is nothing here.', { resource: 'test' });
}

function wayIn({
  to,
  advance_seconds: seconds,
}: {
  readonly to?: string;
  readonly advance_seconds?: number;
}): AdvanceClock {
  if (to !== undefined && seconds === undefined) return { to: readInstant('to', to) };
  if (to === undefined && seconds !== undefined) return { seconds };
  throw invalidField('to', 'required', 'Send either to or advance_seconds.');
}
