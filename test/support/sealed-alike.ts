import type { Database } from '#platform/postgres/database.ts';

type On = { readonly database: Pick<Database, 'read'> };

/** A payer's number as rows of a tenant have it. */
export const sealedAlike = ({ database }: On, tenantId: number, text: string): Promise<string> =>
  database.read(tenantId, async ({ sealing }) => sealing.sealAlike(text));

/** What a row of a tenant has sealed alike. */
export const openedAlike = ({ database }: On, tenantId: number, stored: string): Promise<string> =>
  database.read(tenantId, async ({ sealing }) => sealing.openAlike(stored));
