import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeClient,
  createClient,
  disableClient,
  enableClient,
  rotateClientSecret,
  type CreateClient,
} from '#core/partners/use-cases/manage-client.ts';
import { validAt } from '#core/partners/validity.ts';
import { partnersPorts, START, type MemoryPartnersPorts } from '#test/support/partners-ports.ts';

const command: CreateClient = {
  clientKey: 'pk_test_abc',
  name: ' Shule Systems ',
  sandbox: true,
  scopes: ['students:read', 'invoices:write', 'students:read'],
  pii: true,
  idFormat: 'uuid',
  secretHash: 'hash-1',
};

let ports: MemoryPartnersPorts;
beforeEach(() => {
  ports = partnersPorts();
});

const validHashes = (seconds: number): string[] =>
  validAt(ports.stored.apiSecrets, START.add({ seconds })).map((secret) => secret.hash);

describe('An api client that is created', () => {
  it('is active in its first epoch, with its scopes once each and its first secret', async () => {
    const { result, events } = await createClient(command, ports);
    expect(result).toMatchObject({
      id: 1,
      clientKey: 'pk_test_abc',
      name: 'Shule Systems',
      scopes: ['students:read', 'invoices:write'],
      pii: true,
      idFormat: 'uuid',
      sandbox: true,
      credentialEpoch: 1,
      state: 'active',
      lastUsedAt: null,
    });
    expect(ports.stored.apiSecrets).toMatchObject([{ clientId: 1, hash: 'hash-1', validUntil: null }]);
    expect(events).toMatchObject([{ type: 'client.created' }]);
    expect(JSON.stringify(events[0]?.data)).not.toContain('hash');
  });

  it('is refused without a name or scopes, and with scopes that do not exist', async () => {
    await expect(createClient({ ...command, name: '  ', scopes: [] }, ports)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ field: 'name' }, { field: 'scopes' }] },
    });
    await expect(createClient({ ...command, scopes: ['loans:read', 'loans:admin'] }, ports)).rejects.toMatchObject({
      details: { errors: [{ field: 'scopes.1', code: 'unknown_scope' }] },
    });
  });

  it('can not have a key of the other mode', async () => {
    await expect(createClient({ ...command, sandbox: false }, ports)).rejects.toThrow('pk_live_');
  });
});

describe('An api client', () => {
  beforeEach(async () => {
    await createClient(command, ports);
  });

  it('gets a new secret and a new epoch; the old secret ends immediately', async () => {
    const { result, events } = await rotateClientSecret(
      { clientId: 1, secretHash: 'hash-2', overlapSeconds: 0 },
      ports,
    );
    expect(result.credentialEpoch).toBe(2);
    expect(events).toMatchObject([{ type: 'client.secret_rotated', subject: { id: 1 } }]);
    expect(validHashes(0)).toEqual(['hash-2']);
  });

  it('may keep the old secret for an overlap, but none of its tokens', async () => {
    ports.now = START.add({ seconds: 1 });
    const { result } = await rotateClientSecret({ clientId: 1, secretHash: 'hash-2', overlapSeconds: 60 }, ports);
    expect(result.credentialEpoch).toBe(2);
    expect([validHashes(60), validHashes(61)]).toEqual([['hash-2', 'hash-1'], ['hash-2']]);
  });

  it('may not keep it beyond a day', async () => {
    await expect(
      rotateClientSecret({ clientId: 1, secretHash: 'x', overlapSeconds: 86_401 }, ports),
    ).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('loses its tokens with a right, and keeps them where it gains one or nothing changes', async () => {
    const change = async (changes: Parameters<typeof changeClient>[0]['changes']) => {
      const { result, events } = await changeClient({ clientId: 1, changes }, ports);
      return [result.credentialEpoch, events.map(({ data }) => data['changed'])];
    };
    expect(await change({ scopes: ['students:read', 'invoices:write', 'loans:read'] })).toEqual([1, [['scopes']]]);
    expect(await change({ scopes: ['loans:read', 'students:read', 'invoices:write'], pii: true })).toEqual([1, []]);
    expect(await change({ idFormat: 'integer', name: 'Shule' })).toEqual([1, [['name', 'id_format']]]);
    expect(await change({ pii: false })).toEqual([2, [['pii']]]);
    expect(await change({ scopes: ['loans:read'] })).toEqual([3, [['scopes']]]);
    await expect(change({ scopes: ['loans:read', 'goats:read'] })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(change({ scopes: [] })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('loses its tokens when it is disabled, and does not get them back', async () => {
    expect((await disableClient({ clientId: 1, reason: 'unused' }, ports)).events).toMatchObject([
      { type: 'client.disabled', data: { reason: 'unused' } },
    ]);
    const { result } = await enableClient({ clientId: 1 }, ports);
    expect(result).toMatchObject({ state: 'active', credentialEpoch: 2 });
    await expect(enableClient({ clientId: 1 }, ports)).rejects.toMatchObject({ code: 'invalid_state_transition' });
    await expect(enableClient({ clientId: 9 }, ports)).rejects.toMatchObject({ code: 'not_found' });
    await expect(disableClient({ clientId: 1, version: 9, reason: null }, ports)).rejects.toMatchObject({
      code: 'precondition_failed',
    });
  });

  it('notes its use once a minute, and is reported after 90 days without', () => {
    const client = ports.stored.clients[0];
    if (client === undefined) throw new Error('It was created.');
    expect(client.isUnused(START.add({ hours: 90 * 24 - 1 }))).toBe(false);
    expect(client.isUnused(START.add({ hours: 90 * 24 }))).toBe(true);
    const used = START.add({ hours: 100 * 24 });
    expect([
      client.recordUse(used),
      client.recordUse(used.add({ seconds: 59 })),
      client.recordUse(used.add({ seconds: 60 })),
    ]).toEqual([true, false, true]);
    expect(client.isUnused(used)).toBe(false);
  });
});
