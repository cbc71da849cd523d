import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { PayoutRail } from '#core/payments/rail.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { judge } from '#platform/judge/judge.ts';
import { applicationUrl } from '#platform/postgres/database.ts';
import { splittingFloats } from '#platform/postgres/epoch.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { connectSuperuser } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { operate } from '#test/support/operator.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const AMOUNT = 10_000n;
let testApp: TestApp;
afterEach(() => testApp.close());

const accepted = (): ProviderReply => ({ kind: 'accepted', providerRef: `AG_${randomUUID()}` });

async function open(float: bigint, reply: () => ProviderReply | Promise<ProviderReply> = accepted) {
  const rail: PayoutRail = {
    send: async () => reply(),
    query: async () => ({ kind: 'pending' }),
    closedFor: async () => null,
    receive: () => Promise.reject(new Error('This provider sends no notifications.')),
  };
  testApp = await openTestApp({ float, payoutRailOf: () => rail, poolSize: 20 });
}

const split = async (stripes: number, { agentNo } = testApp.agent) => {
  await testApp.sql('select serve_split_floats()');
  return testApp.app.lending.operators.splitFloat(testApp.operator, { agentNo, stripes });
};

const disburse = (loanId: number, amount = AMOUNT): Promise<Disbursement> =>
  testApp.done(testApp.app.lending.disburse, {
    loanId,
    amount,
    channel: 'mpesa_b2c' as const,
    msisdn: '+254712345000',
  });

async function loansOf(count: number, amount = AMOUNT): Promise<readonly number[]> {
  const loans: number[] = [];
  for (let n = 0; n < count; n++) loans.push(await testApp.readyLoan(amount, await testApp.newMember()));
  return loans;
}

/** What the provider says later of each that it accepted. */
const notify = ({ originatorId }: Disbursement, outcome: 'paid' | 'not_paid') =>
  testApp.app.lending.recordPayoutStatus(testApp.client.caller, {
    originatorId,
    status:
      outcome === 'paid'
        ? {
            kind: 'paid',
            providerRef: null,
            receiptNo: `R${randomInt(10 ** 9, 10 ** 10)}`,
            amount: null,
            at: Temporal.Now.instant(),
          }
        : { kind: 'not_paid', code: 'declined', message: 'The recipient is unknown.' },
  });

/** As clients see it. */
const shown = async () => {
  const agent = await testApp.app.read(testApp.client.caller, (views) => views.agents.float(testApp.agent.agentNo));
  if (!agent) throw new Error('The agent is gone.');
  const { float, held, available, inTransit } = agent;
  return { float, held, available, inTransit };
};

const stripes = async () =>
  (
    await testApp.sql<{ available: string }>(
      'select (float - held)::text as available from agent_stripe order by number',
    )
  ).map(({ available }) => BigInt(available));

/** The proofs of the books, and the judge, who knows the specification alone. */
async function requireSound() {
  const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
  expect(violations).toEqual([]);
  const { findings } = await asOwner(testApp.settings.adminUrl, (owner) =>
    judge(async (text, params) => (await owner.query(text, [...(params ?? [])])).rows),
  );
  // The float of the agent is planted: its journal has no event.
  expect(findings.filter(({ rule }) => rule !== 'journals have a cause')).toEqual([]);
}

const codesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.flatMap((each) => (each.status === 'rejected' ? [(each.reason as DomainError).code] : []));

describe('A float in stripes', () => {
  it('pays one disbursement while the stripe of another one is locked', async () => {
    await open(10n * AMOUNT);
    await split(2);
    const [one, other] = await loansOf(2);
    const blocker = await connectSuperuser(testApp.settings);
    await blocker.query('begin');
    await blocker.query('select from agent_stripe where number = 1 for no key update');
    // The ids of the two follow each other: one of them uses the stripe that is locked.
    const ended: Disbursement[] = [];
    const both = [one!, other!].map((loan) => disburse(loan).then((each) => ended.push(each)));
    await eventually(() => ended.length === 1);
    expect(ended.map(({ id, state }) => [id % 2, state])).toEqual([[1, 'sent']]);
    await blocker.query('rollback');
    await blocker.end();
    await Promise.all(both);
    expect(await shown()).toMatchObject({ float: 8n * AMOUNT, held: 0n, inTransit: 2n * AMOUNT });
    expect(await stripes()).toEqual([4n * AMOUNT, 4n * AMOUNT]);
    await requireSound();
  });

  it('is paid out to its last cent by disbursements at the same time, and no further', async () => {
    const large = 7n * AMOUNT;
    await open(5n * large + AMOUNT);
    await split(4);
    // Each is nearly as much as a stripe has: what one lacks comes from the others.
    const settled = await Promise.allSettled((await loansOf(8, large)).map((loan) => disburse(loan, large)));
    expect(codesOf(settled)).toEqual(Array.from({ length: 3 }, () => 'insufficient_balance'));
    expect(await shown()).toEqual({ float: AMOUNT, held: 0n, available: AMOUNT, inTransit: 5n * large });
    const refused = settled.find((each) => each.status === 'rejected')?.reason as DomainError;
    expect(refused.details).toMatchObject({ available_float: AMOUNT, requested_amount: large });
    await requireSound();
  });

  it('is low once, whichever of many disbursements at the same time takes the whole below its threshold', async () => {
    await open(20n * AMOUNT);
    await testApp.done(testApp.app.lending.limitFloat, { agentNo: testApp.agent.agentNo, lowFloat: 7n * AMOUNT });
    await split(5);
    const settled = await Promise.allSettled((await loansOf(26)).map((loan) => disburse(loan)));
    expect(codesOf(settled)).toEqual(Array.from({ length: 6 }, () => 'insufficient_balance'));
    expect(await shown()).toEqual({ float: 0n, held: 0n, available: 0n, inTransit: 20n * AMOUNT });
    const low = await testApp.sql(`select data->>'available_float' as available from event where type = 'float.low'`);
    expect(low).toEqual([{ available: String(6n * AMOUNT) }]);
    await requireSound();
  });

  it('is split and joined again while money is promised, leaves, fails and comes back', async () => {
    let turn = 0;
    await open(400n * AMOUNT, () =>
      turn++ % 4 === 3 ? { kind: 'rejected', code: 'declined', message: 'The provider said no.' } : accepted(),
    );
    const loans = [...(await loansOf(24))];
    let paying = true;
    const sent: Disbursement[] = [];
    const clerk = async () => {
      for (let loan = loans.pop(); loan !== undefined; loan = loans.pop()) {
        const disbursement = await disburse(loan);
        if (disbursement.state !== 'sent') continue;
        sent.push(disbursement);
        await notify(disbursement, sent.length % 3 === 0 ? 'not_paid' : 'paid');
      }
    };
    const splitting = async () => {
      for (let n = 0; paying; n++) await split([4, 1, 16, 3, 8, 2][n % 6]!);
    };
    const topping = async () => {
      for (let n = 0; paying; n++) {
        const { agentNo } = testApp.agent;
        await testApp.app.operators.topUpFloat(
          testApp.operator,
          { agentNo, amount: AMOUNT, reference: `FT${n}` },
          { by: 'Amina' },
        );
      }
      return (await testApp.sql(`select from journal where event_type = 'float.topped_up'`)).length;
    };
    const background = [splitting(), topping()] as const;
    await Promise.all(Array.from({ length: 6 }, clerk)).finally(() => (paying = false));
    const [, toppedUp] = await Promise.all(background);
    const paid = sent.length - Math.trunc(sent.length / 3);
    expect(await shown()).toMatchObject({ float: AMOUNT * BigInt(400 + toppedUp - paid), held: 0n, inTransit: 0n });
    expect(sent.length).toBe(18);
    await requireSound();
  });

  it('settles what was promised before it was split in another way, also where its process died in between', async () => {
    const died = Promise.withResolvers<ProviderReply>();
    const requested: number[] = [];
    await open(20n * AMOUNT, () => {
      requested.push(1);
      return died.promise;
    });
    await split(8);
    const all = Promise.allSettled((await loansOf(12)).map((loan) => disburse(loan)));
    await eventually(() => requested.length === 12);
    expect(await shown()).toMatchObject({ float: 20n * AMOUNT, held: 12n * AMOUNT });
    for (const count of [3, 1, 5]) {
      await split(count);
      expect(await shown()).toMatchObject({ float: 20n * AMOUNT, held: 12n * AMOUNT });
      await requireSound();
    }
    // What the provider says reaches another process, before the first one comes back.
    const waiting = await testApp.sql<{ originator_id: string }>('select originator_id from disbursement order by id');
    for (const [n, { originator_id: originatorId }] of waiting.entries())
      await notify({ originatorId } as Disbursement, n % 2 === 0 ? 'paid' : 'not_paid');
    died.resolve({ kind: 'unknown' });
    await all;
    expect(await shown()).toEqual({ float: 14n * AMOUNT, held: 0n, available: 14n * AMOUNT, inTransit: 0n });
    await requireSound();
  });

  it('is one float where it is topped up, handed on, limited and shown', async () => {
    await open(10n * AMOUNT);
    await split(4);
    const { agentNo } = testApp.agent;
    const { lending, operators } = testApp.app;
    await operators.topUpFloat(testApp.operator, { agentNo, amount: 2n * AMOUNT, reference: 'FT1' }, { by: 'Amina' });
    expect(await stripes()).toEqual(Array.from({ length: 4 }, () => 3n * AMOUNT));
    const [other] = await testApp.sql<{ agent_no: string }>(
      `insert into agent (uuid, agent_no, name, branch_id, float, held, stripes)
       select gen_random_uuid(), 'AG-000002', 'Beside', branch_id, 0, 0, 1 from agent returning agent_no`,
    );
    const handOn = (amount: bigint) =>
      testApp.done(lending.transferFloat, { agentNo, toAgentNo: other!.agent_no, amount, reason: 'Market day' });
    await handOn(7n * AMOUNT);
    await expect(handOn(5n * AMOUNT + 1n)).rejects.toMatchObject({
      code: 'insufficient_balance',
      details: { available_float: 5n * AMOUNT },
    });
    expect(await shown()).toMatchObject({ float: 5n * AMOUNT });
    await testApp.done(lending.limitFloat, { agentNo, lowFloat: 4n * AMOUNT, dailyLimit: 2n * AMOUNT });
    const [first, second, third] = await loansOf(3);
    await disburse(first!);
    await disburse(second!);
    await expect(disburse(third!)).rejects.toMatchObject({ code: 'daily_limit_reached' });
    const low = await testApp.sql(`select data->>'available_float' as available from event where type = 'float.low'`);
    expect(low).toEqual([{ available: String(3n * AMOUNT) }]);
    const figures = await asOwner(testApp.settings.adminUrl, async (owner) => ({
      low: (await owner.query(`select low from low_floats(10) where mode = 'sandbox'`)).rows,
      amounts: (
        await owner.query(
          `select amount from amounts_by_mode(10)
            where figure = 'float_available' and mode = 'sandbox' and part = 'mpesa_float'`,
        )
      ).rows,
    }));
    expect(figures).toEqual({ low: [{ low: '1' }], amounts: [{ amount: String(10n * AMOUNT) }] });
    await requireSound();
  });

  it('is split by an operator, whose list shows it whole', async () => {
    await open(10n * AMOUNT);
    const { agentNo } = testApp.agent;
    const umoja = (...words: string[]) => operate(testApp.settings, words);
    expect(await umoja('float', 'split', agentNo, '--into', '4')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`The float of agent ${agentNo} is split into 4 stripes.`),
    });
    expect((await umoja('agent', 'list')).output).toMatch(
      /AG-000001 {2}mpesa {2}float 100000 {2}held 0 .* in 4 stripes/,
    );
    const topUp = await umoja('float', 'top-up', agentNo, '--amount', '10000', '--reference', 'FT1', '--by', 'Amina');
    expect(topUp.output).toContain('has 110000 cents of float, 0 of it held.');
    const wrong = ['17', '0', 'x'].map((into) => umoja('float', 'split', agentNo, '--into', into));
    for (const { code, output } of await Promise.all(wrong)) {
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('can’t be split into') });
    }
    expect((await umoja('float', 'split', 'AG-000404', '--into', '4')).output).toContain(
      'There is no agent AG-000404.',
    );
    expect((await umoja('float', 'split', agentNo, '--into', '1')).output).toContain('lies in one place');
    expect(await testApp.sql('select float::text, stripes from agent')).toEqual([{ float: '110000', stripes: 1 }]);
  });

  it('has in its audit trail who split, joined and limited it, and not what changed nothing', async () => {
    await open(10n * AMOUNT);
    const { agentNo } = testApp.agent;
    const umoja = (...words: string[]) => operate(testApp.settings, words);
    for (const into of ['4', '4', '1']) await umoja('float', 'split', agentNo, '--into', into);
    const limits = { lowFloat: 4n * AMOUNT, dailyLimit: null };
    for (const each of [limits, limits, { lowFloat: null }])
      await testApp.done(testApp.app.lending.limitFloat, { agentNo, ...each });
    const trail = await testApp.sql(
      `select a.actor, a.command, a.subject_type, e.data, e.subject_version - first_value(e.subject_version) over (order by a.id) as later
         from audit a join event e on e.uuid = a.event_uuid where a.event_type in ('float.split', 'float.limited') order by a.id`,
    );
    const operator = { actor: 'operator', command: 'splitFloat', subject_type: 'agent' };
    const partner = { actor: testApp.client.caller.clientKey, command: 'limitFloat', subject_type: 'agent' };
    const low = String(4n * AMOUNT);
    const none = { daily_limit: null, daily_limit_before: null };
    expect(trail.map((row) => JSON.parse(JSON.stringify(row)))).toEqual([
      { ...operator, later: 0, data: { agent_id: agentNo, stripes: 4, stripes_before: 1 } },
      { ...operator, later: 1, data: { agent_id: agentNo, stripes: 1, stripes_before: 4 } },
      { ...partner, later: 2, data: { agent_id: agentNo, ...none, low_float: Number(low), low_float_before: null } },
      { ...partner, later: 3, data: { agent_id: agentNo, ...none, low_float: null, low_float_before: Number(low) } },
    ]);
  });

  describe('beside a version that knows of no stripes', () => {
    const servesFrom = async () =>
      (await asOwner(testApp.settings.adminUrl, (owner) => owner.query('select serves_from from installation'))).rows[0]
        ?.serves_from;
    const umoja = (...words: string[]) => operate(testApp.settings, words);
    /** A session as processes of before had them. */
    const ofBefore = async (name: string) => {
      const session = new pg.Client({ connectionString: applicationUrl(testApp.settings), application_name: name });
      await session.connect();
      return session;
    };

    it('is refused while one is connected, by whichever of its sessions, which may start again', async () => {
      await open(10n * AMOUNT);
      const { agentNo } = testApp.agent;
      const gone = `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = $1`;
      for (const name of ['umoja keys e21234567890', 'umoja finds', 'umoja listens', 'umoja queues', 'umoja start']) {
        const session = await ofBefore(name);
        expect(await umoja('float', 'split', agentNo, '--into', '4')).toEqual({
          code: 2,
          output: expect.stringContaining(
            `Processes of an earlier version run, which would find no float in stripes: "${name}"`,
          ),
        });
        await session.end();
        expect(await servesFrom()).toBe(1);
        await eventually(async () => (await testApp.sql<{ n: number }>(gone, [name]))[0]?.n === 0);
      }
      expect(await testApp.sql('select stripes from agent')).toEqual([{ stripes: 1 }]);
      expect((await umoja('float', 'split', agentNo, '--into', '4')).code).toBe(0);
    });

    it('lets one start again, where a split was ended in the middle, once any float is joined', async () => {
      await open(10n * AMOUNT);
      await testApp.sql('select serve_split_floats()');
      expect(await servesFrom()).toBe(2);
      expect((await umoja('float', 'split', testApp.agent.agentNo, '--into', '1')).code).toBe(0);
      expect(await servesFrom()).toBe(1);
    });

    it('lets one start again by the workers, where a command was killed, and not while one may be under way', async () => {
      await open(10n * AMOUNT);
      const passes = (minutes: number) =>
        asOwner(testApp.settings.adminUrl, (owner) =>
          owner.query(`update installation set shut_out_at = shut_out_at - interval '${minutes} minutes'`),
        );
      const round = () => testApp.app.rounds.serveWholeFloats();
      await testApp.sql('select serve_split_floats()');
      await passes(4);
      await round();
      expect(await servesFrom()).toBe(2);
      await passes(2);
      await round();
      expect(await servesFrom()).toBe(1);
      // The split was made, and the command ended behind it.
      await split(4);
      await passes(6);
      await round();
      expect(await servesFrom()).toBe(2);
      // As was the join.
      await testApp.app.lending.operators.splitFloat(testApp.operator, { agentNo: testApp.agent.agentNo, stripes: 1 });
      await round();
      expect(await servesFrom()).toBe(1);
    });

    it('is not split while one may start, as where another float was joined at that moment', async () => {
      await open(10n * AMOUNT);
      const { agentNo } = testApp.agent;
      const command = { agentNo, stripes: 4 };
      const direct = testApp.app.lending.operators.splitFloat(testApp.operator, command);
      await expect(direct).rejects.toMatchObject({ code: '55000' });
      let tries = 0;
      const { settings: login, database } = testApp;
      const splitAt = () =>
        splittingFloats(database, { into: 4, login }, async () => {
          tries += 1;
          if (tries === 1) await database.find('select serve_whole_floats()', []);
          return testApp.app.lending.operators.splitFloat(testApp.operator, command);
        });
      expect(await splitAt()).toMatchObject({ stripes: 4 });
      expect([tries, await servesFrom()]).toEqual([2, 2]);
    });

    it('starts none while a split is committed and the last other float is joined', async () => {
      await open(10n * AMOUNT);
      await testApp.sql('select serve_split_floats()');
      const superuser = await connectSuperuser(testApp.settings);
      let joined: Promise<unknown> = Promise.resolve();
      await testApp.database.write(testApp.tenantId, async ({ sql }) => {
        await sql('update agent set stripes = 4');
        joined = testApp.database.find('select serve_whole_floats()', []);
        await eventually(async () => {
          const { rows } = await superuser.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%serve_whole_floats%'`,
          );
          return rows.length > 0;
        });
      });
      await joined;
      await superuser.end();
      expect(await servesFrom()).toBe(2);
    });

    it('starts none from the first split on, until the last float is joined', async () => {
      await open(10n * AMOUNT);
      const { agentNo } = testApp.agent;
      const other = (await umoja('agent', 'appoint', '--branch', 'MSA', '--name', 'Coast')).output;
      const [otherNo = ''] = /AG-\d+/.exec(other) ?? [];
      expect(await servesFrom()).toBe(1);
      for (const each of [agentNo, otherNo]) await umoja('float', 'split', each, '--into', '4');
      expect(await servesFrom()).toBe(2);
      await umoja('float', 'split', agentNo, '--into', '17');
      await umoja('float', 'split', agentNo, '--into', '1');
      expect(await servesFrom()).toBe(2);
      await umoja('float', 'split', otherNo, '--into', '1');
      expect(await servesFrom()).toBe(1);
      await split(2);
      expect(await servesFrom()).toBe(2);
    });
  });

  it('is seen by those who are limited to its branch, and by no others who are limited', async () => {
    await open(10n * AMOUNT);
    await split(4);
    const floatsIn = async (branch: number) => {
      const limited = testApp.database.limitedTo({ branches: [branch], clients: [] });
      return limited.read(testApp.tenantId, ({ sql }) => sql('select sum(float)::text as float from agent_stripe'));
    };
    expect(await floatsIn(testApp.branchId)).toEqual([{ float: String(10n * AMOUNT) }]);
    expect(await floatsIn(testApp.branchId + 1)).toEqual([{ float: null }]);
  });

  it('is one float again where a disbursement comes back', async () => {
    await open(10n * AMOUNT);
    await split(4);
    const [loan] = await loansOf(1);
    const paid = await disburse(loan!);
    await notify(paid, 'paid');
    expect(await shown()).toMatchObject({ float: 9n * AMOUNT });
    const back = {
      loanId: loan!,
      disbursementId: paid.id,
      reversalReceiptNo: 'RVS1',
      reason: 'Sent to the wrong number',
    };
    await testApp.done(testApp.app.lending.reverseDisbursement, back);
    expect(await shown()).toMatchObject({ float: 10n * AMOUNT });
    await requireSound();
  });
});

describe('A float that is not split', () => {
  it('is locked by one statement in each transaction of a disbursement, and no stripe is looked for', async () => {
    await open(10n * AMOUNT);
    const [loan] = await loansOf(1);
    const texts: string[] = [];
    testApp.database.onStatement = (text) => void texts.push(text);
    await disburse(loan!);
    testApp.database.onStatement = null;
    const ofFloats = texts.filter((text) => /\bfrom "?agent/.test(text) && !text.includes('left join'));
    expect(ofFloats.filter((text) => text.includes('for no key update'))).toHaveLength(2);
    expect(ofFloats).toHaveLength(2);
    expect(texts.filter((text) => text.includes('agent_stripe'))).toEqual([]);
  });
});
