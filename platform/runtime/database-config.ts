import { setting } from './setting.ts';
import { numberFrom, redisUrl, url } from './setting-kinds.ts';

/** The settings of the database, and of the queues. */
export const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    'PostgreSQL to use (15 to 18); its user owns the database and may create roles (CREATEROLE), or is the running role of MIGRATION_DATABASE_URL; see UMOJA_SECRET',
    'a PostgreSQL of our own, in the data folder',
    url(['postgres:', 'postgresql:']),
  ),
  migrationDatabaseUrl: setting(
    'MIGRATION_DATABASE_URL',
    'the same database past any pooler, as its owner: for `umoja migrate` and commands that need the owner. DATABASE_URL names the running role then',
    'DATABASE_URL',
    url(['postgres:', 'postgresql:']),
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    'PostgreSQL itself where DATABASE_URL is a pooler: sessions that listen, and the queues; its user is not used',
    'DATABASE_URL',
    url(['postgres:', 'postgresql:']),
  ),
  readDatabaseUrl: setting(
    'READ_DATABASE_URL',
    'one streaming replica of DATABASE_URL, which serves lists, views and reports that it has come far enough for; its user is not used',
    'none: the primary serves them',
    url(['postgres:', 'postgresql:']),
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    'connections of a process for its statements, 2 to 100; it opens about 3 more, and 13 for queues in PostgreSQL',
    '10',
    numberFrom(2, 100, 10),
  ),
  databaseStatements: setting(
    'DATABASE_STATEMENTS',
    'named: each connection parses and plans a statement once; unnamed: behind a pooler that gives each transaction another connection (PgBouncer in transaction mode); needs DATABASE_DIRECT_URL',
    'named',
    (text) => {
      if (text !== undefined && text !== 'named' && text !== 'unnamed') throw new Error('give named or unnamed.');
      return text ?? 'named';
    },
  ),
  queuePoolSize: setting(
    'QUEUE_POOL_SIZE',
    'connections of a process for statements of queues in PostgreSQL, 2 to 100; each queue that it works on holds one more',
    '6',
    numberFrom(2, 100, 6),
  ),
  redisUrl: setting(
    'REDIS_URL',
    'Redis for the queues and for limits that processes share; redis+sentinel://host,host2,host3/name for the present primary of one that Sentinels watch',
    'queues in PostgreSQL, limits in process',
    redisUrl,
  ),
};
