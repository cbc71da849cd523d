import Type from 'typebox';
import { route } from '../route.ts';
import { cents, instant, object } from '../shapes.ts';

const BalanceSchema = object(
  {
    currency: Type.String({ examples: ['KES'] }),
    available: cents('What can be paid out now, in minor units.'),
    held: cents('Promised to payments that have not left yet.'),
    in_transit: cents('Left, and not known to have arrived: it is either paid or comes back.'),
    pending: cents('Payers were prompted for it; nothing has come in yet.'),
    as_of: instant('When it was counted.'),
  },
  { $id: 'Balance' },
);

export const balanceRoutes = [
  route({
    method: 'GET',
    path: '/v1/balances',
    surface: 'payment-bridge',
    operation: 'listBalances',
    summary: 'What there is to pay with, per currency',
    description:
      'Each app has money of its own. Nothing is counted twice: what a payout asks for is held, then in transit, then ' +
      'gone or available again. An app in a sandbox begins with 10,000,000 cents.',
    tag: 'Payment bridge',
    scope: 'payments:read',
    bucket: 'A.read',
    reply: {
      status: 200,
      schema: object({ data: Type.Array(BalanceSchema) }),
      describe: 'One balance for each currency.',
    },
    refusals: [],
    handle: async (app, { caller }) => {
      const { currency } = await app.institution(caller);
      const { balances, asOf } = await app.read(caller, async (views) => ({
        balances: await views.bridge.apps.balances(caller.clientId, caller.mode, currency),
        asOf: views.businessTime,
      }));
      return {
        body: { data: balances.map(({ inTransit, ...rest }) => ({ ...rest, in_transit: inTransit, as_of: asOf })) },
      };
    },
  }),
];
