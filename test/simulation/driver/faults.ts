import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { connectSuperuser } from '#test/support/database.ts';
import { ROLES } from '../process/roles.ts';
import type { Stage } from '../stage.ts';

/** Something that happens to the system from outside, and ends again. */
export type OutsideFault = {
  readonly name: string;
  readonly begin: (outside: Outside) => Promise<void>;
  readonly end: (outside: Outside) => Promise<void>;
};

/** What may be done to a stage by who owns the machine. */
type Outside = {
  readonly statement: (text: string) => Promise<void>;
  /** Ends all connections at once, in the middle of whatever they do. */
  readonly cut: () => Promise<void>;
  readonly database: string;
} & Pick<Stage, 'redis' | 'roles' | 'holdAnswersOf'>;

const nothing = async () => undefined;
const QUEUES_EMPTIED = 'queues emptied';

/**
 * What becomes of a server of its own is played on the database of the stage alone: a server that was stopped immediately has
 * cut all connections and takes none, one that is read only refuses to write, a full one takes no more connections.
 */
const ofDatabase: readonly OutsideFault[] = [
  { name: 'connections cut', begin: ({ cut }) => cut(), end: nothing },
  {
    name: 'PostgreSQL away',
    begin: async ({ statement, cut, database }) => {
      await statement(`alter database ${database} connection limit 0`);
      await cut();
      await pause(300);
      await cut();
    },
    end: ({ statement, database }) => statement(`alter database ${database} connection limit -1`),
  },
  {
    name: 'PostgreSQL read only',
    begin: async ({ statement, cut, database }) => {
      await statement(`alter database ${database} set default_transaction_read_only = on`);
      await cut();
    },
    end: async ({ statement, cut, database }) => {
      await statement(`alter database ${database} reset default_transaction_read_only`);
      await cut();
    },
  },
  {
    name: 'connections taken',
    begin: ({ statement, database }) => statement(`alter database ${database} connection limit 3`),
    end: ({ statement, database }) => statement(`alter database ${database} connection limit -1`),
  },
  {
    name: QUEUES_EMPTIED,
    begin: ({ statement }) =>
      statement(`do $$ declare t record; begin
        for t in select schemaname, tablename from pg_tables where schemaname like 'bullmq%' and tablename like '%job%'
        loop execute format('delete from %I.%I', t.schemaname, t.tablename); end loop; end $$`),
    end: nothing,
  },
];

const ORDINARY_TABLES = `select c.oid::regclass as name from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text !~ '^(pg_|information_|coverage)'`;
/** One table after the other, so that a lock on all at once is in nothing's way. */
const ofEachTable = (text: string) => `do $$ declare t record; begin
  for t in ${ORDINARY_TABLES} loop execute format('${text}', t.name); commit; end loop; end $$`;

/** After so many statements that write, whatever they write: in the first one of a command, and in the midst of it. */
const onFullDisk = [0, 3, 11].map((statements): OutsideFault => ({
  name: 'disk full',
  begin: async ({ statement }) => {
    await statement('create sequence disk_used');
    await statement(`create function disk_is_full() returns trigger language plpgsql security definer as $$ begin
        if nextval('public.disk_used') > ${statements} then
          raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end if;
        return null; end $$`);
    const trigger = 'before insert or update or delete on %s for each statement execute function disk_is_full()';
    await statement(ofEachTable(`create trigger disk_is_full ${trigger}`));
  },
  end: async ({ statement }) => {
    await statement(ofEachTable('drop trigger if exists disk_is_full on %s'));
    await statement('drop function disk_is_full');
    await statement('drop sequence disk_used');
  },
}));

/** It does what it is asked to; what it answers arrives too late. */
const ofSubgraphs = ['lending', 'education'].map((subgraph): OutsideFault => ({
  name: `the subgraph ${subgraph} hangs`,
  begin: ({ holdAnswersOf }) => holdAnswersOf(subgraph),
  end: ({ holdAnswersOf }) => holdAnswersOf(null),
}));

const FROZEN_MS = 3_000;
const inRedis =
  (command: (redis: Redis) => Promise<unknown>) =>
  async ({ redis }: Outside): Promise<void> => {
    const client = new Redis(redis?.url ?? '', { retryStrategy: () => null });
    await command(client);
    client.disconnect();
  };

/** Where the queues are in Redis: it forgets all, answers nothing for a while, is gone and comes back empty. */
const ofRedis: readonly OutsideFault[] = [
  { name: 'Redis flushed', begin: inRedis((redis) => redis.flushall()), end: nothing },
  {
    name: 'Redis frozen',
    begin: inRedis((redis) => redis.client('PAUSE', FROZEN_MS, 'ALL')),
    end: () => pause(FROZEN_MS),
  },
  {
    name: 'Redis gone',
    begin: async ({ redis }) => redis?.stop(),
    end: async ({ redis }) => redis?.restart(),
  },
];

/** In the middle of what a client has sent. */
const KILLED_AFTER_MS = 25;

/** A process of the system is killed as by a power cut, and is there again later. */
const ofRoles: readonly OutsideFault[] = ROLES.map((role) => {
  let killed: Promise<void> = Promise.resolve();
  return {
    name: `kill -9 of ${role}`,
    begin: async ({ roles }) => {
      killed = pause(KILLED_AFTER_MS).then(() => roles?.kill(role));
    },
    end: async ({ roles }) => {
      await killed;
      await roles?.start(role);
    },
  };
});

const HOUR_MS = 3_600_000;

/** The machine of one process has lost its time server, and gets it back: the clocks are hours apart meanwhile. */
const ofClocks: readonly OutsideFault[] = ROLES.flatMap((role) =>
  [3, -3].map((hours) => ({
    name: `clock of ${role} ${Math.abs(hours)} hours ${hours > 0 ? 'ahead' : 'behind'}`,
    begin: async ({ roles }) => {
      await roles?.kill(role);
      await roles?.start(role, hours * HOUR_MS);
    },
    end: async ({ roles }) => {
      await roles?.kill(role);
      await roles?.start(role);
    },
  })),
);

/** What may happen to a stage from outside. */
export const faultsOf = ({ redis, roles }: Pick<Stage, 'redis' | 'roles'>): readonly OutsideFault[] => [
  // Of queues in Redis none is in the database.
  ...ofDatabase.filter(({ name }) => redis === null || name !== QUEUES_EMPTIED),
  ...onFullDisk,
  ...ofSubgraphs,
  ...(redis ? ofRedis : []),
  ...(roles ? [...ofRoles, ...ofClocks] : []),
];

/** Does something while a fault lasts. */
export async function during<T>(stage: Stage, fault: OutsideFault, work: () => Promise<T>): Promise<T> {
  const superuser = await connectSuperuser(stage.testApp.settings);
  superuser.on('error', () => undefined);
  const outside: Outside = {
    redis: stage.redis,
    roles: stage.roles,
    holdAnswersOf: stage.holdAnswersOf,
    database: new URL(stage.testApp.settings.adminUrl).pathname.slice(1),
    statement: async (text) => void (await superuser.query(text)),
    cut: async () =>
      void (await superuser.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )),
  };
  try {
    await fault.begin(outside);
    return await work();
  } finally {
    await fault.end(outside);
    await superuser.end();
  }
}
