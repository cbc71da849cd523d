import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedConditions } from '#core/lending/agreement.ts';
import type { LoanProduct } from '#core/lending/product/loan-product.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { openDatabase, type Database } from '#platform/postgres/database.ts';
import { businessNow } from '#platform/postgres/tenant-clock.ts';
import { openLender, type Lender } from '#test/support/lender.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const DAY_MS = 86_400_000;

let testApp: TestApp;
/** A second process on the same database. */
let other: Database;
beforeAll(async () => {
  testApp = await openTestApp();
  other = await openDatabase({ ...testApp.settings, poolSize: 4 });
});
afterAll(async () => {
  await other.close();
  await testApp.close();
});

const ahead = async (database: Database, tenantId = testApp.tenantId): Promise<number> => {
  const now = await businessNow(database, tenantId, database.clock.now);
  return Math.round(now.since(testApp.clock()).total('days')) + 0;
};
const move = async (days: number, database = testApp.database, tenantId = testApp.tenantId) => {
  const [row] = await database.write(tenantId, ({ sql }) =>
    sql<{ moved: string | null }>('select move_clock($1) as moved', [days * DAY_MS]),
  );
  return row?.moved ?? null;
};

describe('The offset of a tenant’s clock', () => {
  it('is the same for a process that remembers an older one, when it reads and when it writes', async () => {
    await move(10);
    expect([await ahead(testApp.database), await ahead(other)]).toEqual([10, 10]);
    await move(12, other);
    const [seen] = await testApp.database.read(testApp.tenantId, ({ sql }) =>
      sql<{ days: number }>('select extract(day from business_now() - now())::int as days'),
    );
    expect(seen?.days).toBe(12);
    await move(13, other);
    expect(await ahead(testApp.database)).toBe(13);
    // Also where the first statement has no values, and comes back with an error of its own behind the refusal.
    await move(14);
    const written = await other.write(testApp.tenantId, ({ sql }) =>
      sql<{ days: number }>('select extract(day from business_now() - now())::int as days'),
    );
    expect(written[0]?.days).toBe(14);
  });

  it('never shrinks', async () => {
    await move(3);
    expect(await ahead(other)).toBe(14);
  });

  it('is that of records, of events and of what a command takes for now', async () => {
    const before = testApp.clock();
    const id = await testApp.newMember();
    const [row] = await testApp.sql<Record<string, string>>(
      `select extract(epoch from m.created_at)::text as created, extract(epoch from m.updated_at)::text as updated,
              extract(epoch from e.occurred_at)::text as occurred, extract(epoch from a.at)::text as audited,
              extract(epoch from e.created_at)::text as stored
         from member m join event e on e.subject_type = 'member' and e.subject_id = m.id and e.type = 'member.created'
         join audit a on a.event_uuid = e.uuid where m.id = $1`,
      [id],
    );
    const days = (seconds: string | undefined) =>
      Math.round((Number(seconds) * 1000 - before.epochMilliseconds) / DAY_MS);
    const { created, updated, occurred, audited, stored } = row ?? {};
    expect([created, updated, occurred, audited].map(days)).toEqual([14, 14, 14, 14]);
    // Retention goes by real time.
    expect(days(stored) + 0).toBe(0);
    const { today } = await testApp.internals.transact.look(testApp.operator, async (_, context) => context);
    const expected = testApp
      .clock()
      .add({ hours: 14 * 24 })
      .toZonedDateTimeISO('Africa/Nairobi')
      .toPlainDate();
    expect(today.until(expected).days).toBe(0);
  });

  it('is its own: another tenant’s time does not move, and a live tenant has none', async () => {
    const sandbox = await createTenant(testApp.settings.adminUrl, { name: 'Another', mode: 'sandbox' });
    const live = await createTenant(testApp.settings.adminUrl, { name: 'A live one', mode: 'live' });
    expect(await move(5, testApp.database, live)).toBeNull();
    expect([await ahead(other, sandbox), await ahead(other, live)]).toEqual([0, 0]);
  });

  it('waits for who writes: what is stamped with an offset is committed before the next is in force', async () => {
    const events: string[] = [];
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const writing = other.write(testApp.tenantId, async ({ sql }) => {
      await sql('insert into branch (uuid, code, name) values ($1, $2, $2)', [randomUUID(), 'SLOW']);
      written.resolve();
      await mayEnd.promise;
      events.push('committed');
    });
    await written.promise;
    const moving = move(15).then(() => events.push('moved'));
    await expect
      .poll(async () => {
        const [row] = await testApp.database.query<{ n: string }>(
          `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%move_clock%'`,
        );
        return Number(row?.n);
      })
      .toBe(1);
    mayEnd.resolve();
    await Promise.all([writing, moving]);
    expect(events).toEqual(['committed', 'moved']);
  });

  it('decides what is due of business, and not what is due of deliveries', async () => {
    const now = await businessNow(other, testApp.tenantId, testApp.clock);
    const inTime = now.subtract({ minutes: 1 }).toString();
    await testApp.sql(
      `insert into sandbox_payment (originator_id, provider_ref, receipt_no, amount, msisdn, notification_due_at)
       values ($1, 'AG_1', 'AAAAAAAAA1', 100, '+254700000000', $2)`,
      [randomUUID(), inTime],
    );
    const due = await testApp.app.dueJobs(100);
    expect(due.filter(({ queue }) => queue === 'sandbox-callback')).toHaveLength(1);
    await testApp.sql('delete from sandbox_payment');
  });

  it('bounds lists by commits in business time', async () => {
    const horizon = async () => {
      const [row] = await testApp.database.read(testApp.tenantId, ({ sql }) =>
        sql<{ days: number }>('select extract(day from sync_horizon() - now())::int as days'),
      );
      return row?.days;
    };
    expect(await horizon()).toBeGreaterThanOrEqual(14);
  });
});

describe('What a test clock does to loans', () => {
  const conditions: NamedConditions = {
    penalty: {
      charge: { kind: 'percent', percent: '5', of: 'principal_and_interest' },
      graceDays: 2,
      every: 'instalment',
      rounding: 'half_even',
    },
  };
  const product: Partial<LoanProduct> & { conditions: NamedConditions } = { conditions };
  const DAYS = 65;

  let clocked: Lender;
  let byDays: Lender;
  beforeAll(async () => {
    clocked = await openLender(null);
  });
  afterAll(() => Promise.all([clocked.testApp.close(), byDays.testApp.close()]));

  const booksOf = async ({ testApp }: Lender, loanId: number) => ({
    loan: await testApp.sql(
      `select state, interest_accrued::text as accrued, principal_outstanding::text as principal,
              disbursed_on::text as lent_on from loan where id = $1`,
      [loanId],
    ),
    instalments: await testApp.sql(
      `select number, due_date::text as due, principal::text, interest::text, penalties::text as penalties
         from loan_instalment where loan_id = $1 order by number`,
      [loanId],
    ),
    late: await testApp.sql(
      'select days_past_due, band, arrears::text as arrears, provision::text as provision from loan_classification where loan_id = $1',
      [loanId],
    ),
    journals: await testApp.sql(
      `select j.booked_on::text as day, j.event_type, l.account, l.side, l.amount::text as amount
         from journal j join journal_line l on l.journal_id = j.id
        where j.event_type <> 'agent.float_topped_up' order by 1, 2, 3, 4, 5`,
    ),
    events: await testApp.sql(
      `select type, data ->> 'business_date' as day, data ->> 'days_past_due' as late from event
        where type in ('loan.overdue', 'loan.charged', 'close_of_business.finished') or type like 'loan.penal%' order by id`,
    ),
  });

  it('is what days do that really pass: interest, penalties, arrears, journals and events', async () => {
    const lent = await clocked.lend(12_000_000n, { productId: await clocked.product(product) });
    const [row] = await clocked.testApp.sql<{ on: string }>(
      'select disbursed_on::text as "on" from loan where id = $1',
      [lent],
    );
    const firstDay = Temporal.PlainDate.from(row?.on ?? '');
    const to = firstDay
      .add({ days: DAYS })
      .toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '09:00' })
      .toInstant();
    await clocked.testApp.done(clocked.testApp.app.testClock.advance, { to });
    await moveClock(clocked.testApp.app, clocked.testApp.tenantId);
    expect(await clocked.testApp.app.testClock.shown(clocked.testApp.operator)).toMatchObject({ state: 'ready' });

    byDays = await openLender(firstDay.toString());
    const same = await byDays.lend(12_000_000n, { productId: await byDays.product(product) });
    for (let day = 1; day <= DAYS; day++) {
      byDays.moveTo(firstDay.add({ days: day }));
      await byDays.close();
    }
    const books = await booksOf(clocked, lent);
    expect(books).toEqual(await booksOf(byDays, same));
    expect(books.late[0]).toMatchObject({ days_past_due: expect.any(Number) });
    expect(Number(books.late[0]?.['days_past_due'])).toBeGreaterThan(30);
    expect(books.journals.some(({ account }) => String(account).includes('penalt'))).toBe(true);
    expect(await clocked.violations()).toEqual([]);
  });
});
