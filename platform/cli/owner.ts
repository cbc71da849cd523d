import pg from 'pg';

/** Connects as the owner of the tables: the application's role may not write tenants, nor list them. */
export async function asOwner<T>(adminUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: adminUrl, application_name: 'umoja operator' });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
