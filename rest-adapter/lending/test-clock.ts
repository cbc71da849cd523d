import { jsonResponse } from '../responses.ts';
import { route } from '../route.ts';
import { instant, object, readInstant } from '../shapes.ts';
import { clockBody, TestClockSchema } from '../test-clock-shape.ts';

const family = { surface: 'lending', path: '/api/v1/test/clock', tag: 'Sandbox' } as const;

export const testClockRoutes = [
  route({
    ...family,
    method: 'GET',
    operation: 'getTestClock',
    summary: 'The test clock of the sandbox',
    description: 'Poll it while it advances: `now` is how far it has come. In live there is none.',
    scope: 'sandbox:read',
    bucket: 'B.read',
    reply: { status: 200, schema: TestClockSchema, describe: 'The clock.' },
    refusals: ['sandbox_only'],
    handle: async (app, { caller }) => ({ body: clockBody(await app.testClock.shown(caller)) }),
  }),
  route({
    ...family,
    method: 'POST',
    operation: 'advanceTestClock',
    summary: 'Advance the test clock of the sandbox',
    description:
      'A worker moves the business time of the whole sandbox from one moment to the next at which something is due: days ' +
      'are closed, interest accrues, penalties fall due, holds, prompts and proposals expire, the provider pays and notifies. ' +
      'Webhooks and the feed have the events in their order. Tokens, idempotency keys, rate limits, deliveries and their ' +
      'webhook-timestamp stay in real time. The same `to` again is no second command while it is under way. It goes 400 days ' +
      'at most, and never back.',
    scope: 'sandbox:write',
    bucket: 'B.write',
    body: object({ to: instant('The time that it is to be in the sandbox.') }),
    example: { to: '2027-01-31T21:00:00.000Z' },
    reply: { status: 202, schema: TestClockSchema, describe: 'The clock, on its way.' },
    refusals: ['sandbox_only', 'clock_advancing'],
    handle: async (app, { body, request }) =>
      app.testClock.advance(
        request(async (clock) => jsonResponse(202, clockBody(clock))),
        { to: readInstant('to', body.to) },
      ),
  }),
];
