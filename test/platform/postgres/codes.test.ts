import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
});
afterAll(() => ports.close());

describe('A code', () => {
  it.each(['branch', 'loan_product', 'savings_product', 'grading_scale', 'programme', 'unit'])(
    'of a %s is unique in any spelling: it has a key column',
    async (table) => {
      const [constraint] = await ports.admin<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1`,
        [`${table}_code_unique`],
      );
      expect(constraint?.definition).toMatch(/^UNIQUE .*code_key\)$/);
    },
  );

  it('of a branch in lower case, or with a blank in it, is that of before', async () => {
    const open = (code: string) =>
      ports.database.write(institution.id, (tx) =>
        tx.sql('insert into branch (uuid, code, name) values ($1, $2, $2)', [randomUUID(), code]),
      );
    await open('KSM1');
    for (const code of ['ksm1', ' KSM 1', 'ＫＳＭ1']) {
      await expect(open(code)).rejects.toMatchObject({ code: '23505', constraint: 'branch_code_unique' });
    }
  });
});
