import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';
import { bearer, join, REASON } from './parties.ts';

/** The most pages of a walk. */
const MOST_PAGES = 40;

/** Who reads: lists page by page, records in both forms of their ids, what happened; and who reads and writes within a quota. */
export async function readers(known: Knowledge, go: Go, office: Office): Promise<void> {
  for (const list of ['/api/v1/members?limit=20&include=total', '/api/v1/loans?limit=7&sort=-id&include=total']) {
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page++) {
      const { body }: { body: any } = await go('GET', `${list}${cursor === null ? '' : `&cursor=${cursor}`}`);
      cursor = body?.pagination?.next_cursor ?? null;
      if (cursor === null || page > 0) continue;
      await go('GET', `${list}&filter[state]=active&cursor=${cursor}`);
      await go('GET', `${list}&cursor=${cursor}`, undefined, { by: 'partner' });
      await go('GET', `/api/v1/savings_accounts?limit=7&cursor=${cursor}`);
    }
  }
  const known3 = (collection: string) => known.all(collection).slice(0, 3);
  for (const collection of [
    '/api/v1/members',
    '/api/v1/loans',
    '/api/v1/savings_accounts',
    '/api/v1/invoices',
    '/api/v1/students',
  ])
    for (const { id } of known3(collection)) {
      await go('GET', `${collection}/${id}`);
      await go('GET', `${collection}/${id}?id_format=uuid`);
    }
  let after = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const { body } = await go('GET', `/api/v1/changes?limit=200${after}`);
    if (!body?.has_more) break;
    after = `&after=${body.through}`;
  }
  await onCondition(go);
  await within(go, office);
}

/** Two who read the same version: the second one changes what the first has changed. */
async function onCondition(go: Go): Promise<void> {
  const member = await join(go, '32009901');
  const { etag } = await go('GET', member);
  const ifMatch = etag ?? '';
  await go('PATCH', member, { action: 'suspend', ...REASON }, { ifMatch });
  await go('PATCH', member, { action: 'reinstate' }, { ifMatch });
  const { etag: present } = await go('GET', member);
  await go('PATCH', member, { action: 'reinstate' }, { ifMatch: present ?? '' });
}

/** A client reads after it has written: what it writes takes nothing of what it reads. */
async function within(go: Go, office: Office): Promise<void> {
  const head = await office.joined('Zawadi', 'administrator');
  const asked = { name: 'A reader of a chapter', responsibleId: head.uuid, scopes: ['members:read', 'members:write'] };
  const { record, secret } = await office.change(head.by, 'createClient', asked);
  const quotas = [
    { bucket: 'B.read', perMinute: 40 },
    { bucket: 'B.write', perMinute: 60 },
  ];
  await office.change(head.by, 'changeClientQuotas', { clientId: record?.id, quotas });
  const by = await bearer(go, { client_id: record?.['clientKey'], client_secret: secret });
  for (let n = 0; n < 25; n++) await go('POST', '/api/v1/members', { name: '' }, { by });
  for (let n = 0; n < 30; n++) await go('GET', '/api/v1/members/1', undefined, { by });
}
