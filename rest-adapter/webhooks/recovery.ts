import Type, { type Static } from 'typebox';
import { ERROR_CLASSES } from '#core/partners/webhook-delivery/attempt.ts';
import type { RecoverWebhook, Recovery } from '#core/partners/use-cases/manage-webhook.ts';
import { WEBHOOK_LIMITS } from '#core/partners/use-cases/webhook-rules.ts';
import type { Ids } from '../records.ts';
import type { Call, Surface } from '../route.ts';
import { anyId, instant, nullable, object, readInstant, text } from '../shapes.ts';
import { scopesThrough } from './commands.ts';

/** Tests and recoveries, as both surfaces take and show them. */

const RECOVERED = ['failed', 'missing', 'all'] as const;

export const RecoverySchema = object(
  {
    webhook_id: anyId('The webhook.'),
    since: instant('The beginning of the span.'),
    until: instant('Its end, not included.'),
    only: Type.Enum([...RECOVERED]),
    types: nullable(Type.Array(Type.String(), { description: 'The event types and patterns; null: all.' })),
    error_classes: nullable(Type.Array(Type.Enum([...ERROR_CLASSES]), { description: 'How they failed; null: all.' })),
  },
  { $id: 'WebhookRecovery' },
);

export const TestPost = object({
  type: Type.Optional(nullable(text('An event type of the catalogue; webhook.test where it is left out.', 100))),
});

export const RecoverPost = object({
  since: instant('The beginning of the span, at most 30 days ago.'),
  until: Type.Optional(nullable(instant('Its end, not included; now by default.'))),
  only: Type.Optional(
    Type.Enum([...RECOVERED], { description: 'missing by default; failed where error_classes are named.' }),
  ),
  error_classes: Type.Optional(
    nullable(
      Type.Array(Type.Enum([...ERROR_CLASSES]), {
        minItems: 1,
        maxItems: ERROR_CLASSES.length,
        description: 'Only deliveries whose last attempt failed like one of these; all where it is left out.',
      }),
    ),
  ),
  types: Type.Optional(
    nullable(
      Type.Array(text('An event type or pattern.', 100), {
        minItems: 1,
        maxItems: WEBHOOK_LIMITS.events,
        description: 'Only events of these; all where it is left out.',
      }),
    ),
  ),
});

/** The command of a recovery of the webhook that the path names. */
export async function recoveryOf(
  body: Static<typeof RecoverPost>,
  surface: Surface,
  { caller, subjectId }: Pick<Call<never, never, never>, 'caller' | 'subjectId'>,
): Promise<RecoverWebhook> {
  return {
    clientId: caller.clientId,
    webhookId: await subjectId(),
    tokenScopes: scopesThrough(surface, caller),
    since: readInstant('since', body.since),
    until: body.until == null ? null : readInstant('until', body.until),
    only: body.only ?? (body.error_classes == null ? 'missing' : 'failed'),
    types: body.types ?? null,
    errorClasses: body.error_classes ?? null,
  };
}

/** A recovery that was requested. */
export const recoveryBody = ({ endpoint, errorClasses, ...span }: Recovery, ids: Ids) => ({
  webhook_id: ids(endpoint),
  ...span,
  error_classes: errorClasses,
});
