import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import { WebhookAttempt } from '#core/partners/webhook-delivery/attempt.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';
import { flag, instant, int, json, ref, text, texts } from '../mapping/types.ts';
import { mapLog, mapRecord, mapRow } from '../mapping/mapping.ts';

export const partnersMappings = [
  mapRecord(ApiClient, 'api_client', {
    clientKey: text(),
    name: text(),
    responsible: text({ nullable: true }),
    sandbox: flag(),
    scopes: texts(),
    pii: flag(),
    idFormat: text(),
    quotas: json(),
    tariff: json(),
    accountPrefix: text({ nullable: true }),
    credentialEpoch: int(),
    state: text(),
    lastUsedAt: instant({ nullable: true, unversioned: true }),
  }),
  mapRow(ApiSecret, 'api_secret', {
    clientId: ref(),
    hash: text(),
    validFrom: instant(),
    validUntil: instant({ nullable: true }),
  }),
  // A client's ETag stays while deliveries are numbered and the breaker counts failures.
  mapRecord(WebhookEndpoint, 'webhook', {
    clientId: ref(),
    url: text(),
    events: texts(),
    scopes: texts(),
    description: text({ nullable: true }),
    ordered: flag(),
    rateLimitPerSecond: int({ nullable: true }),
    metadata: json(),
    payloadStyle: text(),
    sandbox: flag(),
    state: text(),
    disabledReason: text({ nullable: true }),
    lastSequence: ref({ unversioned: true }),
    nextTurnAt: instant({ nullable: true, unversioned: true }),
    consecutiveFailures: int({ unversioned: true }),
    openUntil: instant({ nullable: true, unversioned: true }),
    failedProbes: int({ unversioned: true }),
    failingSince: instant({ nullable: true, unversioned: true }),
    failedEvents: int({ unversioned: true }),
    noticeHours: int({ unversioned: true }),
  }),
  mapRow(WebhookSecret, 'webhook_secret', {
    endpointId: ref(),
    ciphertext: text(),
    validFrom: instant(),
    validUntil: instant({ nullable: true }),
  }),
  mapRecord(WebhookDelivery, 'webhook_delivery', {
    endpointId: ref(),
    clientId: ref(),
    eventId: ref(),
    eventType: text(),
    subjectKey: text(),
    sequence: ref(),
    state: text(),
    trigger: text(),
    attempts: int(),
    attemptsOfRound: int(),
    nextAttemptAt: instant({ nullable: true }),
    parked: flag(),
    turnAt: instant({ nullable: true }),
    startedAt: instant({ nullable: true }),
    lastStatus: int({ nullable: true }),
    lastErrorClass: text({ nullable: true }),
    lastFailedAt: instant({ nullable: true }),
    finishedAt: instant({ nullable: true }),
  }),
  mapLog(WebhookAttempt, 'webhook_attempt', {
    deliveryId: ref(),
    number: int(),
    trigger: text(),
    startedAt: instant(),
    durationMs: int(),
    resolvedAddress: text({ nullable: true }),
    status: int({ nullable: true }),
    errorClass: text({ nullable: true }),
    problem: text({ nullable: true }),
    replyBody: text({ nullable: true }),
    nextAttemptAt: instant({ nullable: true }),
  }),
];
