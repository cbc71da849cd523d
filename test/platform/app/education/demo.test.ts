import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emittedTypes } from '#platform/app/event-catalogue.ts';
import { compose, type App } from '#platform/app/compose.ts';
import { internalsOf } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { ensureDemo } from '#platform/demo/demo.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { openLog } from '#platform/runtime/log.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openDatabase, type Database } from '#platform/postgres/database.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { where } from '#test/support/criteria.ts';
import { createDatabase, type TestDatabase } from '#test/support/database.ts';
import { notifiedRail } from '#test/support/notified-rail.ts';

/** The 1st, a day in the middle and the last of a month, the turn of a year, a leap day. */
const DAYS = ['2026-03-01', '2026-08-17', '2026-12-31', '2027-01-01', '2028-02-29'];

describe.each(DAYS)('The schools of a demo that is planted on %s', (day) => {
  let own: TestDatabase;
  let database: Database;
  let app: App;
  let dataDir: string;
  const caller = { tenantId: 1, pii: true };

  beforeAll(async () => {
    own = await createDatabase();
    database = await openDatabase(own.settings);
    dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-demo-'));
    const keys = deriveKeys('a secret of at least 32 characters, for tests');
    const internals = internalsOf({
      database,
      tenants: tenantsOf(database, () => performance.now()),
      clock: () => Temporal.Instant.from(`${day}T07:00:00Z`),
      payoutRailOf: () =>
        notifiedRail({ send: () => Promise.reject(new Error('none')), query: async () => ({ kind: 'pending' }) }),
      random: Math.random,
      log: openLog('silent'),
      signingSecrets: signingSecrets(keys),
    });
    app = compose(internals);
    const urls = { restUrl: 'http://rest.test', graphqlUrl: 'http://graphql.test', receiverUrl: null };
    await ensureDemo({
      app,
      internals,
      database,
      keys,
      adminUrl: own.settings.adminUrl,
      dataDir,
      ...urls,
      say: () => undefined,
    });
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
    await rm(dataDir, { recursive: true });
  });

  it('run now: today lies in a semester', async () => {
    const terms = await app.read(caller, (views) => views.terms.list(where(), { limit: 10, offset: 0 }));
    const today = Temporal.PlainDate.from(day);
    const running = terms.rows.filter(
      ({ startDate, endDate }) =>
        Temporal.PlainDate.compare(startDate, today) <= 0 && Temporal.PlainDate.compare(today, endDate) <= 0,
    );
    expect(running.map(({ name }) => name)).toEqual(['Semester 2']);
  });

  it('have invoices that are paid, partly paid, overdue and in draft', async () => {
    const { rows } = await app.read(caller, (views) => views.invoices.list(where(), { limit: 100, offset: 0 }));
    const seen = new Set(rows.map(({ state, overdue }) => (overdue ? `${state}, overdue` : state)));
    for (const kind of ['paid', 'partially_paid', 'issued', 'issued, overdue', 'partially_paid, overdue', 'draft']) {
      expect(seen).toContain(kind);
    }
  });

  it('have published and withheld marks, minors and an applicant', async () => {
    const results = await app.read(caller, (views) => views.results.list(where(), { limit: 100, offset: 0 }));
    expect(new Set(results.rows.map(({ state }) => state))).toEqual(new Set(['published', 'withheld']));
    const students = await app.read({ ...caller, pii: false }, (views) =>
      views.students.list(where(), { limit: 100, offset: 0 }),
    );
    expect(students.rows.filter(({ masked }) => masked.length > 0)).toHaveLength(2);
    expect(students.rows.map(({ state }) => state)).toContain('applicant');
    expect(students.rows.some(({ creditBalance }) => creditBalance > 0n)).toBe(true);
  });

  it('let the first member see marks of one student and balances of another', async () => {
    const { rows } = await app.read(caller, (views) => views.sponsorships.list(where(), { limit: 100, offset: 0 }));
    const members = new Set(rows.map(({ member }) => member.id));
    expect(members.size).toBe(1);
    expect(rows.map(({ seesMarks, seesBalances }) => [seesMarks, seesBalances])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it('show a loan that a member took for the fees of a student whom she sponsors', async () => {
    const loans = await app.read(caller, (views) => views.loans.oldest(10));
    expect(loans).toHaveLength(1);
    const [loan] = loans;
    expect(loan).toMatchObject({ state: 'active', disbursedPrincipal: 960_000n, schoolFee: { surplus: 'to_lender' } });
    const waiting = await database.read(1, (tx) =>
      tx.sql(`select handler from reaction where handler = 'pay-school-fees'`),
    );
    expect(waiting).toHaveLength(1);
    const { violations } = await database.read(1, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
  });

  it('emitted nothing that is not in the catalogue', async () => {
    const emitted = await database.read(1, (tx) => tx.sql<{ type: string }>('select distinct type from event'));
    expect(emitted.length).toBeGreaterThan(20);
    expect(emitted.map(({ type }) => type).filter((type) => !emittedTypes.includes(type))).toEqual([]);
  });
});
