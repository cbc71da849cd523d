import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '#test/support/eventually.ts';
import { bareEnvironment, startUmoja, type UmojaProcess } from '#test/support/umoja-process.ts';

/** In the pass with Redis, Redis alone is not killed. */
const queues: Record<string, string> =
  process.env['UMOJA_TEST_QUEUE'] === 'redis' ? { REDIS_URL: process.env['REDIS_URL'] ?? '' } : {};
const LOANS = 26;
const AMOUNT = 100_000;
/** Payments that hung are checked when their provider may have settled them: that is minutes. */
const PATIENCE_MS = 240_000;
/** How the provider treats each, by the last digits of the number: paid, late, silent, hanging, in doubt, declined. */
const SUFFIXES = ['000', '005', '006', '007', '009', '010', '011', '013', '014', '016', '018', '019'];
/** Those that are declined; everybody else is paid in the end. */
const DECLINED = ['018', '019'];

/** Sent, not known, rejected by the provider; and what requests patience: still running, too many, dying, starting. */
const ANSWERS = [201, 202, 502];
const NO_ANSWERS = [409, 429, 500, 503];

type Json = { [member: string]: never } & { id: number; state: string; data: Json[]; code: string };

/**
 * The whole system, its database included, is killed in the middle of paying, twice, and started again: what a person
 * with `kill -9` or a power cut does. Clients repeat what they got no answer to, with the same key.
 */
describe('Two dozen disbursements during which everything is killed, twice', () => {
  let dataDir: string;
  let umoja: UmojaProcess;
  let token = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-killed-'));
  });
  afterAll(async () => {
    if (umoja.child.exitCode === null && umoja.child.signalCode === null) await umoja.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async () => {
    umoja = startUmoja(bareEnvironment({ UMOJA_DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...queues }));
    await umoja.up;
  };
  const facts = async () =>
    JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as { [name: string]: string };
  const killEverything = async () => {
    const [server] = await sql(`select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`);
    process.kill(Number(server?.['pid']), 'SIGKILL');
    await umoja.end('SIGKILL');
  };

  const call = async (method: string, address: string, body?: object, key?: string) => {
    const { rest_url: rest } = await facts();
    const response = await fetch(`${rest}/api/v1${address}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const logIn = async () => {
    const { rest_url: rest, client_id, client_secret } = await facts();
    const response = await fetch(`${rest}/api/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
    });
    token = ((await response.json()) as { access_token: string }).access_token;
  };

  /** One statement as the owner of the database, past every tenant's wall. */
  const sql = async (text: string) => {
    const { password, port } = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8')) as {
      password: string;
      port: number;
    };
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'umoja' });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };

  /** Asks for a disbursement until there is a response, whatever happens to the server meanwhile. */
  const insist = async (loanId: number, n: number) => {
    const suffix = SUFFIXES[n % SUFFIXES.length] ?? '000';
    const body = { amount: AMOUNT, channel: 'mpesa_b2c', msisdn: `+254712${String(n).padStart(3, '0')}${suffix}` };
    return eventually(async () => {
      try {
        const reply = await call('POST', `/loans/${loanId}/disbursements`, body, `pay-${loanId}`);
        // The provider's own refusal is a response too; asked again, it would be another disbursement.
        if (ANSWERS.includes(reply.status) && (reply.status < 500 || reply.body.code === 'provider_rejected'))
          return reply;
        expect(NO_ANSWERS).toContain(reply.status);
      } catch (error) {
        // Nobody is there: the server is dead, or just dying.
        if ((error as Error).name !== 'TypeError') throw error;
      }
      await sleep(1_000);
      return null;
    }, PATIENCE_MS);
  };

  it(
    'pays each loan once or not at all, and float and books agree',
    async () => {
      await start();
      await logIn();
      const products = await call('GET', '/loan_products');
      const members = await call('GET', '/members?filter[state]=active');
      const loans: number[] = [];
      for (let n = 0; n < LOANS; n++) {
        const applied = await call('POST', '/loans', {
          member_id: members.body.data[n % members.body.data.length]?.id,
          product_id: products.body.data[0]?.id,
          principal: AMOUNT,
          term_months: 6,
        });
        expect(applied.status).toBe(201);
        expect((await call('PATCH', `/loans/${applied.body.id}`, { action: 'approve' })).status).toBe(200);
        loans.push(applied.body.id);
      }
      const [before] = await sql('select sum(float)::text as float from agent');

      const responses = Promise.all(loans.map(insist));
      await eventually(
        async () => Number((await sql('select count(*) as n from disbursement'))[0]?.['n']) >= LOANS / 5,
      );
      await killEverything();
      await start();
      // Long enough for requests and the first notifications to be under way again.
      await sleep(1_500);
      await killEverything();
      await start();
      await responses;

      // What is checked in a minute is checked now.
      await eventually(async () => {
        await sql(
          `update disbursement set next_check_at = now() where next_check_at > now() and created_at < now() - interval '20 s'`,
        );
        const [open] = await sql(
          `select count(*)::int as n from disbursement where state not in ('confirmed', 'failed')`,
        );
        await sleep(1_000);
        return open?.['n'] === 0;
      }, PATIENCE_MS);

      const paid = await sql(
        `select loan_id::int as loan, count(*)::int as n from disbursement where state = 'confirmed' and channel <> 'internal' group by 1 order by 1`,
      );
      const due = loans.filter((_, n) => !DECLINED.includes(SUFFIXES[n % SUFFIXES.length] ?? ''));
      expect(paid).toEqual(due.map((loan) => ({ loan, n: 1 })));
      // The provider, for its part, has paid nothing of which we don't know.
      expect(
        await sql(
          `select p.originator_id from sandbox_payment p left join disbursement d on d.originator_id = p.originator_id
          where p.accepted_at is not null and d.id is null`,
        ),
      ).toEqual([]);
      expect(
        await sql(`select state, count(*)::int as n from loan where invoice_id is null group by state order by state`),
      ).toEqual([
        { state: 'active', n: due.length },
        { state: 'ready_to_disburse', n: LOANS - due.length },
      ]);
      expect(
        await sql(`select count(*)::int as n from event where type = 'loan.disbursed' and not data ? 'invoice_id'`),
      ).toEqual([{ n: due.length }]);

      // What the provider has paid is what left the float, no more and no less.
      const [gone] = await sql(
        `select sum(p.amount)::text as amount from sandbox_payment p join disbursement d on d.originator_id = p.originator_id
        where d.state = 'confirmed'`,
      );
      const [after] = await sql('select sum(float)::text as float, sum(held)::text as held from agent');
      const left = BigInt(String(before?.['float'])) - BigInt(String(gone?.['amount']));
      expect(after).toEqual({ float: String(left), held: '0' });
      // The demo’s own loan, for a student’s fees, was paid in the lender’s books.
      const [demo] = await sql('select sum(disbursed_principal)::int as lent from loan where invoice_id is not null');
      const books = await sql(
        `select account, sum(case side when 'debit' then amount else -amount end)::text as balance
         from journal_line where account in ('mpesa_float', 'disbursements_in_transit', 'loan_portfolio')
        group by account order by account`,
      );
      expect(books).toEqual([
        { account: 'disbursements_in_transit', balance: '0' },
        { account: 'loan_portfolio', balance: String(due.length * AMOUNT + Number(demo?.['lent'])) },
        { account: 'mpesa_float', balance: after?.['float'] },
      ]);
      expect(await umoja.end('SIGTERM')).toBe(0);
    },
    3 * PATIENCE_MS,
  );
});
