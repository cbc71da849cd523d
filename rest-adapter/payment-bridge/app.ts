import Type from 'typebox';
import { CHANNELS, COLLECTION_CHANNELS, PAYOUT_CHANNELS, type MobileChannel } from '#core/payments/channels.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { View } from '#platform/app/views.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, object } from '../shapes.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const limitsOn = (channels: readonly MobileChannel[]) =>
  object({
    channel: Type.Enum([...channels]),
    min_amount: cents('The smallest payment, in minor units.'),
    max_amount: cents('The largest payment, in minor units.'),
  });
const limitOf = (channel: MobileChannel) => ({
  channel,
  min_amount: CHANNELS[channel].min,
  max_amount: CHANNELS[channel].max,
});

const AppSchema = object(
  {
    id: anyId('Stable id.'),
    name: Type.String({ description: 'As it was registered.' }),
    sandbox: Type.Boolean({ description: 'Whether the app is in sandbox.' }),
    client_id: Type.String({ description: 'Public key, pk_test_… or pk_live_….', examples: ['pk_test_4vQx8m2Z'] }),
    currencies: Type.Array(Type.String({ examples: ['KES'] }), { description: 'What it has balances in.' }),
    channels: Type.Array(Type.Enum([...COLLECTION_CHANNELS, ...PAYOUT_CHANNELS]), {
      description: 'The ways in which it can collect and pay.',
    }),
    limits: object({
      requests_per_minute: object({ read: count('Of this surface.'), write: count('Of this surface.') }),
      collections: Type.Array(limitsOn(COLLECTION_CHANNELS)),
      payouts: Type.Array(limitsOn(PAYOUT_CHANNELS)),
    }),
    webhooks: object(
      {
        health: Type.Enum(['none', 'ok', 'failing', 'disabled'], {
          description: 'none: it has no webhook. disabled: none of them takes deliveries. failing: at least one fails.',
        }),
        active: count('Webhooks that take deliveries.'),
        failing: count('Of those, the ones whose last delivery failed.'),
        disabled: count('Webhooks that are switched off.'),
      },
      { description: 'Whether the app receives events.' },
    ),
    created_at: instant('When it was registered.'),
  },
  { $id: 'App' },
);

function healthOf({ active, failing, disabled }: View<'bridge.apps'>['webhooks']): string {
  if (active > 0) return failing > 0 ? 'failing' : 'ok';
  return disabled > 0 ? 'disabled' : 'none';
}

export const appRoutes = [
  route({
    method: 'GET',
    path: '/v1/app',
    surface: 'payment-bridge',
    operation: 'getApp',
    summary: 'The app that the token belongs to',
    tag: 'Payment bridge',
    scope: 'payments:read',
    bucket: 'A.read',
    reply: { status: 200, schema: object({ data: AppSchema }), describe: 'The app; its secret is shown nowhere.' },
    refusals: [],
    handle: async (app, { caller, ids, tools }) => {
      const { currency } = await app.institution(caller);
      const shown = await app.read(caller, (views) => views.bridge.apps.one(caller.clientId));
      if (!shown) throw refuse(kernelRefusals.not_found, 'The app is gone.', { resource: 'app' });
      const data = {
        id: ids(shown),
        name: shown.name,
        sandbox: shown.sandbox,
        client_id: shown.clientKey,
        currencies: [currency],
        channels: [...COLLECTION_CHANNELS, ...PAYOUT_CHANNELS],
        limits: {
          requests_per_minute: { read: tools.quotaOf(caller, 'A.read'), write: tools.quotaOf(caller, 'A.write') },
          collections: COLLECTION_CHANNELS.map(limitOf),
          payouts: PAYOUT_CHANNELS.map(limitOf),
        },
        webhooks: { health: healthOf(shown.webhooks), ...shown.webhooks },
        created_at: shown.createdAt,
      };
      return { body: { data } };
    },
  }),
];
