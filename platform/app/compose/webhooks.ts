import type { PartnersPorts } from '#core/partners/ports.ts';
import { changeWebhook } from '#core/partners/use-cases/change-webhook.ts';
import { redeliverEvent, resendDelivery } from '#core/partners/use-cases/deliver.ts';
import {
  disableWebhook,
  enableWebhook,
  recoverWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '#core/partners/use-cases/manage-webhook.ts';
import { registerWebhook } from '#core/partners/use-cases/register-webhook.ts';
import type { Answering } from './bindings.ts';

/** What clients do with their webhooks, bound. */
export function bindWebhooks(answering: Answering<PartnersPorts>) {
  return {
    registerWebhook: answering(registerWebhook),
    changeWebhook: answering(changeWebhook),
    removeWebhook: answering(removeWebhook),
    enableWebhook: answering(enableWebhook),
    disableWebhook: answering(disableWebhook),
    rotateWebhookSecret: answering(rotateWebhookSecret),
    testWebhook: answering(testWebhook),
    recoverWebhook: answering(recoverWebhook),
    resendDelivery: answering(resendDelivery),
    redeliverEvent: answering(redeliverEvent),
  };
}
