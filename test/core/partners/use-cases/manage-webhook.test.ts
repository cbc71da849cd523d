import { SCOPES } from '#core/partners/scopes.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  disableWebhook,
  enableWebhook,
  recoverWebhook,
  type RecoverOnly,
  recoveryOf,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '#core/partners/use-cases/manage-webhook.ts';
import { validAt } from '#core/partners/validity.ts';
import { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';
import { anEndpoint, partnersPorts, START, type MemoryPartnersPorts } from '#test/support/partners-ports.ts';

let ports: MemoryPartnersPorts;
beforeEach(() => {
  ports = partnersPorts();
  ports.stored.endpoints.push(anEndpoint());
  ports.stored.webhookSecrets.push(WebhookSecret.of(1, 'first', START));
});

const command = { clientId: 1, webhookId: 1 };
const tested = { ...command, tokenScopes: SCOPES, type: null };
const validSecrets = (seconds: number): string[] =>
  validAt(ports.stored.webhookSecrets, START.add({ seconds })).map((secret) => secret.ciphertext);

describe('A webhook', () => {
  it('is disabled and enabled, and starts with a clean record', async () => {
    expect((await disableWebhook(command, ports)).events).toMatchObject([
      { type: 'webhook.disabled', data: { reason: 'requested' } },
    ]);
    expect(ports.stored.endpoints[0]).toMatchObject({ state: 'disabled', disabledReason: 'requested' });
    Object.assign(ports.stored.endpoints[0] ?? {}, {
      consecutiveFailures: 12,
      openUntil: START,
      failingSince: START,
      failedEvents: 12,
    });
    const { result, events } = await enableWebhook(command, ports);
    expect(events).toMatchObject([{ type: 'webhook.enabled' }]);
    expect(result).toMatchObject({
      state: 'active',
      disabledReason: null,
      consecutiveFailures: 0,
      openUntil: null,
      failingSince: null,
    });
  });

  it('refuses what its state does not allow', async () => {
    await expect(enableWebhook(command, ports)).rejects.toMatchObject({
      code: 'invalid_state_transition',
      details: { current_state: 'active', action: 'enable' },
    });
    await disableWebhook(command, ports);
    await expect(disableWebhook(command, ports)).rejects.toMatchObject({ code: 'invalid_state_transition' });
    await expect(testWebhook(tested, ports)).rejects.toMatchObject({ code: 'invalid_state_transition' });
  });

  it('is gone once it is removed, with its secrets', async () => {
    expect((await removeWebhook(command, ports)).events).toMatchObject([{ type: 'webhook.deleted' }]);
    expect(validSecrets(0)).toEqual([]);
    await expect(removeWebhook(command, ports)).rejects.toMatchObject({
      kind: 'missing',
      code: 'not_found',
      details: { resource: 'webhook', id: 1 },
    });
  });

  it('of another client is not there', async () => {
    for (const attempt of [disableWebhook, enableWebhook, removeWebhook]) {
      await expect(attempt({ clientId: 2, webhookId: 1 }, ports)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('is not changed on a stale view of it', async () => {
    await expect(removeWebhook({ ...command, version: 7 }, ports)).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect((await removeWebhook({ ...command, version: 1 }, ports)).result.state).toBe('deleted');
  });

  it('gets a test event about itself', async () => {
    expect((await testWebhook(tested, ports)).events).toMatchObject([{ type: 'webhook.test', subject: { id: 1 } }]);
  });

  it('gets examples of types that its token and that of the test may read, in a sandbox', async () => {
    const exampleOf = (type: string, more: object = {}) => testWebhook({ ...tested, type, ...more }, ports);
    const [endpoint] = ports.stored.endpoints;
    Object.assign(endpoint!, { sandbox: true });
    const { events } = await exampleOf('loan.disbursed');
    expect(events).toMatchObject([{ type: 'webhook.test', data: { example_of: 'loan.disbursed' } }]);
    await expect(exampleOf('loan.*')).rejects.toMatchObject({ details: { errors: [{ field: 'type' }] } });
    await expect(exampleOf('loan.disbursed', { tokenScopes: ['webhooks:write'] })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    Object.assign(endpoint!, { scopes: ['members:read'] });
    await expect(exampleOf('loan.disbursed')).rejects.toMatchObject({ code: 'insufficient_scope' });
    Object.assign(endpoint!, { scopes: [...SCOPES], sandbox: false });
    await expect(exampleOf('loan.disbursed')).rejects.toMatchObject({ code: 'sandbox_only' });
    expect((await testWebhook(tested, ports)).events).toMatchObject([{ data: { example_of: null } }]);
  });
});

describe('A secret that is rotated', () => {
  it('signs beside the new one during the overlap, the newest first', async () => {
    ports.now = START.add({ seconds: 10 });
    const { events } = await rotateWebhookSecret(
      { ...command, secretCiphertext: 'second', overlapSeconds: 86_400 },
      ports,
    );
    expect(events).toMatchObject([{ type: 'webhook.secret_rotated', data: { overlap_seconds: 86_400 } }]);
    expect(JSON.stringify(events)).not.toContain('second"');
    expect(validSecrets(10)).toEqual(['second', 'first']);
    expect(validSecrets(10 + 86_400)).toEqual(['second']);
  });

  it('ends immediately without an overlap, also while the webhook is disabled', async () => {
    await disableWebhook(command, ports);
    await rotateWebhookSecret({ ...command, secretCiphertext: 'second', overlapSeconds: 0 }, ports);
    expect(validSecrets(0)).toEqual(['second']);
  });

  it.each([-1, 86_401, 0.5, Number.NaN])('can not overlap for %p seconds', async (overlapSeconds) => {
    const rotation = rotateWebhookSecret({ ...command, secretCiphertext: 'second', overlapSeconds }, ports);
    await expect(rotation).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ field: 'overlap_seconds' }] },
    });
    expect(ports.stored.webhookSecrets).toHaveLength(1);
  });
});

describe('A recovery', () => {
  const ago = (hours: number): Temporal.Instant => START.subtract({ minutes: Math.round(hours * 60) });

  it('covers a span of the last 30 days, to now where no end is given', async () => {
    const { result, events } = await recoverWebhook(
      { ...command, tokenScopes: SCOPES, since: ago(720), until: null, only: 'missing', types: null },
      ports,
    );
    expect(result).toMatchObject({ since: ago(720), until: START, only: 'missing' });
    expect(events).toMatchObject([{ type: 'webhook.recovery_requested' }]);
  });

  it('is refused beyond that, for an empty span, and while the webhook is disabled', async () => {
    await expect(
      recoverWebhook(
        { ...command, tokenScopes: SCOPES, since: ago(720.1), until: null, only: 'all', types: null },
        ports,
      ),
    ).rejects.toMatchObject({
      details: { errors: [{ field: 'since' }] },
    });
    await expect(
      recoverWebhook(
        { ...command, tokenScopes: SCOPES, since: ago(1), until: ago(1), only: 'all', types: null },
        ports,
      ),
    ).rejects.toMatchObject({
      details: { errors: [{ field: 'until' }] },
    });
    const named = (types: readonly string[], tokenScopes: readonly string[] = SCOPES) =>
      recoverWebhook({ ...command, tokenScopes, since: ago(1), until: null, only: 'all', types }, ports);
    await expect(named(['loan.*', 'loan.lent'])).rejects.toMatchObject({ details: { errors: [{ field: 'types.1' }] } });
    await expect(named(['loan.disbursed'], ['webhooks:write'])).rejects.toMatchObject({ code: 'insufficient_scope' });
    const failed = (errorClasses: readonly string[], only: RecoverOnly = 'failed') =>
      recoverWebhook(
        { ...command, tokenScopes: SCOPES, since: ago(1), until: null, only, types: null, errorClasses },
        ports,
      );
    await expect(failed(['timeout', 'bad_luck'])).rejects.toMatchObject({
      details: { errors: [{ field: 'error_classes.1', code: 'unknown_error_class' }] },
    });
    await expect(failed([])).rejects.toMatchObject({ details: { errors: [{ field: 'error_classes' }] } });
    // What is missing never failed.
    await expect(failed(['timeout'], 'missing')).rejects.toMatchObject({ code: 'validation_failed' });
    await disableWebhook(command, ports);
    await expect(
      recoverWebhook({ ...command, tokenScopes: SCOPES, since: ago(1), until: null, only: 'all', types: null }, ports),
    ).rejects.toMatchObject({
      code: 'invalid_state_transition',
    });
  });

  it('brings what it was requested', () => {
    const states = [null, 'held', 'exhausted', 'succeeded', 'pending', 'retrying', 'delivering'];
    const emitted = (only: 'failed' | 'missing' | 'all') =>
      states.map((state) => recoveryOf(only, state === null ? null : { state }));
    expect(emitted('failed')).toEqual(['leave', 'leave', 'again', 'leave', 'leave', 'leave', 'leave']);
    expect(emitted('missing')).toEqual(['create', 'again', 'leave', 'leave', 'leave', 'leave', 'leave']);
    expect(emitted('all')).toEqual(['create', 'again', 'again', 'again', 'leave', 'leave', 'leave']);
  });
});
