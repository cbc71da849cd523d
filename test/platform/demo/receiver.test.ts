import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantReceiver } from '#platform/demo/receiver.ts';
import { openTestApp, type TestApp, type TestClient } from '#test/support/test-app.ts';

const HERE = 'http://127.0.0.1:3000/demo/receiver';
const ELSEWHERE = 'http://127.0.0.1:3999/demo/receiver';

let testApp: TestApp;
let client: TestClient;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const start = (url: string | null) =>
  plantReceiver({ internals: testApp.internals, keys: testApp.keys, url }, testApp.operator, {
    client_id: client.clientKey,
    scopes: client.caller.scopes,
  });
const webhooks = () =>
  testApp.sql<{ id: number; url: string; state: string; scopes: string[]; version: number }>(
    'select id::int, url, state, scopes, version from webhook where client_id = $1 order by id',
    [client.id],
  );

describe('The webhook of a demo', () => {
  it('is confirmed by the client, and stays the same from start to start', async () => {
    client = await testApp.newClient();
    await start(HERE);
    const [webhook] = await webhooks();
    expect(webhook).toMatchObject({ url: HERE, state: 'active' });
    expect(webhook?.scopes).toEqual(expect.arrayContaining(['loans:read', 'disbursements:read', 'repayments:read']));
    await start(HERE);
    expect(await webhooks()).toEqual([webhook]);
  });

  it('leads to where the demo is received now, and still receives what its client may read', async () => {
    client = await testApp.newClient();
    await start(HERE);
    const [before] = await webhooks();
    await start(ELSEWHERE);
    expect(await webhooks()).toEqual([{ ...before, url: ELSEWHERE, version: Number(before?.version) + 1 }]);
  });

  it('stays where a visitor has led it, and gone where one has deleted it', async () => {
    client = await testApp.newClient();
    await start(HERE);
    const id = (await webhooks())[0]?.id ?? 0;
    const own = 'http://127.0.0.1:5000/mine';
    await testApp.done(
      testApp.app.partners.changeWebhook,
      {
        clientId: client.id,
        webhookId: id,
        tokenScopes: client.caller.scopes,
        setUpBy: 'person',
        changes: { url: own },
        destination: { kind: 'fine' },
      },
      client.caller,
    );
    await start(ELSEWHERE);
    expect(await webhooks()).toMatchObject([{ url: own, state: 'active' }]);
    await testApp.done(testApp.app.partners.removeWebhook, { clientId: client.id, webhookId: id }, client.caller);
    await start(ELSEWHERE);
    expect(await webhooks()).toMatchObject([{ url: own, state: 'deleted' }]);
  });

  it('is none where this process does not receive, or the client may read none of its events', async () => {
    client = await testApp.newClient();
    await start(null);
    client = await testApp.newClient(['members:read']);
    await start(HERE);
    expect(await webhooks()).toEqual([]);
  });
});
