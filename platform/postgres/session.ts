import pg from 'pg';

/**
 * A session of its own, beside the pools. The server may end it at any time: the next statement on it fails then. Without a
 * listener the driver ends the process instead, where no statement is under way.
 */
export async function openSession(config: {
  readonly connectionString: string;
  readonly application_name: string;
}): Promise<pg.Client> {
  const session = new pg.Client(config);
  session.on('error', () => undefined);
  await session.connect();
  return session;
}
