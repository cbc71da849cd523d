import type { View } from '#platform/app/views.ts';
import Type from 'typebox';
import { instant, nullable, object, text } from '../shapes.ts';

/** Pieces that payouts and collections share. */

/** Up to 20 facts of the app's own. */
export const metadata = Type.Record(
  Type.String({ pattern: '^[\\x21-\\x7e]{1,40}$' }),
  Type.String({ maxLength: 500 }),
  {
    maxProperties: 20,
    additionalProperties: false,
    description: 'At most 20 facts of the app’s own; shown again, never looked into.',
  },
);

export const referenceField = text('The app’s own name for it, unique for ever: a second line of defence.', 64);

export const recipientName = nullable(
  text(
    'Who is to be paid, as you know the person. The name is looked for on lists of sanctions before anything is sent; it is ' +
      'not stored.',
    200,
  ),
);

export const failureSchema = nullable(
  object(
    {
      code: Type.String({ examples: ['recipient_invalid'] }),
      message: Type.String(),
      provider_code: nullable(Type.String({ description: 'As the provider said it.' })),
      retryable: Type.Boolean({ description: 'A new request, under a new reference, may succeed.' }),
    },
    { description: 'Why no money moved, or why people look into it.' },
  ),
);

export const attemptsSchema = Type.Array(
  object({
    number: Type.Integer(),
    sent_at: instant('When the request went out.'),
    outcome: Type.Enum(['open', 'accepted', 'rejected', 'unreachable', 'unknown']),
    code: nullable(Type.String({ description: 'The provider’s code, where it gave one.' })),
  }),
  { description: 'Requests to the provider, all under one name: the same payment is never made twice.' },
);

export const failureOf = ({ failure }: Pick<View<'bridge.payouts'>, 'failure'>) =>
  failure && {
    code: failure.code,
    message: failure.message,
    provider_code: failure.providerCode,
    retryable: failure.retryable,
  };
