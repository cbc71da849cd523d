import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { connectSuperuser } from '#test/support/database.ts';
import { isTombstone, type ChangedPage, type SyncWindow } from '#platform/postgres/education/views/sync.ts';
import type { InvoiceView } from '#platform/postgres/education/views/invoices.ts';
import { where } from '#test/support/criteria.ts';
import { openTestSchool, type TestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let school: TestSchool;
let superuser: pg.Client;
beforeAll(async () => {
  testApp = await openTestApp({ poolSize: 20 });
  school = await openTestSchool(testApp);
  superuser = await connectSuperuser(testApp.settings);
});
afterAll(async () => {
  await superuser.end();
  await testApp.close();
});

const at = (text: string) => Temporal.Instant.from(text);
const BEGINNING = at('2025-01-01T00:00:00Z');

const changed = (window: SyncWindow, limit = 500, offset = 0, criteria = where()): Promise<ChangedPage<InvoiceView>> =>
  testApp.app.read(testApp.client.caller, (views) => views.invoices.changedSince(criteria, window, { limit, offset }));

const idsOf = (page: ChangedPage<InvoiceView>) => page.rows.map(({ id }) => id);

/** Lets a row look as if it had been written at that moment. */
async function stamp(table: 'invoice' | 'tombstone', id: number, moment: string): Promise<void> {
  await superuser.query('begin');
  await superuser.query('set local session_replication_role = replica');
  const key = table === 'invoice' ? 'id' : 'record_id';
  await superuser.query(`update ${table} set updated_at = $2 where ${key} = $1`, [id, moment]);
  await superuser.query('commit');
}

/** A transaction that has written and waits to be let go. */
async function writing(id: number): Promise<{ readonly commit: () => Promise<void> }> {
  const go = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const done = testApp.database.write(testApp.tenantId, async (tx) => {
    await tx.sql('update invoice set pay_code = pay_code, version = version + 1 where id = $1', [id]);
    written.resolve();
    await go.promise;
  });
  await written.promise;
  return {
    commit: () => {
      go.resolve();
      return done;
    },
  };
}

/** A fresh as-of: everything before it is behind us. */
async function caughtUp(): Promise<Temporal.Instant> {
  await sleep(3);
  return (await changed({ since: BEGINNING })).asOf;
}

describe('The worked example of updated_since', () => {
  let [a, b, c, d] = [0, 0, 0, 0];
  beforeAll(async () => {
    const studentId = await school.newStudent();
    a = await school.issued(studentId, 100n);
    b = await school.issued(studentId, 100n);
    c = await school.issued(studentId, 100n);
    d = await school.draft(studentId, 100n);
    await testApp.done(testApp.app.education.voidInvoice, { invoiceId: c, reason: 'mistake' });
    await testApp.done(testApp.app.education.discardInvoice, { invoiceId: d });
    await stamp('invoice', a, '2025-06-01T10:00:00.000Z');
    await stamp('invoice', b, '2025-06-01T10:00:00.001Z');
    await stamp('invoice', c, '2025-06-01T10:00:00.001Z');
    await stamp('tombstone', d, '2025-06-01T10:00:00.002Z');
  });

  it('lists all since the beginning, by stamp and id', async () => {
    expect(idsOf(await changed({ since: BEGINNING }))).toEqual([a, b, c, d]);
  });

  it('is inclusive, shows void records with their state and removed ones as tombstones', async () => {
    const page = await changed({ since: at('2025-06-01T10:00:00.001Z') });
    expect(idsOf(page)).toEqual([b, c, d]);
    const [, voided, removed] = page.rows;
    expect(voided).toMatchObject({ state: 'void' });
    expect(removed && isTombstone(removed)).toBe(true);
    const moment = at('2025-06-01T10:00:00.002Z');
    expect(removed).toEqual({ id: d, uuid: expect.any(String), deleted: true, deletedAt: moment, updatedAt: moment });
    expect(page.total).toBe(3);
  });

  it('understands another offset', async () => {
    expect(idsOf(await changed({ since: at('2025-06-01T13:00:00.001+03:00') }))).toEqual([b, c, d]);
  });

  it('lists only the last from its moment on', async () => {
    expect(idsOf(await changed({ since: at('2025-06-01T10:00:00.002Z') }))).toEqual([d]);
  });

  it('is empty in the future, and sends a clock that runs ahead back to ours', async () => {
    const future = testApp.clock().add({ hours: 1 });
    const page = await changed({ since: future });
    expect([page.rows, page.total]).toEqual([[], 0]);
    expect(Temporal.Instant.compare(page.asOf, future)).toBe(-1);
  });

  it('keeps tombstones through every filter, which says nothing of other records', async () => {
    const page = await changed({ since: BEGINNING }, 10, 0, where({ state: ['void'] }));
    expect(idsOf(page)).toEqual([c, d]);
  });

  it('pages by offset and by the last row alike', async () => {
    expect(idsOf(await changed({ since: BEGINNING }, 2, 0))).toEqual([a, b]);
    expect(idsOf(await changed({ since: BEGINNING }, 2, 2))).toEqual([c, d]);
    expect(await changed({ since: BEGINNING }, 2, 4)).toMatchObject({ rows: [], total: 4 });
    const behindB = { since: at('2025-06-01T10:00:00.001Z'), afterId: b };
    expect(idsOf(await changed(behindB, 2))).toEqual([c, d]);
    const behindC = { since: at('2025-06-01T10:00:00.001Z'), afterId: c };
    expect(idsOf(await changed(behindC, 2))).toEqual([d]);
  });

  it('leaves removed records out of the plain list, and void ones in', async () => {
    const page = await testApp.app.read(testApp.client.caller, (views) =>
      views.invoices.list(where(), { limit: 10, offset: 0 }),
    );
    expect(page.rows.map(({ id, state }) => [id, state])).toEqual([
      [a, 'issued'],
      [b, 'issued'],
      [c, 'void'],
    ]);
  });
});

describe('A reader who pages', () => {
  it('loses no row when one that was read is touched, and meets it again in the next window', async () => {
    const since = await caughtUp();
    const studentId = await school.newStudent();
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await school.issued(studentId, 100n));
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    await sleep(3);
    const page = await changed({ since }, 2);
    expect(idsOf(page)).toEqual([first, second]);
    await (await writing(first)).commit();
    await sleep(3);
    const last = page.rows.at(-1);
    const next = { since: last!.updatedAt, afterId: last!.id, before: page.asOf };
    expect(idsOf(await changed(next, 10))).toEqual([third, fourth]);
    expect(idsOf(await changed({ since: page.asOf }, 10))).toEqual([first]);
  });
});

describe('Transactions that commit out of the order of their stamps', () => {
  let [one, two] = [0, 0];
  beforeEach(async () => {
    const studentId = await school.newStudent();
    one = await school.issued(studentId, 100n);
    two = await school.issued(studentId, 100n);
  });

  it('lose no row: the later one waits for the earlier one', async () => {
    let since = await caughtUp();
    const early = await writing(one);
    await sleep(5);
    const late = await writing(two);
    await late.commit();
    await sleep(5);

    const meanwhile = await changed({ since });
    expect(idsOf(meanwhile)).toEqual([]);
    since = meanwhile.asOf;
    await early.commit();
    await sleep(5);
    const after = await changed({ since });
    expect(idsOf(after)).toEqual([one, two]);
    expect(idsOf(await changed({ since: after.asOf }))).toEqual([]);
  });

  it('do not hold back what was written before them', async () => {
    const since = await caughtUp();
    await (await writing(one)).commit();
    await sleep(5);
    const open = await writing(two);
    expect(idsOf(await changed({ since }))).toEqual([one]);
    await open.commit();
  });

  it('never send a reader back who was further already', async () => {
    const go = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const sleeper = testApp.database.write(testApp.tenantId, async (tx) => {
      await tx.sql('select 1');
      began.resolve();
      await go.promise;
      await tx.sql('update invoice set version = version + 1 where id = $1', [one]);
      await sleep(30);
    });
    await began.promise;
    await sleep(5);
    const since = await caughtUp();
    go.resolve();
    await sleep(15);
    // It writes now, and began before: the horizon falls behind what this reader has read.
    const page = await changed({ since });
    expect(page.asOf.equals(since)).toBe(true);
    await sleeper;
    await sleep(5);
    expect(idsOf(await changed({ since: page.asOf }))).toEqual([one]);
  });

  it('are not waited for where they only read', async () => {
    const began = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const reading = testApp.database.read(testApp.tenantId, async (tx) => {
      await tx.sql('select 1');
      began.resolve();
      await go.promise;
    });
    await began.promise;
    const { rows } = await superuser.query<{ now: string }>(`select to_json(clock_timestamp()) as now`);
    const afterItBegan = at(rows[0]?.now ?? '');
    const since = await caughtUp();
    expect(Temporal.Instant.compare(since, afterItBegan)).toBe(1);
    go.resolve();
    await reading;
  });

  it('lose nothing in a storm of writers', async () => {
    const studentId = await school.newStudent();
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await school.issued(studentId, 100n));
    let since = await caughtUp();
    let storming = true;
    const writers = ids.map(async (id, index) => {
      for (let n = 0; n < 12; n++) {
        await testApp.database.write(testApp.tenantId, async (tx) => {
          if (n % 3 === 0) await sleep((index * 7 + n) % 11);
          await tx.sql('update invoice set version = version + 1 where id = $1', [id]);
          await sleep((index * 5 + n * 3) % 17);
        });
      }
    });
    const seen = new Map<number, number>();
    const poll = async () => {
      let window: SyncWindow = { since };
      for (;;) {
        const page = await changed(window, 5);
        for (const row of page.rows) if (!isTombstone(row)) seen.set(row.id, row.version);
        const last = page.rows.at(-1);
        since = page.asOf;
        if (page.rows.length < 5 || !last) return;
        window = { since: last.updatedAt, afterId: last.id, before: page.asOf };
      }
    };
    const reader = (async () => {
      while (storming) await poll();
    })();
    await Promise.all(writers);
    storming = false;
    await reader;
    await sleep(5);
    await poll();
    const stored = await testApp.sql<{ id: string; version: number }>(
      'select id, version from invoice where student_id = $1 order by id',
      [studentId],
    );
    expect(stored.map(({ id }) => [Number(id), seen.get(Number(id))])).toEqual(
      stored.map(({ id, version }) => [Number(id), version]),
    );
  });
});

describe('Stamps', () => {
  it('are stored to the millisecond in which they are shown', async () => {
    const rows = await testApp.sql(
      `select 1 from invoice where updated_at <> date_trunc('milliseconds', updated_at)
       union all select 1 from student where updated_at <> date_trunc('milliseconds', updated_at)`,
    );
    expect(rows).toEqual([]);
  });

  it('are of the write, not of the beginning of the transaction', async () => {
    const studentId = await school.newStudent();
    const [row] = await testApp.database.write(testApp.tenantId, async (tx) => {
      // The transaction begins with its first statement.
      await tx.sql('select 1');
      await sleep(20);
      await tx.sql('update student set year_of_study = 2 where id = $1', [studentId]);
      return tx.sql("select updated_at >= now() + interval '15 milliseconds' as later from student where id = $1", [
        studentId,
      ]);
    });
    expect(row).toEqual({ later: true });
  });

  it('follow every table that has them', async () => {
    const { rows } = await superuser.query(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'stamp_row')`);
    expect(rows).toEqual([]);
  });
});

describe('Tombstones', () => {
  it('are deleted after ninety days, and an older reader has to read everything again', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.draft(studentId, 100n);
    await testApp.done(testApp.app.education.discardInvoice, { invoiceId });
    const before = await changed({ since: BEGINNING });
    expect(before.completeSince).toBeNull();
    await stamp('tombstone', invoiceId, '2025-07-01T00:00:00Z');
    expect(await testApp.app.education.forgetTombstones(testApp.operator)).toBeGreaterThan(0);
    await expect(changed({ since: BEGINNING })).rejects.toMatchObject({
      kind: 'gone',
      code: 'sync_window_expired',
      details: { oldest_updated_since: expect.any(String) },
    });
    const recent = await changed({ since: testApp.clock().subtract({ hours: 24 }) });
    const edge = testApp.clock().subtract({ hours: 90 * 24 });
    expect(Math.abs(recent.completeSince!.until(edge).total('seconds'))).toBeLessThan(60);
    expect(await testApp.app.education.forgetTombstones(testApp.operator)).toBe(0);
  });

  it('belong to their institution', async () => {
    const { rows } = await superuser.query<{ id: string }>(
      `insert into tenant (uuid, name, mode, four_eyes) values ($1, 'Another', 'sandbox', false) returning id`,
      [randomUUID()],
    );
    const stranger = { tenantId: Number(rows[0]?.id), pii: true };
    const page = await testApp.app.read(stranger, (views) =>
      views.invoices.changedSince(where(), { since: BEGINNING }, { limit: 10, offset: 0 }),
    );
    expect([page.rows, page.total, page.completeSince]).toEqual([[], 0, null]);
  });
});
