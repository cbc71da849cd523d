import Type from 'typebox';
import { COLLECTION_CHANNELS, PAYOUT_CHANNELS } from '#core/payments/channels.ts';
import { OPERATORS } from '#core/payments/operators.ts';
import { lookUp, normalMsisdn } from '#core/payment-bridge/look-up.ts';
import { route } from '../route.ts';
import { nullable, object } from '../shapes.ts';

const LookupSchema = object(
  {
    msisdn: nullable(
      Type.String({ description: 'In international format; null where it is no Kenyan mobile number.' }),
    ),
    valid: Type.Boolean({ description: 'It is a Kenyan mobile number.' }),
    operator: nullable(
      Type.Enum([...OPERATORS], { description: 'By its range. A ported number may be with another operator.' }),
    ),
    channels: Type.Array(Type.Enum([...COLLECTION_CHANNELS, ...PAYOUT_CHANNELS]), {
      description: 'How it can be prompted and paid: by its range, or because the provider has confirmed its wallet.',
    }),
  },
  { $id: 'MsisdnLookup' },
);

export const lookupRoutes = [
  route({
    method: 'GET',
    path: '/v1/lookups/msisdn',
    surface: 'payment-bridge',
    operation: 'lookUpMsisdn',
    summary: 'Whose range a number is in, and how it is written',
    description:
      'Takes a number as people write it. The reply says nothing about its owner, and no provider is called.',
    tag: 'Lookups',
    scope: 'payments:read',
    bucket: 'A.read',
    query: object({
      msisdn: Type.String({ minLength: 1, maxLength: 30, description: 'The number.', examples: ['0712 345 678'] }),
    }),
    reply: { status: 200, schema: object({ data: LookupSchema }), describe: 'What can be said of it.' },
    refusals: [],
    handle: async (app, { query, caller }) => {
      const msisdn = normalMsisdn(query.msisdn);
      const confirmed = msisdn === null ? [] : await app.read(caller, (views) => views.wallets.providersOf(msisdn));
      const looked = lookUp(query.msisdn, confirmed);
      return { body: { data: { ...looked, valid: looked.msisdn !== null } } };
    },
  }),
];
