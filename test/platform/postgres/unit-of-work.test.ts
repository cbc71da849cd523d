import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { Agent } from '#core/lending/agent/agent.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { ApiClient } from '#core/partners/api-client/api-client.ts';
import type { TenantTransaction } from '#platform/postgres/database.ts';
import { NumberSeries } from '#platform/postgres/numbers/mapping.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { statementsSent } from '../../support/statements/sent.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const write = <T>(work: (tx: TenantTransaction) => Promise<T>) => testApp.database.write(testApp.tenantId, work);
/** Runs in a transaction, and writes what it changed. */
const change = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  write(async (tx) => {
    const result = await work(tx);
    await tx.flush();
    return result;
  });

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsSent(testApp.database, work);
  return statements.filter((text) => !/^(begin|commit|rollback)/.test(text));
}

let numbers = 0;
const agents = (count: number) =>
  Array.from({ length: count }, () =>
    Agent.appoint({
      uuid: randomUUID(),
      agentNo: `AG-9${String(++numbers).padStart(5, '0')}`,
      name: 'Cashier',
      branchId: testApp.branchId,
      provider: 'mpesa',
    }),
  );
const added = async (count: number) => {
  const made = agents(count);
  await change(async (tx) => tx.of(Agent).add(...made));
  return made.map(({ id }) => id);
};
const agent = (id: number) => write((tx) => required(tx.of(Agent).get(id)));

async function required<T>(found: Promise<T | null>): Promise<T> {
  const record = await found;
  if (record === null) throw new Error('It is missing.');
  return record;
}

describe('A record', () => {
  it('is one object for its row, however it is found', async () => {
    const [id = 0] = await added(1);
    await write(async (tx) => {
      const found = await required(tx.of(Agent).get(id));
      expect(await tx.of(Agent).lockFirst('agent_no = $1', [found.agentNo])).toBe(found);
      expect(await tx.of(Agent).find('id = $1 order by id', [id])).toEqual([found]);
      expect((await tx.of(Agent).lockIds([id]))[0]).toBe(found);
    });
  });

  it('is not read again once it is known, nor locked again', async () => {
    const [id = 0] = await added(1);
    const statements = await statementsOf(() =>
      write(async (tx) => {
        await tx.of(Agent).lock(id);
        await tx.of(Agent).get(id);
        await tx.of(Agent).lock(id);
        await tx.of(Agent).lockIds([id]);
      }),
    );
    expect(statements).toHaveLength(1);
  });

  it('is written where it changed, only the columns that did, and counts that', async () => {
    const [id = 0] = await added(1);
    const statements = await statementsOf(() =>
      change(async (tx) => void ((await required(tx.of(Agent).lock(id))).lowFloat = 1_000n)),
    );
    expect(statements[1]).toMatch(/^update "agent" t set "low_float" = \$2, "version" = t."version" \+ \$3 where/);
    expect(await agent(id)).toMatchObject({ lowFloat: 1_000n, version: 2 });
  });

  it('is left alone where nothing changed, documents included', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    const loan = (tx: TenantTransaction) => required(tx.of(Loan).get(loanId));
    const { version } = await write(loan);
    await change(loan);
    expect((await write(loan)).version).toBe(version);
    const pause = { from: '2026-01-01', to: '2026-01-02' };
    await change(async (tx) => void ((await loan(tx)).arrearsPauses as object[]).push(pause));
    expect(await write(loan)).toMatchObject({ version: version + 1, arrearsPauses: [pause] });
  });

  it('keeps its version where only columns change that readers are not shown', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    const loan = () => write((tx) => required(tx.of(Loan).get(loanId)));
    const { version, updatedAt } = await loan();
    await change(async (tx) => void ((await required(tx.of(Loan).lock(loanId))).interestAccrued += 7n));
    const accrued = await loan();
    expect(accrued).toMatchObject({ version, interestAccrued: 7n });
    expect(accrued.updatedAt.equals(updatedAt)).toBe(true);
  });
});

describe('A record that was read without a lock', () => {
  const meanwhile = (id: number, set: string) => testApp.sql(`update agent set ${set} where id = $1`, [id]);

  it('is not written over what changed since', async () => {
    const [id = 0] = await added(1);
    const failing = change(async (tx) => {
      const found = await required(tx.of(Agent).get(id));
      await meanwhile(id, `version = version + 1, name = 'Another'`);
      found.name = 'Ours';
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(await agent(id)).toMatchObject({ name: 'Another' });
  });

  it('is not written over a change that is no new version either', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    const failing = change(async (tx) => {
      const found = await required(tx.of(Loan).get(loanId));
      await testApp.sql('update loan set interest_accrued = interest_accrued + 7 where id = $1', [loanId]);
      found.purpose = 'Ours';
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
  });

  it('fails as a batch where one of many has changed', async () => {
    const ids = await added(5);
    const failing = change(async (tx) => {
      for (const each of await tx.of(Agent).find('id = any($1)', [ids])) each.name = 'Ours';
      await meanwhile(ids[3] ?? 0, 'version = version + 1');
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(await agent(ids[0] ?? 0)).toMatchObject({ name: 'Cashier' });
  });

  it('is refused by a lock that finds another version', async () => {
    const [id = 0] = await added(1);
    const failing = write(async (tx) => {
      await tx.of(Agent).get(id);
      await meanwhile(id, 'version = version + 1');
      await tx.of(Agent).lock(id);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
  });

  it('is refused by a lock that finds what the command changes changed, which is no new version', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    const failing = change(async (tx) => {
      const found = await required(tx.of(Loan).get(loanId));
      found.interestAccrued += 1n;
      await testApp.sql('update loan set interest_accrued = interest_accrued + 7 where id = $1', [loanId]);
      await tx.of(Loan).lock(loanId);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
  });

  it('is taken as it is by a lock, but for what the command has changed', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    const locked = await change(async (tx) => {
      const found = await required(tx.of(Loan).get(loanId));
      found.purpose = 'Ours';
      await testApp.sql('update loan set interest_accrued = 7 where id = $1', [loanId]);
      return required(tx.of(Loan).lock(loanId));
    });
    expect(locked).toMatchObject({ purpose: 'Ours', interestAccrued: 7n });
    expect(await write((tx) => tx.of(Loan).get(loanId))).toMatchObject({ purpose: 'Ours', interestAccrued: 7n });
  });

  it('is taken as it is by a lock that finds the same version', async () => {
    const [id = 0] = await added(1);
    await write(async (tx) => {
      const found = await required(tx.of(Agent).get(id));
      await meanwhile(id, 'float = float + 7');
      await tx.of(Agent).lock(id);
      expect(found.float).toBe(7n);
    });
  });
});

describe('A lock', () => {
  it('keeps others from changing the row, or lets them pass it by', async () => {
    const ids = await added(2);
    await write(async (tx) => {
      await tx.of(Agent).lock(ids[0] ?? 0);
      const free = await write((other) => other.of(Agent).lockFree('id = any($1) order by id', [ids]));
      expect(free.map(({ id }) => id)).toEqual([ids[1]]);
    });
  });

  it('that is shared keeps others from changing the row, not from sharing it', async () => {
    const [id = 0] = await added(1);
    await write(async (tx) => {
      await tx.of(Agent).share(id);
      expect(await write((other) => other.of(Agent).share(id))).toMatchObject({ id });
      expect(await write((other) => other.of(Agent).lockFree('id = $1', [id]))).toEqual([]);
    });
  });
});

describe('A new record', () => {
  it('gets its id, version and times when it is written, and what the table fills in', async () => {
    const [made] = agents(1);
    if (!made) throw new Error('None was made.');
    Reflect.deleteProperty(made, 'lowFloat');
    await change(async (tx) => {
      tx.of(Agent).add(made);
      await tx.flush();
      made.name = 'Changed';
    });
    expect(made).toMatchObject({ id: expect.any(Number), version: 2, lowFloat: null });
    expect(await agent(made.id)).toMatchObject({
      name: 'Changed',
      version: 2,
      lowFloat: null,
      createdAt: made.createdAt,
    });
  });

  it('that has its id is found before it is written, and keeps what changes before the result is there', async () => {
    const [made] = agents(1);
    if (!made) throw new Error('None was made.');
    await change(async (tx) => {
      await tx.of(Agent).addWithId(made);
      expect(await tx.of(Agent).lock(made.id)).toBe(made);
      await tx.flush();
      made.name = 'Changed';
    });
    expect(await agent(made.id)).toMatchObject({ name: 'Changed', version: 2 });
  });

  it('has the id that was drawn with its number, so that nothing waits for it to be written', async () => {
    const [made, other] = agents(2);
    if (!made || !other) throw new Error('None was made.');
    await change(async (tx) => {
      const all = tx.of(Agent);
      expect(await all.withId(Promise.resolve('AG-1'))).toBe('AG-1');
      all.add(made, other);
      expect([Number.isSafeInteger(made.id), other.id]).toEqual([true, undefined]);
      await tx.flush();
    });
    expect(other.id).toBeGreaterThan(made.id);
    expect((await agent(made.id)).version).toBe(1);
  });

  it('is listed until it is written, and is not written where it is removed before', async () => {
    const [made] = agents(1);
    if (!made) throw new Error('None was made.');
    await change(async (tx) => {
      tx.of(Agent).add(made);
      expect(tx.of(Agent).added()).toEqual([made]);
      tx.of(Agent).remove(made);
      expect(tx.of(Agent).added()).toEqual([]);
    });
    expect(await testApp.sql('select from agent where agent_no = $1', [made.agentNo])).toEqual([]);
  });

  it('comes back with its lists, documents and empty fields, alone and among others', async () => {
    const scopes = ['a"b', 'c\\d', 'e,f', '{}', 'null', ''];
    const quotas = { note: 'it’s "quoted"', list: [1, null] };
    const client = () =>
      Object.assign(new ApiClient(), {
        uuid: randomUUID(),
        clientKey: `pk_test_${randomUUID()}`,
        name: 'Partner',
        sandbox: true,
        scopes,
        quotas,
        pii: false,
        idFormat: 'integer',
        credentialEpoch: 1,
        state: 'active',
        lastUsedAt: null,
      });
    await change(async (tx) => tx.of(ApiClient).add(client()));
    await change(async (tx) => tx.of(ApiClient).add(client(), client()));
    const clients = () => write((tx) => tx.of(ApiClient).find('name = $1 order by id', ['Partner']));
    const found = await clients();
    expect(found).toHaveLength(3);
    for (const each of found) expect(each).toMatchObject({ scopes, quotas, lastUsedAt: null });
    await change(async (tx) => {
      for (const each of await tx.of(ApiClient).lockAll('name = $1', ['Partner']))
        each.scopes = each.scopes.toReversed();
    });
    for (const each of await clients()) expect(each).toMatchObject({ scopes: scopes.toReversed(), version: 2 });
  });

  it('of a class without an id is found by its name', async () => {
    const series = `T-${randomUUID()}`;
    await change(async (tx) => tx.of(NumberSeries).add(Object.assign(new NumberSeries(), { series, last: 3 })));
    await change(async (tx) => void ((await required(tx.of(NumberSeries).lock(series))).last += 1));
    expect(await write((tx) => tx.of(NumberSeries).get(series))).toMatchObject({ last: 4 });
  });
});

describe('A thousand records', () => {
  it('are written, changed and removed in one statement each', async () => {
    const made = agents(1_000);
    const adding = await statementsOf(() => change(async (tx) => tx.of(Agent).add(...made)));
    expect(adding).toHaveLength(1);
    const ids = made.map(({ id }) => id);
    expect(new Set(ids).size).toBe(1_000);
    const [row] = await testApp.sql<{ agent_no: string }>('select agent_no from agent where id = $1', [ids[321]]);
    expect(row?.agent_no).toBe(made[321]?.agentNo);

    const changing = await statementsOf(() =>
      change(async (tx) => {
        for (const [n, each] of (await tx.of(Agent).lockIds(ids)).entries()) {
          each.float += BigInt(n);
          if (n % 2 === 0) each.lowFloat = 5n;
        }
      }),
    );
    expect(changing).toHaveLength(2);
    expect(await agent(ids[7] ?? 0)).toMatchObject({ float: 7n, lowFloat: null, version: 2 });
    expect(await agent(ids[8] ?? 0)).toMatchObject({ float: 8n, lowFloat: 5n, version: 2 });

    const removing = await statementsOf(() =>
      write(async (tx) => {
        for (const each of await tx.of(Agent).lockIds(ids)) tx.of(Agent).remove(each);
        await tx.flush();
      }),
    );
    expect(removing).toHaveLength(2);
    expect(await testApp.sql('select from agent where id = any($1)', [ids])).toEqual([]);
  });
});

describe('What is forgotten', () => {
  it('is not written', async () => {
    const [id = 0] = await added(1);
    const [made] = agents(1);
    await change(async (tx) => {
      (await required(tx.of(Agent).lock(id))).name = 'Changed';
      if (made) tx.of(Agent).add(made);
      tx.forget();
    });
    expect(await agent(id)).toMatchObject({ name: 'Cashier', version: 1 });
    expect(await testApp.sql('select from agent where agent_no = $1', [made?.agentNo])).toEqual([]);
  });

  it('was not written where the transaction failed', async () => {
    const [id = 0] = await added(1);
    const failing = change(async (tx) => {
      (await required(tx.of(Agent).lock(id))).name = 'Changed';
      await tx.flush();
      throw new Error('Broken.');
    });
    await expect(failing).rejects.toThrow('Broken.');
    expect(await agent(id)).toMatchObject({ name: 'Cashier', version: 1 });
  });
});
