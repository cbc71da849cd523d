import Type from 'typebox';
import { route } from '../route.ts';
import { cents, instant, object } from '../shapes.ts';

const BalanceSchema = object(
  {
    currency: Type.String({ examples: ['KES'] }),
    available: cents('What can be paid out now, in minor units.'),
    held: cents('Promised to payments that have not left yet.'),
    in_transit: cents('Left, and not known to have arrived: it is either paid or comes back.'),
    pending: cents('Payers were asked for it; nothing has come in yet.'),
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
      'An app pays from the mobile-money float of its institution: available and held are those of all its agents ' +
      'together. All apps of the institution see the same balances. Nothing is counted twice: float is held, then in ' +
      'transit, then gone or back.',
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
      const { currency } = await app.tenants.get(caller.tenantId);
      const { available, held, inTransit, pending } = await app.read(caller, (views) => views.bridge.balance());
      return { body: { data: [{ currency, available, held, in_transit: inTransit, pending, as_of: app.clock() }] } };
    },
  }),
];
