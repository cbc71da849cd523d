import type { ApiClient } from '#core/partners/api-client/api-client.ts';
import type { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import type { PartnersPorts } from '#core/partners/ports.ts';
import type { WebhookAttempt } from '#core/partners/webhook-delivery/attempt.ts';
import { WebhookDelivery, type NewDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { restUntil } from '#core/partners/webhook-endpoint/resting.ts';
import { PLACES } from '#core/partners/webhook-endpoint/places.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Registration } from '#core/partners/webhook-endpoint/webhook-endpoint-record.ts';
import type { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';

/** The partners' ports in memory, with a clock that a test sets. */
export type MemoryPartnersPorts = PartnersPorts & {
  stored: {
    clients: ApiClient[];
    apiSecrets: ApiSecret[];
    endpoints: WebhookEndpoint[];
    webhookSecrets: WebhookSecret[];
    deliveries: WebhookDelivery[];
    attempts: WebhookAttempt[];
  };
};

export const START = Temporal.Instant.from('2026-03-02T08:00:00Z');

export const EVENT_TYPES: readonly string[] = [
  'loan.approved',
  'loan.disbursed',
  'member.activated',
  'aml_alert.raised',
  'mobile_money.completed',
  'invoice.issued',
  'webhook.test',
  'webhook.failing',
  'webhook.disabled',
  'delivery.exhausted',
  'client.secret_rotated',
  'journal.posted',
];

export function partnersPorts(): MemoryPartnersPorts {
  const stored: MemoryPartnersPorts['stored'] = {
    clients: [],
    apiSecrets: [],
    endpoints: [],
    webhookSecrets: [],
    deliveries: [],
    attempts: [],
  };
  let uuids = 0;
  return {
    stored,
    apiClients: {
      get: (id) => Promise.resolve(stored.clients.find((client) => client.id === id) ?? null),
      lock: (id) => Promise.resolve(stored.clients.find((client) => client.id === id) ?? null),
      add: (client) => Promise.resolve(insert(stored.clients, client)),
      byAccountPrefix: (prefix) =>
        Promise.resolve(stored.clients.find((client) => client.accountPrefix === prefix) ?? null),
    },
    isBeginningOfAccount: () => Promise.resolve(false),
    apiSecrets: {
      ofClient: (clientId) => Promise.resolve(stored.apiSecrets.filter((secret) => secret.clientId === clientId)),
      add: (secret) => void stored.apiSecrets.push(secret),
    },
    webhookEndpoints: {
      get: (id) => Promise.resolve(stored.endpoints.find((endpoint) => endpoint.id === id) ?? null),
      getAll: (ids) => Promise.resolve(stored.endpoints.filter(({ id }) => ids.includes(id))),
      countOf: (clientId) =>
        Promise.resolve(
          stored.endpoints.filter((each) => each.clientId === clientId && each.state !== 'deleted').length,
        ),
      add: (endpoint) => Promise.resolve(insert(stored.endpoints, endpoint)),
    },
    webhookSecrets: {
      ofEndpoint: (endpointId) =>
        Promise.resolve(stored.webhookSecrets.filter((each) => each.endpointId === endpointId)),
      add: (secret) => void stored.webhookSecrets.push(secret),
    },
    webhookDeliveries: {
      get: (id) => Promise.resolve(stored.deliveries.find((delivery) => delivery.id === id) ?? null),
      getAll: (ids) => Promise.resolve(stored.deliveries.filter(({ id }) => ids.includes(id))),
      crowdsAround: (deliveries) => {
        return Promise.resolve(
          new Map(
            deliveries.map((delivery) => {
              const others = stored.deliveries.filter(
                (each) => each.endpointId === delivery.endpointId && each.id !== delivery.id,
              );
              const earlierWaits = others.some(
                ({ subjectKey, sequence, state }) =>
                  subjectKey === delivery.subjectKey && sequence < delivery.sequence && WAITING.includes(state),
              );
              const inFlight = others.filter(({ startedAt }) => startedAt !== null).length;
              const scopes = stored.clients.find(({ id }) => id === delivery.clientId)?.scopes ?? SCOPES;
              return [delivery.id, { inFlight, earlierWaits, scopes }];
            }),
          ),
        );
      },
      linesAt: async (endpoints) =>
        new Map(
          endpoints.map(({ id }) => [
            id,
            stored.deliveries
              .filter(({ endpointId, state }) => endpointId === id && WAITING.includes(state))
              .sort((a, b) => a.sequence - b.sequence),
          ]),
        ),
      ofEvent: async (clientId, eventId) =>
        stored.deliveries.filter((each) => each.clientId === clientId && each.eventId === eventId),
      restBehind: async (places, besides) => {
        for (const { endpointId, lookAt } of places) {
          const resting = stored.deliveries.filter(
            (each) => each.endpointId === endpointId && each.parked && !besides.includes(each.id),
          );
          for (const [n, each] of resting.entries()) each.park(restUntil({ at: lookAt, isFirst: n === 0 }));
        }
      },
      callParked: async (endpointId) => {
        for (const each of stored.deliveries) if (each.endpointId === endpointId && each.parked) each.queueFor(START);
      },
    },
    webhookAttempts: { add: (attempt) => void stored.attempts.push(attempt) },
    eventTypes: EVENT_TYPES,
    now: START,
    eventTime: START,
    newUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    appFeeLimit: 100_000n,
    actor: 'operator',
    responsibleFor: async (client) => client,
    peopleBehind: async (client) => [client],
    introductionsOf: async () => [],
    random: () => 0.5,
  };
}

function insert<Row extends { id: number; version: number; createdAt: Temporal.Instant }>(rows: Row[], row: Row): void {
  row.id = rows.length + 1;
  row.version = 1;
  row.createdAt = START;
  rows.push(row);
}

const WAITING: readonly string[] = ['pending', 'delivering', 'retrying'];

type EndpointFields = Partial<Registration> & { readonly places?: number };

/** An active webhook of client 1 with id 1 that takes everything. */
export function anEndpoint({ places = PLACES.most, ...overrides }: EndpointFields = {}): WebhookEndpoint {
  const { endpoint } = WebhookEndpoint.register({
    uuid: 'aaaaaaaa-0000-4000-8000-000000000001',
    clientId: 1,
    url: 'https://receiver.test/hooks',
    events: ['*'],
    scopes: SCOPES,
    description: null,
    ordered: false,
    rateLimitPerSecond: null,
    batch: null,
    metadata: {},
    payloadStyle: 'full',
    sandbox: false,
    ...overrides,
  });
  endpoint.id = 1;
  endpoint.version = 1;
  endpoint.places = places;
  return endpoint;
}

/** A pending delivery of `loan.disbursed` to that webhook, due immediately. */
export function aDelivery(
  overrides: Partial<NewDelivery> & { id?: number; now?: Temporal.Instant } = {},
): WebhookDelivery {
  const delivery = WebhookDelivery.create(
    {
      uuid: 'bbbbbbbb-0000-4000-8000-000000000001',
      endpointId: 1,
      clientId: 1,
      eventId: 100,
      eventType: 'loan.disbursed',
      subjectKey: 'loan:9',
      sequence: 1,
      trigger: 'event',
      ...overrides,
    },
    'pending',
    overrides.now ?? START,
  );
  delivery.id = overrides.id ?? 1;
  delivery.version = 1;
  return delivery;
}
