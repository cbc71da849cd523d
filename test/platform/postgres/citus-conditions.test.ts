import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { citusProblems, LOCAL, REFERENCE } from '../../support/citus-conditions.ts';
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

describe('The schema can be distributed by tenant', () => {
  it('with every table but those that each node has whole', async () => {
    expect(await citusProblems(owner)).toEqual([]);
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    );
    const names = rows.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(70);
    expect(names).toEqual(expect.arrayContaining([...REFERENCE, ...LOCAL]));
  });

  it('after a setting for its triggers, which docs/operations.md lists by name', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select distinct t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const guide = await readFile(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const section = /^### Citus$([^]*?)^##/m.exec(guide)?.[1] ?? '';
    expect(rows.map(({ name }) => name).filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each([
    ['made (id bigint primary key)', 'tenant_id is no bigint column'],
    ['made (tenant_id bigint, id bigint, unique (tenant_id, id))', 'tenant_id is no bigint column'],
    ['made (tenant_id int not null, id bigint, primary key (tenant_id, id))', 'tenant_id is no bigint column'],
    ['made (tenant_id bigint not null, id bigint)', 'it has no primary key'],
    ['made (tenant_id bigint not null, id bigint primary key)', 'index made_pkey is not led by tenant_id'],
    ['made (like template.record including all, code text unique)', 'index made_code_key is not led by tenant_id'],
    ['made (like template.record including all, code text, exclude using btree (tenant_id with =, code with =))', null],
    [
      'made (like template.record including all, code text, exclude using btree (code with =))',
      'does not compare tenant_id by =',
    ],
    [
      'made (like template.record including all, loan_id bigint, foreign key (tenant_id, loan_id) references loan (tenant_id, id))',
      null,
    ],
    [
      'made (like template.record including all, route text references client_route (client_key))',
      'refers to client_route, which is not the tenant',
    ],
    ['made (tenant_id bigint not null, id int generated always as identity, primary key (tenant_id, id))', 'no bigint'],
    [
      `made (like template.record including all, loan_id bigint,
         foreign key (tenant_id, loan_id) references loan (tenant_id, id) on delete set null)`,
      'sets the tenant to null',
    ],
  ])('names %s', async (table, problem) => {
    await owner.query('begin');
    await owner.query(`create table ${table}`);
    const problems = await citusProblems(owner);
    await owner.query('rollback');
    expect(problems.every((each) => each.startsWith('made: '))).toBe(true);
    if (problem === null) expect(problems).toEqual([]);
    else expect(problems).toContainEqual(expect.stringContaining(problem));
  });

  it.each([
    [
      'alter table loan add unique (id); create table made (like template.record including all, loan_id bigint references loan (id))',
      'made: the foreign key made_loan_id_fkey does not name the tenant on both sides',
    ],
    [
      'alter table client_route add foreign key (tenant_id, client_key) references api_client (tenant_id, client_key)',
      'client_route: the foreign key client_route_tenant_id_client_key_fkey refers to the distributed table api_client',
    ],
    ['create unique index made on loan (loan_no)', 'loan: the unique index made is not led by tenant_id'],
  ])('names what %s does', async (statements, problem) => {
    await owner.query('begin');
    await owner.query(statements);
    const problems = await citusProblems(owner);
    await owner.query('rollback');
    expect(problems).toContain(problem);
  });
});
