import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Agent } from '#core/lending/agent/agent.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { openDatabase, type Database, type TenantTransaction } from '#platform/postgres/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let testApp: TestApp;
/** Over one connection: what does not give it back keeps the next one waiting. */
let database: Database;
beforeAll(async () => {
  testApp = await openTestApp();
  database = await openDatabase({ ...testApp.settings, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await testApp.close();
});

const write = <T>(work: (tx: TenantTransaction) => Promise<T>) => database.write(testApp.tenantId, work);
const open = (code: string) => [randomUUID(), code] as const;
const OPEN = 'insert into branch (uuid, code, name) values ($1, $2, $2)';
const isOpen = async (code: string) =>
  (await write(({ sql }) => sql('select from branch where code = $1', [code]))).length > 0;

describe('A transaction', () => {
  it('writes what nobody waited for', async () => {
    await write(async ({ later }) => later(OPEN, open('B-1')));
    expect(await isOpen('B-1')).toBe(true);
  });

  it('fails with the first statement that failed, though nobody waited for it', async () => {
    const failing = write(async ({ later, sql }) => {
      later('select 1 / 0');
      await sql('select 1');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('fails whole where the last of all fails, and nothing of it is written', async () => {
    const failing = write(async ({ later }) => {
      later(OPEN, open('B-2'));
      later('select 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await isOpen('B-2')).toBe(false);
  });

  it('tells a failure in the words that it is given', async () => {
    const failing = write(async ({ later }) =>
      later('select 1 / 0', [], () => new Error('Nobody divides by nothing.')),
    );
    await expect(failing).rejects.toThrow('Nobody divides by nothing.');
  });

  it('does not pass for committed where a failure was swallowed', async () => {
    const failing = write(async ({ later, sql }) => {
      later(OPEN, open('B-3'));
      await sql('select 1 / 0').catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('nobody heard of it');
    expect(await isOpen('B-3')).toBe(false);
  });

  it('undoes what is under way where the work itself breaks', async () => {
    const failing = write(async ({ later }) => {
      later(OPEN, open('B-4'));
      throw new Error('Broken.');
    });
    await expect(failing).rejects.toThrow('Broken.');
    expect(await isOpen('B-4')).toBe(false);
  });

  it('leaves no tenant behind on its connection', async () => {
    await write(({ sql }) => sql('select 1'));
    expect(await database.ask(`select coalesce(current_setting('app.tenant', true), '') as tenant`)).toEqual([
      { tenant: '' },
    ]);
  });

  it('that only reads refuses to write', async () => {
    const writing = database.read(testApp.tenantId, ({ sql }) => sql(OPEN, open('B-5')));
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });
});

describe('Records', () => {
  const agent = (tx: TenantTransaction) => tx.of(Agent).get(testApp.agent.id);

  it('are one object for each row, however they are found', async () => {
    await write(async (tx) => {
      const found = await agent(tx);
      expect(await tx.of(Agent).lockFirst('agent_no = $1', [testApp.agent.agentNo])).toBe(found);
      expect(await tx.of(Agent).find('branch_id = $1 order by id', [testApp.branchId])).toEqual([found]);
    });
  });

  it('are written where they changed, and count that', async () => {
    const before = await write(agent);
    const changed = await write(async (tx) => {
      const found = (await agent(tx)) as Agent;
      found.lowFloat = 1_000n;
      await tx.flush();
      return found;
    });
    expect(changed.version).toBe((before?.version ?? 0) + 1);
    expect(await write(agent)).toMatchObject({ lowFloat: 1_000n, version: changed.version });
  });

  it('are left alone where nothing changed, documents included', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    const loan = (tx: TenantTransaction) => tx.of(Loan).get(loanId);
    const { version } = (await write(loan)) as Loan;
    await write(async (tx) => {
      await loan(tx);
      await tx.flush();
    });
    expect((await write(loan))?.version).toBe(version);
    await write(async (tx) => {
      const found = (await loan(tx)) as Loan;
      (found.arrearsPauses as object[]).push({ from: '2026-01-01', to: '2026-01-02' });
      await tx.flush();
    });
    expect(await write(loan)).toMatchObject({
      version: version + 1,
      arrearsPauses: [{ from: '2026-01-01', to: '2026-01-02' }],
    });
  });

  it('that were read without a lock are not written over what somebody changed since', async () => {
    const failing = write(async (tx) => {
      const found = (await agent(tx)) as Agent;
      await testApp.sql('update agent set version = version + 1, name = $2 where id = $1', [found.id, 'Somebody']);
      found.name = 'Somebody else';
      await tx.flush();
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(await write(agent)).toMatchObject({ name: 'Somebody' });
  });

  it('that changed between reading and locking are not taken for what they were', async () => {
    const failing = write(async (tx) => {
      const found = (await agent(tx)) as Agent;
      await testApp.sql('update agent set version = version + 1 where id = $1', [found.id]);
      await tx.of(Agent).lock(found.id);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
  });

  it('that are locked are taken as they are now, where a write did not count', async () => {
    await write(async (tx) => {
      const found = (await agent(tx)) as Agent;
      await testApp.sql('update agent set float = float + 7 where id = $1', [found.id]);
      const { float } = found;
      await tx.of(Agent).lock(found.id);
      expect(found.float).toBe(float + 7n);
    });
  });

  it('get their id, version and times when they are written', async () => {
    const given = { uuid: randomUUID(), agentNo: 'AG-900001', name: 'Cashier', branchId: testApp.branchId };
    const appointed = Agent.appoint(given);
    await write(async (tx) => {
      tx.of(Agent).add(appointed);
      await tx.flush();
      appointed.name = 'The same';
      await tx.flush();
    });
    expect(appointed).toMatchObject({ id: expect.any(Number), version: 2 });
    expect(await write((tx) => tx.of(Agent).get(appointed.id))).toMatchObject({
      ...given,
      name: 'The same',
      version: 2,
      createdAt: appointed.createdAt,
    });
  });
});

describe('A database that is closed', () => {
  it('has ended its connections: a command that is done ends at once', async () => {
    const own = await openDatabase(testApp.settings);
    const connection = 'select pg_backend_pid() as pid';
    const [row] = await own.write(testApp.tenantId, ({ sql }) => sql<{ pid: number }>(connection));
    const alive = () => testApp.sql('select from pg_stat_activity where pid = $1', [row?.pid]);
    expect(await alive()).toHaveLength(1);
    await own.close();
    await eventually(async () => (await alive()).length === 0, 3_000);
  });
});
