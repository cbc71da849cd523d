import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/runtime/config.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { THIS_MACHINE } from '#platform/demo/demo.ts';
import { checkDestination, guardFor } from '#platform/outbound/destination.ts';
import { operate } from '#test/support/operator.ts';
import { openTestApp, type TestApp, type TestClient } from '#test/support/test-app.ts';

describe('A new institution', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  const open = (timeZone: string) =>
    createTenant(testApp.settings.adminUrl, { name: 'A school', mode: 'sandbox', timeZone });

  it.each(['Africa/Kampala', 'UTC'])('has its days in a time zone that there is: %s', async (timeZone) => {
    const id = await open(timeZone);
    expect(await testApp.internals.tenants.get(id)).toMatchObject({ timeZone, mode: 'sandbox' });
  });

  it('that is live is careful with loans until its operators say otherwise, and a sandbox is not', async () => {
    const live = await createTenant(testApp.settings.adminUrl, { name: 'A society', mode: 'live' });
    const policies = { fourEyes: true, verifiedNumbersOnly: true };
    expect(await testApp.internals.tenants.get(live)).toMatchObject(policies);
    expect(await testApp.internals.tenants.get(await open('UTC'))).toMatchObject({
      fourEyes: false,
      verifiedNumbersOnly: false,
    });
    const set = ['tenant', 'policies', '--own-numbers-only', 'no', '--tenant', String(live)];
    const { output, code } = await operate(testApp.settings, set);
    expect([code, output]).toEqual([0, expect.stringContaining('paid to any number')]);
    testApp.internals.tenants.forget(live);
    expect(await testApp.internals.tenants.get(live)).toMatchObject({ ...policies, verifiedNumbersOnly: false });
  });

  it('changes policies by commands that are audited with what they were, and two at once lose nothing', async () => {
    const { app, operator } = testApp;
    const limits = [
      { role: 'teller', step: 'disburse', limit: '100' },
      { role: 'approver', step: 'approve', limit: null },
      { role: 'teller', step: 'approve', limit: '7' },
    ] as const;
    await Promise.all(limits.map((limit) => app.people.operators.changeRoleLimit(operator, limit)));
    const [row] = await testApp.sql('select role_limits, policies_version from tenant');
    expect(row).toEqual({
      role_limits: { teller: { disburse: '100', approve: '7' }, approver: { approve: null } },
      policies_version: 4,
    });
    const set = ['person', 'limit', 'teller', 'disburse', 'usual', '--tenant', String(testApp.tenantId)];
    expect((await operate(testApp.settings, set)).code).toBe(0);
    const same = ['tenant', 'policies', '--backdate-days', '12', '--tenant', String(testApp.tenantId)];
    for (let n = 0; n < 2; n++) expect((await operate(testApp.settings, same)).code).toBe(0);
    const audited = await testApp.sql(
      `select a.actor, a.command, e.data -> 'before' as before, e.data -> 'after' as after
         from audit a join event e on e.uuid = a.event_uuid
        where a.event_type = 'institution.policies_changed' order by a.id desc limit 2`,
    );
    expect(audited).toEqual([
      { actor: 'operator', command: 'changePolicies', before: { backdate_days: null }, after: { backdate_days: 12 } },
      {
        actor: 'operator',
        command: 'changeRoleLimit',
        before: { role_limits: { teller: { disburse: '100', approve: '7' }, approver: { approve: null } } },
        after: { role_limits: { teller: { approve: '7' }, approver: { approve: null } } },
      },
    ]);
    await expect(testApp.sql(`select change_policies('{"mode": "live"}')`)).rejects.toThrow('no policy: mode');
  });

  it('leads its webhooks to the public internet alone; only the planted demo reaches this machine', async () => {
    expect(await testApp.internals.tenants.get(await open('UTC'))).toMatchObject({ webhookNetworks: [] });
    expect(readConfig({}).webhookAllow).toEqual([]);
  });

  it('leads webhooks of the planted demo to no machine that visitors enter from anywhere (finding: one who had no key posted to it, and read the reply)', async () => {
    const planted = { name: 'A planted demo', mode: 'sandbox', webhookNetworks: THIS_MACHINE } as const;
    const id = await createTenant(testApp.settings.adminUrl, planted);
    const reached = async (visitors: 'from here' | 'from anywhere') => {
      const owner = await tenantsOf(testApp.database, () => 0, visitors).get(id);
      const guard = guardFor(owner, { allowedNetworks: [], resolve: async () => ['127.0.0.1'] });
      const urls = ['http://127.0.0.1:18999/admin', 'http://[::1]:18999/', 'http://localhost:18999/'];
      return Promise.all(urls.map(async (url) => (await checkDestination(url, guard)).kind));
    };
    expect(await reached('from here')).toEqual(['fine', 'fine', 'fine']);
    expect(await reached('from anywhere')).toEqual(['refused', 'refused', 'refused']);
  });

  it.each(['Foo/Bar', '', 'Africa/Nairobi ', '+03:00', '10:00'])(
    'is not opened in another, where nothing could ever be done: %p',
    async (timeZone) => {
      await expect(open(timeZone)).rejects.toThrow(RangeError);
    },
  );
});

describe('An API client', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  const umoja = async (...words: string[]) => {
    const { output, code } = await operate(testApp.settings, ['--json', 'client', ...words]);
    expect([code, output]).toEqual([0, expect.any(String)]);
    return JSON.parse(output.slice(output.indexOf('{'))) as Record<string, unknown>;
  };
  const identify = (token: string) => testApp.auth.identify(`Bearer ${token}`, { requestId: 'r', traceparent: null });
  const mint = async ({ clientKey, secret }: TestClient) =>
    (await testApp.auth.mint({ clientKey, secret, scope: null })).accessToken;

  it('is given other rights and ids, disabled and enabled by an operator, with effect on its next call', async () => {
    const client = await testApp.newClient(['loans:read', 'members:read']);
    const first = await mint(client);
    const { partners } = testApp.app;
    await partners.operators.changeClient(testApp.operator, { clientId: client.id, changes: { idFormat: 'uuid' } });
    // It has lost nothing: its token goes on, with the new format.
    expect(await identify(first)).toMatchObject({ idFormat: 'uuid', scopes: ['loans:read', 'members:read'] });
    expect(await umoja('set', client.clientKey, '--scopes', 'members:read', 'loans:write')).toMatchObject({
      scopes: ['members:read', 'loans:write'],
      id_format: 'uuid',
    });
    await expect(identify(first)).rejects.toMatchObject({ code: 'invalid_token', details: { reason: 'revoked' } });
    const second = await mint(client);
    expect(await identify(second)).toMatchObject({ scopes: ['members:read', 'loans:write'] });
    expect(await umoja('disable', client.clientKey, '--reason', 'Contract ended')).toMatchObject({ state: 'disabled' });
    await expect(identify(second)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(mint(client)).rejects.toMatchObject({ code: 'invalid_client' });
    await partners.operators.enableClient(testApp.operator, { clientId: client.id });
    await expect(identify(second)).rejects.toMatchObject({ code: 'invalid_token' });
    await identify(await mint(client));
    const added = await umoja('keys', 'add', client.clientKey, '--name', 'payroll', '--days', '30');
    const third = await mint({ ...client, secret: String(added['client_secret']) });
    await identify(third);
    expect(await umoja('keys', 'revoke', client.clientKey, 'payroll')).toMatchObject({ state: 'revoked' });
    await expect(identify(third)).rejects.toMatchObject({ code: 'invalid_token' });
    expect(await umoja('keys', 'list', client.clientKey)).toMatchObject({
      keys: [
        { name: 'payroll', state: 'revoked', expires_at: expect.any(String) },
        { name: 'default', state: 'valid', expires_at: null },
      ],
    });
    expect(await umoja('addresses', client.clientKey, '203.0.113.9', '2001:db8::/32')).toMatchObject({
      allowed_networks: ['203.0.113.9/32', '2001:db8::/32'],
    });
    await expect(mint(client)).rejects.toMatchObject({ code: 'address_not_allowed' });
    const trail = await testApp.sql(
      `select command, actor from audit where subject_type = 'client' and subject_id = $1 order by id`,
      [client.id],
    );
    expect(trail.slice(1).map(({ command, actor }) => [command, actor])).toEqual([
      ['changeClient', testApp.operator.clientKey],
      ['changeClient', 'operator'],
      ['disableClient', 'operator'],
      ['enableClient', testApp.operator.clientKey],
      ['addClientKey', 'operator'],
      ['revokeClientKey', 'operator'],
      ['changeClient', 'operator'],
    ]);
  });
});

describe('The test clock of a sandbox', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('is shown and sent ahead by operators, and not to a time that is no instant or is past', async () => {
    const clock = (...words: string[]) => operate(testApp.settings, ['--json', 'clock', ...words]);
    const printed = async (...words: string[]) => {
      const { output } = await clock(...words);
      return JSON.parse(output.slice(output.indexOf('{'))) as { readonly now: string };
    };
    const { now } = await printed('show');
    const to = Temporal.Instant.from(now).add({ hours: 72 }).toString({ fractionalSecondDigits: 3 });
    expect(await printed('advance', '--to', to)).toMatchObject({ state: 'advancing', to });
    expect(await printed('show')).toMatchObject({ state: 'advancing', to });
    const elsewhere = await clock('advance', '--to', '2020-01-01T00:00:00Z');
    expect([elsewhere.code, elsewhere.output]).toEqual([1, expect.stringContaining('on its way')]);
    expect((await clock('advance', '--to', 'tomorrow')).code).not.toBe(0);
  });
});
