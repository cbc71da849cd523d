import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../faults/call.ts';
import { startOwnRedis } from '../../support/redis.ts';
import type { Fault, Faults } from './fault.ts';
import type { System } from './system.ts';
import { moneyFaults } from './money-faults.ts';
import { archiveFault, workFaults } from './work-faults.ts';

/** All faults, in groups that are caused one after the other. */
export function faultsOf(system: System): readonly Faults[] {
  const alone = [...requestFaults(system), archiveFault(system)];
  return [...alone.map((fault) => [fault]), workFaults(system), moneyFaults(system)];
}

const many = (work: () => Promise<unknown>, times: number) =>
  Promise.all(Array.from({ length: times }, () => work().catch(() => null)));

/** What requests meet. */
function requestFaults({ rest, graph, token, account, process, start, sql }: System): readonly Fault[] {
  const read = () => call(rest, `/api/v1/savings_accounts/${account}`, { token });
  const send = (query: string) => call(graph, '', { token, body: { query } });
  const ask = () => send('{ members(first: 1) { nodes { id } } }');
  return [
    {
      alerts: ['UmojaRestErrors', 'UmojaRestErrorsSlowBurn', 'UmojaDatabaseDown'],
      what: 'the database takes no connections',
      cause: async () => {
        await sql('alter database umoja connection limit 0');
        await sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'umoja\\_app%'`);
      },
      meanwhile: () => many(read, 3),
      mend: () => sql('alter database umoja connection limit -1'),
    },
    {
      alerts: ['UmojaRestSlow', 'UmojaConnectionsWaiting'],
      what: 'a table is locked for four seconds at a time',
      cause: async () => undefined,
      meanwhile: async () => {
        const locked = sql('begin; lock table savings_account in access exclusive mode; select pg_sleep(4); commit');
        await Promise.all([locked, many(() => sleep(300).then(read), 8)]);
      },
      mend: async () => undefined,
    },
    {
      alerts: ['UmojaEventLoopSlow'],
      what: 'the process of REST gets a processor for a sixth of the time',
      cause: async () => undefined,
      meanwhile: async () => {
        const { child } = process('rest');
        child.kill('SIGSTOP');
        await sleep(750);
        child.kill('SIGCONT');
        await sleep(150);
      },
      mend: async () => undefined,
    },
    {
      alerts: ['UmojaGraphErrors', 'UmojaGraphErrorsSlowBurn'],
      what: 'a table has another name than the one by which it is read: errors in a 200, and no fetch fails',
      cause: () => sql('alter table branch rename to branch_under_another_name'),
      // Paced: refusals of a client that has spent its quota are no faults.
      meanwhile: () => many(() => sleep(300).then(() => send('{ branches { code } }')), 2),
      mend: () => sql('alter table branch_under_another_name rename to branch'),
    },
    {
      alerts: ['UmojaGraphSlow'],
      what: 'the lending subgraph stands still for a second and a half at a time, less than a query waits for it',
      cause: async () => undefined,
      meanwhile: async () => {
        const { child } = process('lending');
        child.kill('SIGSTOP');
        const asked = many(ask, 2);
        await sleep(1_500);
        child.kill('SIGCONT');
        await asked;
      },
      mend: async () => undefined,
    },
    {
      alerts: ['UmojaProcessDown', 'UmojaSubgraphFailing'],
      what: 'the process of the lending subgraph is killed',
      cause: () => process('lending').end('SIGKILL'),
      meanwhile: () => many(ask, 2),
      mend: () => start('lending'),
    },
    {
      alerts: ['UmojaQuotasApart'],
      what: 'the Redis in which REST shares quotas is gone',
      cause: async () => {
        const redis = await startOwnRedis();
        await process('rest').end('SIGTERM');
        await start('rest', { REDIS_URL: redis.url });
        await read();
        await redis.stop();
      },
      meanwhile: () => many(() => sleep(300).then(read), 3),
      mend: async () => {
        await process('rest').end('SIGTERM');
        await start('rest');
      },
    },
  ];
}
