import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';

const REASON = { reason: 'A chapter of the simulation.' };
const MOST_KEYS = 10;

/** A client that was registered, and all secrets that it was ever given. */
type Registered = { readonly id: string; readonly clientKey: string; readonly secrets: string[] };

/** A token of the client for this secret, or nothing. */
async function mint(go: Go, { clientKey }: Registered, secret: string | undefined): Promise<string | null> {
  const asked = { grant_type: 'client_credentials', client_id: clientKey, client_secret: secret };
  const { body } = await go('POST', '/api/v1/oauth/token', asked, { by: 'nobody', key: null });
  return body?.access_token ?? null;
}

const read = (go: Go, token: string | null) =>
  go('GET', '/api/v1/loans?limit=1', undefined, { by: token === null ? 'nobody' : `token:${token}` });

/** Clients are registered, get keys and lose them, and are barred: what they hold counts for as long as it is theirs. */
export async function clients(_: Knowledge, go: Go, office: Office): Promise<void> {
  const head = await office.joined('Imani', 'administrator');
  const asked = { name: 'A partner of a chapter', responsibleId: head.uuid, scopes: ['loans:read', 'webhooks:write'] };
  const key = 'chapter-client';
  const made = await office.change(head.by, 'createClient', asked, { key });
  await office.change(head.by, 'createClient', asked, { key });
  await office.change(head.by, 'createClient', { ...asked, scopes: ['no:such'] });
  await office.change(head.by, 'createClient', { ...asked, scopes: ['people:write'] });
  const client: Registered = {
    id: made.record?.id ?? '',
    clientKey: String(made.record?.['clientKey']),
    secrets: [made.secret],
  };
  const on = { clientId: client.id };
  const first = await mint(go, client, client.secrets[0]);
  await read(go, first);
  const added = await office.change(head.by, 'addClientKey', { ...on, name: 'warehouse' });
  await office.change(head.by, 'addClientKey', { ...on, name: 'warehouse' });
  await office.change(head.by, 'addClientKey', { ...on, name: 'Ware house' });
  const second = await mint(go, client, added.secret);
  await office.change(head.by, 'revokeClientKey', { ...on, name: 'warehouse' });
  await office.change(head.by, 'revokeClientKey', { ...on, name: 'warehouse' });
  await read(go, second);
  await read(go, first);
  await mint(go, client, added.secret);
  for (let n = 0; n < MOST_KEYS; n++) {
    const { codes } = await office.change(head.by, 'addClientKey', { ...on, name: `key-${n}` });
    if (codes.length > 0) break;
  }
  await changed(go, office, head.by, { client, first });
  await barred(go, office, head.by, client);
}

type Held = { readonly client: Registered; readonly first: string | null };
type By = Awaited<ReturnType<Office['joined']>>['by'];

/** Rights, quotas, who answers for it, and a secret that takes the place of all others. */
async function changed(go: Go, office: Office, by: By, { client, first }: Held): Promise<void> {
  const on = { clientId: client.id };
  await office.change(by, 'changeClient', { ...on, name: 'Renamed by a chapter' });
  await office.change(by, 'changeClient', { ...on, name: 'Renamed by a chapter' }, { version: 1 });
  await read(go, first);
  await office.change(by, 'changeClient', { ...on, scopes: ['webhooks:write'] });
  await read(go, first);
  const narrow = await mint(go, client, client.secrets[0]);
  await read(go, narrow);
  await office.change(by, 'changeClient', { ...on, scopes: ['loans:read', 'webhooks:write'] });
  await office.change(by, 'changeClientQuotas', { ...on, quotas: [{ bucket: 'B.read', perMinute: 50_000 }] });
  await office.change(by, 'changeClientQuotas', { ...on, quotas: [{ bucket: 'B.nothing', perMinute: 1 }] });
  const other = await office.joined('Jelani', 'administrator');
  await office.change(by, 'changeClientResponsible', { ...on, responsibleId: other.uuid });
  const wide = await mint(go, client, client.secrets[0]);
  const rotated = await office.change(by, 'rotateClientSecret', { ...on, overlapSeconds: 0 });
  await read(go, wide);
  await mint(go, client, client.secrets[0]);
  client.secrets.push(rotated.secret);
  await mint(go, client, rotated.secret);
  const overlapping = await office.change(by, 'rotateClientSecret', { ...on, overlapSeconds: 600 });
  await mint(go, client, rotated.secret);
  await mint(go, client, overlapping.secret);
  client.secrets.push(overlapping.secret);
  await office.operate('client', 'keys', 'list', client.clientKey);
  const app = { clientId: client.clientKey };
  await office.change('officer', 'changeAppTariff', { ...app, payout: [{ fee: 500 }] });
  await office.change('officer', 'changeAppTariff', { ...app, payout: [{ upTo: 100, fee: 500 }] });
  await office.change('officer', 'changeAppAccountPrefix', { ...app, accountPrefix: 'CHAP' });
  await office.change('officer', 'changeAppAccountPrefix', { ...app, accountPrefix: null });
  await office.operate('client', 'quota', client.clientKey, 'B.read=default');
}

/** Disabled, it mints nothing and its tokens are void, for good; enabled again it mints new ones. */
async function barred(go: Go, office: Office, by: By, client: Registered): Promise<void> {
  const on = { clientId: client.id };
  const secret = client.secrets.at(-1);
  const token = await mint(go, client, secret);
  const hook = { url: 'http://127.0.0.1:9/barred', events: ['loan.created'] };
  const surface = `token:${token}` as const;
  const developer = await office.joined('Kezia', 'developer');
  await office.change(by, 'assignClients', { personId: developer.uuid, clientIds: [client.id] });
  await office.change(developer.by, 'createWebhook', { ...on, ...hook });
  await office.change(by, 'disableClient', { ...on, ...REASON });
  await office.change(by, 'disableClient', { ...on, ...REASON });
  await read(go, token);
  await mint(go, client, secret);
  await go('POST', '/api/v1/webhooks', hook, { by: surface });
  await office.change(surface, 'createWebhook', hook);
  await office.change(developer.by, 'createWebhook', { ...on, ...hook });
  await office.change(by, 'enableClient', on);
  await read(go, token);
  await read(go, await mint(go, client, secret));
  const expiring = { ...on, name: 'short', expiresAt: '2020-01-01T00:00:00.000Z' };
  await office.change(by, 'addClientKey', expiring);
}
