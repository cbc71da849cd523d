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
import type { Handling } from './bindings.ts';

/** What clients do with their webhooks, bound. */
export function bindWebhooks(handling: Handling<PartnersPorts>) {
  return {
    registerWebhook: handling(registerWebhook),
    changeWebhook: handling(changeWebhook),
    removeWebhook: handling(removeWebhook),
    enableWebhook: handling(enableWebhook),
    disableWebhook: handling(disableWebhook),
    rotateWebhookSecret: handling(rotateWebhookSecret),
    testWebhook: handling(testWebhook),
    recoverWebhook: handling(recoverWebhook),
    resendDelivery: handling(resendDelivery),
    redeliverEvent: handling(redeliverEvent),
  };
}
