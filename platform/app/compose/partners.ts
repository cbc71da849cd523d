import type { PartnersPorts } from '#core/partners/ports.ts';
import { changeWebhook } from '#core/partners/use-cases/change-webhook.ts';
import { redeliverEvent, resendDelivery } from '#core/partners/use-cases/deliver.ts';
import {
  changeAppAccountPrefix,
  changeAppTariff,
  changeClient,
  changeClientQuotas,
  changeClientResponsible,
  createClient,
  disableClient,
  enableClient,
  rotateClientSecret,
} from '#core/partners/use-cases/manage-client.ts';
import { addClientKey, revokeClientKey } from '#core/partners/use-cases/manage-keys.ts';
import {
  disableWebhook,
  enableWebhook,
  recoverWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '#core/partners/use-cases/manage-webhook.ts';
import { registerWebhook } from '#core/partners/use-cases/register-webhook.ts';
import type { Handling, Running } from './bindings.ts';

/** What administrators do with clients, in the portal and on the machine. */
const ofClients = {
  createClient,
  changeClient,
  disableClient,
  enableClient,
  rotateClientSecret,
  addClientKey,
  revokeClientKey,
  changeClientQuotas,
  changeClientResponsible,
};

/** What clients do with their webhooks, and operators with clients, bound. */
export function bindPartners(handling: Handling<PartnersPorts>, running: Running<PartnersPorts>) {
  return {
    ...handling({
      registerWebhook,
      changeWebhook,
      removeWebhook,
      enableWebhook,
      disableWebhook,
      rotateWebhookSecret,
      testWebhook,
      recoverWebhook,
      resendDelivery,
      redeliverEvent,
      changeAppAccountPrefix,
      changeAppTariff,
      ...ofClients,
    }),
    operators: running({ changeAppAccountPrefix, changeAppTariff, ...ofClients }),
  };
}
