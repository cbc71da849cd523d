import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../faults/call.ts';
import type { UmojaProcess } from '../../support/umoja-process.ts';

type Sql = <R extends object>(text: string) => Promise<R[]>;
type System = {
  readonly token: string;
  readonly account: number;
  readonly receiver: { readonly close: () => unknown };
  readonly rest: string;
  readonly graph: string;
  readonly processes: Readonly<Record<'front' | 'lending' | 'workers', UmojaProcess>>;
  readonly sql: Sql;
  readonly command: (...words: string[]) => Promise<{ code: number | null; output: string }>;
};
/** What is done to the system, with a look at it whenever there is something to be seen; and how it is made well again. */
type Fault = {
  readonly alerts: readonly string[];
  readonly cause: (look: () => Promise<void>) => Promise<void>;
  readonly mend?: () => Promise<unknown>;
};

const TIMES = 4;
const many = (work: () => Promise<unknown>, times = 6) =>
  Promise.all(Array.from({ length: times }, () => work().catch(() => null)));

/** The faults, those that leave something broken at the end. */
export function faultsOf(system: System): readonly Fault[] {
  return [...ofRequests(system), ...ofWork(system), ...ofBooks(system), ofProcess(system)];
}

function ofRequests({ rest, graph, token, account, processes, sql }: System): readonly Fault[] {
  const read = () => call(rest, `/api/v1/savings_accounts/${account}`, { token });
  const ask = () => call(graph, '', { token, body: { query: '{ members(first: 1) { nodes { id } } }' } });
  const locked = (seconds: number) =>
    sql(`begin; lock table savings_account in access exclusive mode; select pg_sleep(${seconds}); commit`);
  const freeze = (name: 'lending' | 'front', signal: 'SIGSTOP' | 'SIGCONT') => processes[name].child.kill(signal);
  return [
    {
      alerts: ['UmojaRestErrors', 'UmojaRestErrorsSlowBurn'],
      cause: async (look) => {
        await sql('alter database umoja connection limit 0');
        await sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'umoja_app'`);
        for (let n = 0; n < TIMES; n++) {
          await many(read, 3);
          await look();
        }
      },
      mend: () => sql('alter database umoja connection limit -1'),
    },
    {
      alerts: ['UmojaDatabaseDown'],
      cause: async (look) => {
        await sql('alter database umoja connection limit 0');
        await sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'umoja\\_app%'`);
        // What was read before is shown for five seconds.
        await sleep(6_000);
        await look();
        await look();
      },
      mend: () => sql('alter database umoja connection limit -1'),
    },
    {
      alerts: ['UmojaRestSlow', 'UmojaConnectionsWaiting'],
      cause: async (look) => {
        for (let n = 0; n < TIMES; n++) {
          const lock = locked(4);
          await sleep(300);
          const reading = many(read, 8);
          await sleep(1_000);
          await look();
          await Promise.all([lock, reading]);
        }
      },
    },
    {
      alerts: ['UmojaEventLoopSlow'],
      cause: async (look) => {
        // It gets no processor for most of the time, as on a machine that others use up.
        for (let n = 0; n < 12; n++) {
          freeze('front', 'SIGSTOP');
          await sleep(900);
          freeze('front', 'SIGCONT');
          await sleep(20);
        }
        await look();
        await look();
      },
    },
    {
      alerts: ['UmojaSubgraphFailing'],
      cause: async (look) => {
        freeze('lending', 'SIGSTOP');
        for (let n = 0; n < 2; n++) {
          await many(ask, 2);
          await look();
        }
      },
      mend: async () => freeze('lending', 'SIGCONT'),
    },
  ];
}

function ofWork({ rest, token, account, processes, sql, receiver }: System): readonly Fault[] {
  const workers = (signal: 'SIGSTOP' | 'SIGCONT') => processes.workers.child.kill(signal);
  const deposit = () =>
    call(rest, `/api/v1/savings_accounts/${account}/transactions`, {
      token,
      key: randomUUID(),
      body: { type: 'deposit', amount: 100, channel: 'cash' },
    });
  const goOn = async () => void workers('SIGCONT');
  return [
    {
      alerts: ['UmojaEventsNotRelayed'],
      cause: async (look) => {
        workers('SIGSTOP');
        await deposit();
        await sleep(62_000);
        await look();
      },
      mend: goOn,
    },
    {
      alerts: ['UmojaDeliveriesLate'],
      cause: async (look) => {
        // The receiver is gone, so a delivery waits for its next attempt; then the workers are.
        receiver.close();
        await deposit();
        for (let n = 0; n < 100; n++) {
          const waiting = await sql('select from webhook_delivery where next_attempt_at is not null');
          if (waiting.length > 0) break;
          await sleep(200);
        }
        workers('SIGSTOP');
        await sql(
          `update webhook_delivery set next_attempt_at = now() - interval '6 minutes' where next_attempt_at is not null`,
        );
        await look();
      },
      mend: goOn,
    },
    {
      alerts: ['UmojaPaymentsLate'],
      cause: async (look) => {
        workers('SIGSTOP');
        await payOut({ rest, token, sql });
        await sql(
          `update disbursement set next_check_at = now() - interval '6 minutes' where next_check_at is not null`,
        );
        await look();
      },
      mend: goOn,
    },
    {
      alerts: ['UmojaCloseOfBusinessLate'],
      cause: async (look) => {
        workers('SIGSTOP');
        await sql(`update tenant set clock_offset_ms = clock_offset_ms + 2 * 86400000`);
        await look();
      },
      mend: async () => {
        await sql(`update tenant set clock_offset_ms = 0`);
        workers('SIGCONT');
      },
    },
  ];
}

/** A loan from its application to the request that pays it out. */
async function payOut({ rest, token, sql }: Pick<System, 'rest' | 'token' | 'sql'>): Promise<void> {
  const [member] = await sql<{ id: string }>(`select id from member where state = 'active' order by id limit 1`);
  const products = await call(rest, '/api/v1/loan_products', { token });
  const key = randomUUID;
  const applied = await call(rest, '/api/v1/loans', {
    token,
    key: key(),
    body: { member_id: Number(member?.id), product_id: products.body.data[0].id, principal: 100_000, term_months: 6 },
  });
  const loan = `/api/v1/loans/${applied.body.id}`;
  const seen = await fetch(`${rest}${loan}`, { headers: { authorization: `Bearer ${token}` } });
  await fetch(`${rest}${loan}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key(),
      'if-match': seen.headers.get('etag') ?? '',
    },
    body: JSON.stringify({ action: 'approve' }),
  });
  await call(rest, `${loan}/disbursements`, {
    token,
    key: key(),
    body: { amount: 100_000, channel: 'mpesa_b2c', msisdn: '+254700000000' },
  });
}

function ofBooks({ sql, command }: System): readonly Fault[] {
  return [
    {
      alerts: ['UmojaBooksUnproven'],
      cause: async (look) => {
        await sql(`alter table journal disable trigger journal_is_immutable;
          update journal set created_at = created_at - interval '40 hours' where id in (select min(id) from journal group by tenant_id);
          alter table journal enable trigger journal_is_immutable;
          delete from ledger_proof`);
        await look();
      },
      mend: () => command('ledger', 'verify'),
    },
    {
      alerts: ['UmojaBooksWrong'],
      cause: async (look) => {
        await sql('update loan set next_due_date = next_due_date + 1 where next_due_date is not null');
        await command('ledger', 'verify');
        await look();
      },
    },
  ];
}

const ofProcess = ({ processes }: System): Fault => ({
  alerts: ['UmojaProcessDown'],
  cause: async (look) => {
    await processes.lending.end('SIGKILL');
    await look();
    await look();
  },
});
