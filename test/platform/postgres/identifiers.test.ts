import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import pg from 'pg';
import { documentKey, identifierKey } from '#core/kernel/text.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.settings.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const keysOf = async (texts: readonly string[]) => {
  const { rows } = await owner.query<{ identifier: string; document: string }>(
    `select identifier_key(t) as identifier, document_key(t) as document
       from unnest($1::text[]) with ordinality as x (t, place) order by place`,
    [texts],
  );
  return rows;
};

describe('The canonical form of an identifier', () => {
  it('is the same in the database and in the core', async () => {
    const latin = fc.string({
      unit: fc.constantFrom(...' \t\n\u00A0\u2003\u200B\u202E\u00ADaAéÉkK09-_./ＡＢ１ﬁⅣ\u2011\u3164'),
      maxLength: 12,
    });
    const samples = fc.sample(latin, 500);
    expect(await keysOf(samples)).toEqual(
      samples.map((text) => ({ identifier: identifierKey(text), document: documentKey(text) })),
    );
  });
});
