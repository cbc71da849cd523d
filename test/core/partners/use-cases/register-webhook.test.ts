import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '#core/partners/use-cases/manage-client.ts';
import { registerWebhook, type RegisterWebhook } from '#core/partners/use-cases/register-webhook.ts';
import { partnersPorts, START, type MemoryPartnersPorts } from '#test/support/partners-ports.ts';

let ports: MemoryPartnersPorts;
beforeEach(async () => {
  ports = partnersPorts();
  const scopes = ['loans:read', 'webhooks:write'];
  await createClient(
    { clientKey: 'pk_test_1', name: 'A', sandbox: true, scopes, pii: false, idFormat: 'integer', secretHash: 'h' },
    ports,
  );
});

const command: RegisterWebhook = {
  clientId: 1,
  tokenScopes: ['loans:read', 'webhooks:write'],
  setUpBy: 'client',
  url: 'https://receiver.test/hooks',
  destination: { kind: 'fine' },
  events: ['loan.disbursed', 'loan.*', '*', 'loan.*'],
  description: 'Ours',
  ordered: true,
  rateLimitPerSecond: 500,
  batch: null,
  metadata: { team: 'credit' },
  payloadStyle: 'thin',
  secretCiphertext: 'v1.k.box',
};

async function refusal(change: Partial<RegisterWebhook>): Promise<unknown> {
  return registerWebhook({ ...command, ...change }, ports).then(
    () => 'registered',
    (error: unknown) => error,
  );
}

describe('A webhook that is registered', () => {
  it('is active, belongs to its client, and signs with the secret that was handed in', async () => {
    const { result, events } = await registerWebhook(command, ports);
    expect(result).toMatchObject({
      id: 1,
      clientId: 1,
      url: 'https://receiver.test/hooks',
      events: ['loan.disbursed', 'loan.*', '*'],
      description: 'Ours',
      ordered: true,
      rateLimitPerSecond: 500,
      metadata: { team: 'credit' },
      payloadStyle: 'thin',
      sandbox: true,
      state: 'active',
      lastSequence: 0,
    });
    expect(ports.stored.webhookSecrets).toMatchObject([
      { endpointId: 1, ciphertext: 'v1.k.box', validFrom: START, validUntil: null },
    ]);
    expect(events).toMatchObject([{ type: 'webhook.registered', data: { client_id: 1 } }]);
  });

  it('may subscribe to all that its client may read, and to events of its own webhooks', async () => {
    expect(await refusal({ events: ['*', 'webhook.*', 'delivery.exhausted', 'client.secret_rotated'] })).toBe(
      'registered',
    );
  });
});

describe('A webhook that a person registers for a client', () => {
  it('may name what the client may read, and reads nothing', async () => {
    const { result } = await registerWebhook({ ...command, setUpBy: 'person' }, ports);
    expect([result.events, result.scopes]).toEqual([['loan.disbursed', 'loan.*', '*'], []]);
    expect(await refusal({ setUpBy: 'person', events: ['member.*'] })).toMatchObject({ code: 'insufficient_scope' });
  });
});

describe('A webhook is refused', () => {
  it('for an address that is not fit, with the reason', async () => {
    const destination = { kind: 'refused', reason: 'blocked_address', detail: 'The url leads inside.' } as const;
    expect(await refusal({ destination })).toMatchObject({
      kind: 'invalid',
      code: 'webhook_url_refused',
      message: 'The url leads inside.',
      details: { reason: 'blocked_address' },
    });
  });

  it('for events that its client may not read, naming the scopes', async () => {
    expect(await refusal({ events: ['loan.*', 'member.activated', 'invoice.*'] })).toMatchObject({
      kind: 'forbidden',
      code: 'insufficient_scope',
      details: { required_scopes: ['members:read', 'invoices:read'], granted_scopes: ['loans:read', 'webhooks:write'] },
    });
  });

  it('for events that its token may not read, though its client may', async () => {
    expect(await refusal({ events: ['loan.disbursed'], tokenScopes: ['webhooks:write'] })).toMatchObject({
      code: 'insufficient_scope',
      details: { required_scopes: ['loans:read'], granted_scopes: ['webhooks:write'] },
    });
  });

  it('for events that no webhook receives', async () => {
    expect(await refusal({ events: ['journal.posted'] })).toMatchObject({ code: 'insufficient_scope' });
  });

  it('for events that do not exist, each by its place', async () => {
    expect(await refusal({ events: ['loan.*', 'loan.paid', 'goat.*'] })).toMatchObject({
      kind: 'invalid',
      code: 'validation_failed',
      details: { errors: [{ field: 'events.1', code: 'unknown_event_type' }, { field: 'events.2' }] },
    });
  });

  it('for everything else that is wrong with it, all together', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'v']));
    const error = await refusal({ events: [], description: 'x'.repeat(501), rateLimitPerSecond: 501, metadata });
    expect(error).toMatchObject({ code: 'validation_failed' });
    const { errors } = (error as { details: { errors: { field: string }[] } }).details;
    expect(errors.map(({ field }) => field)).toEqual(['events', 'description', 'rate_limit_per_second', 'metadata']);
    for (const rateLimitPerSecond of [0, 1.5, -1, Number.NaN])
      expect(await refusal({ rateLimitPerSecond })).not.toBe('registered');
    expect(await refusal({ metadata: { key: 'x'.repeat(501) } })).toMatchObject({ code: 'validation_failed' });
    expect(await refusal({ metadata: { ['x'.repeat(41)]: '' } })).toMatchObject({ code: 'validation_failed' });
  });

  it('as the twenty-first of its client; deleted ones do not count', async () => {
    for (let i = 0; i < 20; i += 1) await registerWebhook(command, ports);
    expect(await refusal({})).toMatchObject({
      kind: 'conflict',
      code: 'webhook_limit_reached',
      details: { limit: 20, count: 20 },
    });
    ports.stored.endpoints[0]?.delete();
    expect(await refusal({})).toBe('registered');
  });

  it('for a client that is disabled or does not exist, and nothing is kept', async () => {
    expect(await refusal({ clientId: 9 })).toMatchObject({ code: 'not_found' });
    ports.stored.clients[0]?.disable(null);
    expect(await refusal({})).toMatchObject({ kind: 'forbidden', code: 'client_disabled' });
    expect([ports.stored.endpoints, ports.stored.webhookSecrets]).toEqual([[], []]);
  });
});
