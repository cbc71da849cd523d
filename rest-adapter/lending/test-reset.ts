import { jsonResponse } from '../responses.ts';
import { route } from '../route.ts';
import { HOW_TO_RESET, ResetBody, resetBody, TestResetSchema } from '../test-reset-shape.ts';

const family = { surface: 'lending', path: '/api/v1/test/reset', tag: 'Sandbox' } as const;

export const testResetRoutes = [
  route({
    ...family,
    method: 'GET',
    operation: 'getTestReset',
    summary: 'The last reset of the sandbox',
    description: 'Poll it while it is under way. In live there is none.',
    scope: 'sandbox:read',
    bucket: 'B.read',
    reply: { status: 200, schema: TestResetSchema, describe: 'The reset.' },
    refusals: ['sandbox_only'],
    handle: async (app, { caller }) => ({ body: resetBody(await app.testReset.shown(caller)) }),
  }),
  route({
    ...family,
    method: 'POST',
    operation: 'resetSandbox',
    summary: 'Bring the sandbox back to a named state',
    description: HOW_TO_RESET,
    scope: 'sandbox:write',
    bucket: 'B.write',
    body: ResetBody,
    example: { fixture: 'demo' },
    reply: { status: 202, schema: TestResetSchema, describe: 'The reset, under way.' },
    refusals: ['sandbox_only', 'sandbox_resetting', 'rate_limited'],
    handle: async (app, { body, request }) =>
      app.testReset.request(
        request(async (reset) => jsonResponse(202, resetBody(reset))),
        { fixture: body.fixture },
      ),
  }),
];
