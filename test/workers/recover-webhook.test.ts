import { randomUUID } from 'node:crypto';
import { asOwner as inOwner } from '#platform/cli/owner.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { event as notify } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { uuidOfEvent } from '#core/partners/event-id.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { enableWebhook, recoverWebhook, type RecoverOnly } from '#core/partners/use-cases/manage-webhook.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

describe('A recovery', () => {
  let testApp: TestApp;
  let context: WorkerContext;
  let partners: Receivers;
  const started = Temporal.Now.instant();
  beforeAll(async () => {
    testApp = await openTestApp();
    partners = receivers();
    context = await openWorkerContext(testApp);
  });
  afterAll(async () => {
    await context.close();
    await partners.close();
    await testApp.close();
  });

  const happen = (count: number) =>
    testApp.internals.transact.run('happen', testApp.operator, async () =>
      outcome(
        null,
        ...Array.from({ length: count }, (_, n) =>
          notify('loan.updated', 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, {}),
        ),
      ),
    );
  const asOwner = <T>(work: Parameters<typeof testApp.internals.transact.run<T>>[2]) =>
    testApp.internals.transact.run<T>('recover', testApp.client.caller, work);
  const recover = (
    webhookId: number,
    only: RecoverOnly,
    types: readonly string[] | null = null,
    errorClasses: readonly string[] | null = null,
  ) =>
    asOwner((tx, context) =>
      recoverWebhook(
        {
          clientId: testApp.client.id,
          tokenScopes: SCOPES,
          webhookId,
          since: started,
          until: null,
          only,
          types,
          errorClasses,
        },
        testApp.internals.ports.partners(tx, context),
      ),
    );
  const states = async (id: number) =>
    Object.fromEntries(
      (
        await testApp.sql<{ state: string; n: number }>(
          'select state, count(*)::int as n from webhook_delivery where endpoint_id = $1 group by 1',
          [id],
        )
      ).map(({ state, n }) => [state, n]),
    );

  const typesSent = async (id: number) => {
    const rows = await testApp.sql<{ event_type: string }>(
      'select event_type from webhook_delivery where endpoint_id = $1',
      [id],
    );
    return rows.map(({ event_type }) => event_type);
  };

  async function counting() {
    const seen: string[] = [];
    const port = await partners.http((request, response) => {
      seen.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.end());
    });
    return { seen, url: `http://127.0.0.1:${port}/` };
  }

  it('brings what was held while the webhook was disabled', async () => {
    const { seen, url } = await counting();
    const { id } = await registerHook(testApp, url, { events: ['loan.updated'] });
    await testApp.sql(`update webhook set state = 'disabled', disabled_reason = 'gone' where id = $1`, [id]);
    await happen(30);
    await eventually(async () => (await states(id))['held'] === 30);
    await asOwner((tx, context) =>
      enableWebhook({ clientId: testApp.client.id, webhookId: id }, testApp.internals.ports.partners(tx, context)),
    );
    expect(seen).toEqual([]);
    await recover(id, 'missing');
    await eventually(() => new Set(seen).size === 30);
    await eventually(async () => (await states(id))['succeeded'] === 30);
    expect(await testApp.sql('select from reaction')).toEqual([]);
  });

  it('brings the types that are named, and looks no further than the span', async () => {
    const { seen, url } = await counting();
    await happen(1);
    await eventually(async () => (await testApp.sql('select from outbox limit 1')).length === 0);
    const { id } = await registerHook(testApp, url, { events: ['*'] });
    await recover(id, 'missing', ['loan.closed', 'member.*']);
    await eventually(async () => (await testApp.sql('select from reaction')).length === 0);
    expect(await typesSent(id)).not.toContain('loan.updated');
    await recover(id, 'missing', ['loan.updated']);
    await eventually(async () => (await typesSent(id)).includes('loan.updated'));
    await eventually(async () => (await states(id))['succeeded'] === seen.length);
  });

  it('brings those alone that failed as it is named', async () => {
    const { seen, url } = await counting();
    const { id } = await registerHook(testApp, url, { events: ['loan.updated'] });
    await happen(3);
    await eventually(async () => (await states(id))['succeeded'] === 3);
    const classes = ['timeout', 'http_5xx', 'http_5xx'];
    // They arrive in no order of their own.
    for (const [place, event] of seen.entries()) {
      await testApp.sql(
        `update webhook_delivery d set state = 'exhausted', last_error_class = $3 from event e
          where d.endpoint_id = $1 and e.id = d.event_id and e.uuid = $2`,
        [id, uuidOfEvent(event), classes[place]],
      );
    }
    await recover(id, 'failed', null, ['timeout', 'dns_error']);
    await eventually(() => seen.length === 4);
    await eventually(async () => (await testApp.sql('select from reaction')).length === 0);
    await eventually(async () => (await states(id))['succeeded'] === 1);
    expect(await states(id)).toEqual({ succeeded: 1, exhausted: 2 });
    expect(seen[3]).toBe(seen[0]);
  });

  it('misses none of those that were written beside each other, whichever of them has the earlier instant', async () => {
    await testApp.sql(`update webhook set state = 'deleted'`);
    const happened = notify('loan.closed', 'loan', { id: 1, uuid: randomUUID(), version: 1 }, {});
    for (let n = 0; n < 3; n++) {
      await testApp.internals.transact.run('happen', testApp.operator, async () => outcome(null, happened));
    }
    await eventually(async () => (await testApp.sql('select from outbox limit 1')).length === 0);
    // The last one has the first instant, and the one before it the last.
    await inOwner(testApp.settings.adminUrl, (owner) =>
      owner.query(
        `update event e set occurred_at = c.first + (c.place % 3) * interval '1 ms' from (
           select tenant_id, id, min(occurred_at) over () as first, row_number() over (order by id) as place
             from event where type = 'loan.closed') c
          where e.tenant_id = c.tenant_id and e.id = c.id`,
      ),
    );
    const { url } = await counting();
    const { id } = await registerHook(testApp, url, { events: ['*'] });
    await recover(id, 'missing', ['loan.closed']);
    await eventually(async () => (await testApp.sql('select from reaction')).length === 0);
    expect(await typesSent(id)).toEqual(['loan.closed', 'loan.closed', 'loan.closed']);
  });

  it('makes what was never made, beyond one batch, numbered on; and sends all again only where all is requested', async () => {
    await testApp.sql(`update webhook set state = 'deleted'`);
    await happen(190);
    await eventually(async () => (await testApp.sql('select from outbox limit 1')).length === 0);
    const { seen, url } = await counting();
    const { id } = await registerHook(testApp, url, { events: ['loan.updated'] });
    const [before] = await testApp.sql(`select count(*)::int as n from event where type = 'loan.updated'`);
    const wanted = Number(before?.['n']);
    await recover(id, 'failed');
    await recover(id, 'missing');
    await eventually(async () => (await states(id))['succeeded'] === wanted);
    expect(new Set(seen).size).toBe(wanted);
    expect(seen.length).toBe(wanted);
    const [numbers] = await testApp.sql(
      `select max(d.sequence)::int as last, max(w.last_sequence)::int as stored
         from webhook_delivery d join webhook w on w.id = d.endpoint_id where w.id = $1`,
      [id],
    );
    expect(numbers).toEqual({ last: wanted, stored: wanted });
    await recover(id, 'missing');
    await recover(id, 'all');
    await eventually(() => seen.length === 2 * wanted);
    expect(new Set(seen).size).toBe(wanted);
  });
});
