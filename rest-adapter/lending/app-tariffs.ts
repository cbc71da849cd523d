import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { ApiClient } from '#core/partners/api-client/api-client.ts';
import { DIRECTIONS, MOST_STEPS, type TariffStep } from '#core/payments/tariff.ts';
import type { View, Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { route } from '../route.ts';
import { cents, nullable, object, positiveCents, text } from '../shapes.ts';

const fee = Type.Integer({ minimum: 0, description: 'The fee of one payment, minor units.' });

const StepSchema = object({
  up_to: nullable(cents('Up to which amount, inclusive, minor units; null: every larger amount.')),
  fee: cents('The fee of one payment, minor units.'),
});

const AppTariffSchema = object(
  {
    client_id: Type.String({ description: 'The app’s public key.', examples: ['pk_test_4vQx8m2Z'] }),
    name: Type.String({ description: 'The name of the app.' }),
    payout: Type.Array(StepSchema, {
      description: 'A payout is charged the fee of the first step that reaches up to its amount; none: it is free.',
    }),
    collection: Type.Array(StepSchema, { description: 'What a collection is charged, likewise.' }),
    agreed: Type.Array(Type.Enum([...DIRECTIONS]), {
      description: 'What was agreed with this app; the rest is what everybody is charged.',
    }),
    account_prefix: nullable(
      Type.String({ description: 'What payers type first at the paybill for the app.', examples: ['SHOP'] }),
    ),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  },
  { $id: 'AppTariff' },
);

const StepsIn = nullable(
  Type.Array(
    object({
      up_to: nullable(positiveCents('Up to which amount, inclusive, minor units; null for the last step.')),
      fee,
    }),
    { maxItems: MOST_STEPS, description: 'Steps that rise; an empty list: free; null: what everybody is charged.' },
  ),
);

const path = object({
  client_id: Type.String({
    description: 'The app’s public key, pk_….',
    pattern: '^pk_(test|live)_[A-Za-z0-9_-]{1,60}$',
    examples: ['pk_test_MKuDhljFp38wyzHyJRqHQ788'],
  }),
});

const family = { surface: 'lending', tag: 'Payments of apps', path: '/api/v1/apps/{client_id}/tariff' } as const;

/** What the institution charges its apps. */
export const appTariffRoutes = [
  route({
    ...family,
    method: 'GET',
    operation: 'getAppTariff',
    summary: 'What an app is charged',
    scope: 'mobile_money:read',
    bucket: 'B.read',
    params: path,
    reply: { status: 200, schema: AppTariffSchema, describe: 'The tariff in force.' },
    refusals: ['not_found'],
    handle: async (app, { caller, params }) => {
      const found = await app.read(caller, (views) => requireApp(views, params.client_id));
      return showRecord(found, tariffBody(found));
    },
  }),
  route({
    ...family,
    method: 'PATCH',
    operation: 'changeAppTariff',
    summary: 'Change what an app is charged',
    description:
      'It holds for payments that are requested from now on: the fee of a payment is fixed when it is requested. No fee ' +
      'exceeds the institution’s limit, and no app changes its own tariff.',
    scope: 'mobile_money:write',
    bucket: 'B.write',
    params: path,
    body: object({ payout: Type.Optional(StepsIn), collection: Type.Optional(StepsIn) }, { minProperties: 1 }),
    example: {
      payout: [
        { up_to: 100_000, fee: 1_300 },
        { up_to: null, fee: 2_500 },
      ],
    },
    reply: { status: 200, schema: AppTariffSchema, describe: 'The tariff in force from now on.' },
    refusals: ['not_found', 'four_eyes_required'],
    handle: async (app, { caller, params, body, version, request }) => {
      const { id } = await app.read(caller, (views) => requireApp(views, params.client_id));
      return app.partners.changeAppTariff(request(present), {
        clientId: id,
        version,
        changes: { payout: stepsIn(body.payout), collection: stepsIn(body.collection) },
      });
    },
  }),
  route({
    ...family,
    path: '/api/v1/apps/{client_id}/account_prefix',
    method: 'PATCH',
    operation: 'changeAppAccountPrefix',
    summary: 'Change what payers type first at the paybill for an app',
    description:
      'What is paid at the paybill to an account that begins with the prefix, and was not asked for, is a collection of the ' +
      'app on the channel mpesa_paybill. No two apps have one prefix, and none of the institution’s own accounts begins ' +
      'with it. Where the app is disabled, the money waits in suspense with an incident. No app changes its own prefix.',
    scope: 'mobile_money:write',
    bucket: 'B.write',
    params: path,
    body: object({ account_prefix: nullable(text('Four letters, in any spelling; null: none.', 16)) }),
    example: { account_prefix: 'SHOP' },
    reply: { status: 200, schema: AppTariffSchema, describe: 'What is agreed with the app from now on.' },
    refusals: ['not_found', 'four_eyes_required', 'account_prefix_taken'],
    handle: async (app, { caller, params, body, version, request }) => {
      const { id } = await app.read(caller, (views) => requireApp(views, params.client_id));
      const change = { clientId: id, version, accountPrefix: body.account_prefix };
      return app.partners.changeAppAccountPrefix(request(present), change);
    },
  }),
];

async function present({ clientKey }: ApiClient, views: Views) {
  const changed = await requireApp(views, clientKey);
  return recordResponse(200, changed, tariffBody(changed));
}

type StepsSent = readonly { readonly up_to: number | null; readonly fee: number }[] | null | undefined;

function stepsIn(steps: StepsSent): readonly TariffStep[] | null | undefined {
  if (steps == null) return steps;
  return steps.map(({ up_to, fee: each }) => ({ upTo: up_to === null ? null : BigInt(up_to), fee: BigInt(each) }));
}

function tariffBody({
  clientKey,
  name,
  payout,
  collection,
  agreed,
  accountPrefix,
  version,
}: View<'bridge.appTariffs'>) {
  const steps = (of: readonly TariffStep[]) => of.map(({ upTo, fee: each }) => ({ up_to: upTo, fee: each }));
  return {
    client_id: clientKey,
    name,
    payout: steps(payout),
    collection: steps(collection),
    agreed,
    account_prefix: accountPrefix,
    version,
  };
}

async function requireApp(views: Views, clientKey: string) {
  const found = await views.bridge.appTariffs.byKey(clientKey);
  if (found) return found;
  throw refuse(kernelRefusals.not_found, `There is no app ${clientKey.slice(0, 100)}.`, {
    resource: 'client',
    id: clientKey.slice(0, 100),
  });
}
