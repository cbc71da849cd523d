import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWN_VERSION, startOtherPostgres, startReplicaOf } from '../../support/other-postgres.ts';
import { withClient } from '../../support/test-server.ts';
import { proofOf } from '../deposits/proof.ts';
import {
  booksOf,
  busy,
  confirmedAgain,
  makeDatabase,
  prepareDrill,
  secondsBetween,
  started,
  statementsOn,
  type Drill,
} from './drill.ts';

/**
 * The primary is killed under load, its streaming replica is promoted, and the address of the database leads there: what a name
 * or a proxy does that follows the primary. The replica was synchronous, so nothing that was confirmed may be missing.
 */
export const failOver: Drill = async ({ clients, seconds }) => {
  const primary = await startOtherPostgres(OWN_VERSION, () => undefined);
  const prepared = await prepareDrill({});
  const owner = new URL(await makeDatabase(primary.url, prepared));
  const replica = await startReplicaOf(primary);
  for (const text of [`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()'])
    await withClient(primary.url, (client) => client.query(text));
  const address = await relayTo(new URL(primary.url));
  owner.port = String(address.port);
  const env = { ...prepared.env, DATABASE_URL: owner.href };
  const umoja = await started(env);
  let server = primary.url;
  const sql = statementsOn(() => server.replace(/\/postgres$/, '/umoja'));
  const { office, deposits } = await busy(prepared, sql, clients);
  await sleep(seconds * 1_000);

  const disaster = Date.now();
  await primary.kill();
  server = replica.url;
  await withClient(replica.url, async (client) => {
    // It has no replica of its own yet: to wait for one would be for ever.
    await client.query(`alter system set synchronous_standby_names = ''`);
    await client.query('select pg_promote(true)');
    await client.query('select pg_reload_conf()');
  });
  address.leadTo(new URL(replica.url));
  const again = await confirmedAgain(deposits, Date.now());
  await sleep(seconds * 1_000);
  await deposits.end();

  const { booked, lost } = await booksOf(sql, office, deposits.confirmed);
  const proof = await proofOf({ office, sql, at: prepared.at, env }, booked);
  await umoja.end('SIGTERM');
  office.receiver.close();
  address.close();
  await replica.stop();
  await primary.stop();
  await prepared.remove();
  return {
    rpo: lost.length === 0 ? 0 : secondsBetween(Math.min(...lost.map(({ at }) => at)), disaster),
    rto: secondsBetween(disaster, again),
    lost: `${lost.length} of ${deposits.confirmed.length} confirmed deposits`,
    checks: [
      [`nothing is lost of what was confirmed: ${lost.length}`, lost.length === 0],
      [
        `replies that no client repeats: ${deposits.failures.slice(0, 3).join('; ') || 'none'}`,
        deposits.failures.length === 0,
      ],
      ...proof,
    ],
  };
};

/** One address that leads to one server, and then to another; connections to the one before end. */
async function relayTo(first: URL) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    // It listens at a port.
    port: (server.address() as AddressInfo).port,
    leadTo: (next: URL) => {
      target = next;
      endAll();
    },
    close: () => {
      server.close();
      endAll();
    },
  };
}
