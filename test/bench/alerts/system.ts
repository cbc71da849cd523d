import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { ROLES, type Role } from '#platform/roles/roles.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { runFile, startUmoja, type UmojaProcess } from '../../support/umoja-process.ts';
import { openDepositOffice } from '../deposits/office.ts';
import { commanded, prepareDrill, statementsOn } from '../drills/drill.ts';

export type System = Awaited<ReturnType<typeof startSystem>>;

/** Every role as a process of its own, each of which shows its metrics at a port of its own, on a PostgreSQL with a small society. */
export async function startSystem(more: Record<string, string> = {}) {
  const prepared = await prepareDrill(more);
  const postgres = await startEmbeddedPostgres({ dataDir: join(prepared.folder, 'postgres'), log: () => undefined });
  const subgraphs = subgraphRows().map(({ name }) => name);
  const serving = new Map(await Promise.all(subgraphs.map(async (name) => [name, await freePort()] as const)));
  const shown = new Map(
    await Promise.all(
      ROLES.map(
        async (role) => [role, role === 'rest' ? Number(new URL(prepared.at).port) : await freePort()] as const,
      ),
    ),
  );
  const graphPort = await freePort();
  const archive = join(prepared.folder, 'archive');
  const env = {
    ...prepared.env,
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: '3',
    UMOJA_ARCHIVE_DIR: archive,
    GRAPHQL_PORT: String(graphPort),
    ...Object.fromEntries(
      subgraphs.flatMap((name) => [
        [`${name.toUpperCase()}_PORT`, String(serving.get(name))],
        [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${serving.get(name)}/graphql`],
      ]),
    ),
  };
  await commanded(env, 'migrate');
  const processes = new Map<Role, UmojaProcess>();
  const start = async (role: Role, other: Record<string, string> = {}) => {
    const own = role === 'rest' ? {} : { METRICS_PORT: String(shown.get(role)), UMOJA_DEMO: 'no' };
    const umoja = startUmoja({ ...env, ...own, ...other }, [role]);
    process.once('exit', () => umoja.child.kill('SIGKILL'));
    await umoja.up;
    processes.set(role, umoja);
  };
  await start('rest');
  await Promise.all(ROLES.filter((role) => role !== 'rest').map((role) => start(role)));
  const sql = statementsOn(() => postgres.url);
  const office = await openDepositOffice({ at: prepared.at, dataDir: prepared.dataDir, sql });
  return {
    ...office,
    sql,
    start,
    folder: prepared.folder,
    archive,
    rest: prepared.at,
    graph: `http://127.0.0.1:${graphPort}/graphql`,
    /** Where a role shows its metrics. */
    shownAt: (role: Role): number => shown.get(role) ?? 0,
    process: (role: Role): UmojaProcess => {
      const running = processes.get(role);
      if (running === undefined) throw new Error(`No process has the role ${role}.`);
      return running;
    },
    command: (...words: string[]) => runFile('platform/cli/umoja.ts', words, env),
    stop: async () => {
      await Promise.all([...processes.values()].map(({ end }) => end('SIGKILL')));
      office.receiver.close();
      await postgres.stop();
      await prepared.remove();
    },
  };
}
