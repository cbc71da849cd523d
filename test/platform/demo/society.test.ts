import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growthOf } from '#platform/demo/society/growth.ts';
import { withoutRest, type Pace } from '#platform/demo/society/pace.ts';
import { planOf } from '#platform/demo/society/plan.ts';
import { progressOn } from '#platform/demo/society/progress.ts';
import { plantSociety, type SocietyParts } from '#platform/demo/society/society.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { judge } from '#platform/judge/judge.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

/** A life of six weeks: as much of the plan as fits, in a few seconds. */
const DAYS = 42;
const WHOLE = 'Society at once';
const KILLED = 'Society by pieces';

let testApp: TestApp;
let parts: SocietyParts;
const refused: string[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  const { app, internals, database, keys, settings } = testApp;
  const lastDay = internals.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  parts = {
    app,
    internals,
    database,
    keys,
    receiverUrl: 'http://127.0.0.1:9/demo/receiver',
    adminUrl: settings.adminUrl,
    pace: withoutRest,
    onStep: () => undefined,
    onRefused: ({ command, day }, { message }) => refused.push(`${command} of day ${day}: ${message}`),
    goesOn: () => true,
    elapsed: () => performance.now(),
    span: { firstDay: lastDay.subtract({ days: DAYS }), lastDay },
  };
  expect(await plantSociety({ ...parts, name: WHOLE }, null)).toMatchObject({ client_id: expect.any(String) });
});
afterAll(() => testApp.close());

async function tenantOf(name: string): Promise<number> {
  const rows = await asOwner(testApp.settings.adminUrl, async (owner) =>
    owner.query<{ id: string }>('select id from tenant where name = $1', [name]),
  );
  return Number(rows.rows[0]?.id);
}

async function ask<R extends object>(name: string, text: string): Promise<readonly R[]> {
  const rows = await testApp.database.read(await tenantOf(name), ({ sql }) => sql(text));
  // The statement says what its rows are.
  return rows as unknown as readonly R[];
}

describe('The society of the demo', () => {
  it('has people who borrow and repay, in sound books, whatever day it is', async () => {
    expect(refused).toEqual([]);
    const [counts] = await ask<Record<string, number>>(
      WHOLE,
      `select (select count(*)::int from member where state = 'active') as members,
              (select count(*)::int from loan where state = 'active') as lent,
              (select count(*)::int from loan where state = 'draft') as applied,
              (select count(*)::int from repayment where state = 'booked') as repaid,
              (select count(distinct branch_id)::int from member) as branches`,
    );
    expect(counts).toMatchObject({ members: 17, branches: 3, applied: 3 });
    expect(counts?.['lent']).toBeGreaterThan(8);
    expect(counts?.['repaid']).toBeGreaterThan(5);
    const { violations } = await testApp.database.read(await tenantOf(WHOLE), ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
    const tenantId = await tenantOf(WHOLE);
    const { findings } = await asOwner(testApp.settings.adminUrl, (owner) =>
      judge(async (text, params = []) => (await owner.query(text, [...params])).rows, tenantId),
    );
    expect(findings).toEqual([]);
  });

  it('has work that waits: an approval, alerts, money in suspense, a break, incidents, a review and invoices', async () => {
    const waiting = await ask(
      WHOLE,
      `select (select string_agg(command, ', ') from proposal where state = 'proposed') as approval,
              (select count(*) > 0 from aml_alert where state = 'open') as alert,
              (select count(*) > 0 from aml_alert where state = 'under_review') as reviewed,
              (select count(*) > 0 from mobile_money_transaction where state = 'unallocated') as suspense,
              (select count(*)::int from reconciliation_break where state = 'open') as breaks,
              (select count(*)::int from incident where state = 'open') as incidents,
              (select count(*)::int from disbursement where state = 'review') as reviews,
              (select string_agg(state, ', ' order by state) from mobile_money_transaction
                where channel = 'mpesa_stk') as prompts,
              (select count(*) > 0 from invoice where state = 'partially_paid') as invoices,
              (select count(*)::int from invoice_payment where method = 'loan' and state = 'allocated') as from_a_loan`,
    );
    expect(waiting).toEqual([
      {
        approval: 'write_off_loan',
        alert: true,
        reviewed: true,
        suspense: true,
        breaks: 1,
        incidents: 2,
        reviews: 1,
        prompts: 'allocated, cancelled_by_payer, expired, failed',
        invoices: true,
        from_a_loan: 1,
      },
    ]);
  });

  it('sends webhooks to this machine, where receivers of who tries it out are', async () => {
    const { webhookNetworks } = await testApp.internals.tenants.get(await tenantOf(WHOLE));
    expect(webhookNetworks).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it('has a webhook that its own client has confirmed, to which nothing of its history is sent', async () => {
    const webhooks = await ask(
      WHOLE,
      `select w.url, w.state, 'loans:read' = any (w.scopes) as confirmed,
              (select count(*)::int from webhook_delivery d where d.endpoint_id = w.id) as deliveries from webhook w`,
    );
    expect(webhooks).toEqual([{ url: parts.receiverUrl, state: 'active', confirmed: true, deliveries: 0 }]);
  });

  it('has closed each of its days, and was stamped on them', async () => {
    const { span } = parts;
    const [days] = await ask(
      WHOLE,
      `select count(*)::int as closed, max(business_date)::text as last, bool_and(state = 'done') as done,
              (select min(created_at) < now() - interval '5 weeks' from loan) as stamped,
              (select bool_and(occurred_at <= clock_timestamp()) from event) as past
         from close_of_business`,
    );
    // Midnight in Nairobi may pass meanwhile.
    const last = [span?.lastDay.subtract({ days: 1 }), span?.lastDay].map(String);
    expect(days).toMatchObject({ last: expect.toBeOneOf(last), done: true, stamped: true, past: true });
    const [tenant] = await ask(WHOLE, 'select growing, clock_offset_ms::int as behind, four_eyes from tenant');
    expect(tenant).toEqual({ growing: false, behind: 0, four_eyes: true });
  });

  it('has money before it lends: none of its accounts is ever overdrawn, and floats are filled with what was collected', async () => {
    const overdrawn = await ask(
      WHOLE,
      `select distinct account from (
         select l.account, sum(sum(case l.side when 'debit' then l.amount else -l.amount end))
                             over (partition by l.account order by j.booked_on) as held
           from journal_line l join journal j on j.id = l.journal_id
          where l.account in ('bank', 'cash', 'mpesa_paybill', 'mpesa_float') group by l.account, j.booked_on) days
        where held < 0`,
    );
    expect(overdrawn).toEqual([]);
    const filled = await ask(
      WHOLE,
      `select distinct l.account from journal_line l join journal j on j.id = l.journal_id
        where j.event_type = 'float.topped_up' and l.side = 'credit' order by 1`,
    );
    expect(filled).toEqual([{ account: 'bank' }, { account: 'mpesa_paybill' }]);
  });

  it('has people who came one after the other, the first with the society', async () => {
    const people = await ask<{ role: string; day: number }>(
      WHOLE,
      `select roles[1] as role, joined_at::date - '${String(parts.span?.firstDay)}'::date as day from person order by 2, 1`,
    );
    const days = Object.fromEntries(people.map(({ role, day }) => [role, day]));
    expect(people).toHaveLength(10);
    expect(days).toMatchObject({ administrator: 0, officer: 0, teller: 0, approver: 0 });
    expect(days['registrar']).toBeGreaterThan(2);
    expect(days['compliance']).toBeGreaterThan(days['registrar'] ?? 0);
    expect(days['developer']).toBeGreaterThan(20);
    expect(days['developer']).toBeLessThan(DAYS - 5);
  });

  it('moves the float of its agents: what was paid out left it, and what was added came', async () => {
    const agents = await ask<{ moved: boolean }>(
      WHOLE,
      `select a.float <> (select sum(l.amount) from journal_line l
                           where l.account = 'mpesa_float' and l.sub_account = a.agent_no and l.side = 'debit') as moved
         from agent a order by a.id`,
    );
    expect(agents.map(({ moved }) => moved)).toContain(true);
  });
});

describe('A society whose process is killed again and again', () => {
  /** Dies after so many pieces of work: what they did is committed, and what the process knew is gone. */
  const dyingAfter = (works: number): Pace => {
    let left = works;
    return {
      ...withoutRest,
      rest: async () => {
        left -= 1;
        if (left === 0) throw new Error('killed');
      },
    };
  };

  it('goes on where it stopped, and is the same as one that grew at once', async () => {
    for (const works of [1, 30, 71, 2, 113]) {
      const killed = plantSociety({ ...parts, name: KILLED, pace: dyingAfter(works) }, null);
      await expect(killed).rejects.toThrow('killed');
    }
    const tenantId = await tenantOf(KILLED);
    const half = await growthOf(testApp.database, tenantId);
    expect(half?.done).toBeGreaterThan(50);
    // Jobs and rounds of others leave it alone until it is finished.
    const { due, clock } = testApp.internals;
    const found = [
      ...(await due.jobs(clock(), 1_000)),
      ...(await due.businessToClose(clock(), 100)),
      ...(await due.tenantsWithEvents()).map((id) => ({ tenantId: id })),
    ];
    expect(found.filter((each) => each.tenantId === tenantId)).toEqual([]);
    expect(
      (await ask<{ is_past: boolean }>(KILLED, `select business_now() < now() - interval '1 day' as is_past`))[0],
    ).toEqual({
      is_past: true,
    });
    expect(await plantSociety({ ...parts, name: KILLED }, null)).not.toBeNull();
    const span = parts.span;
    expect(span && planOf(span).length).toBe(half?.steps);
    expect(await records(KILLED)).toEqual(await records(WHOLE));
    const { violations } = await testApp.database.read(tenantId, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
    expect(refused).toEqual([]);
  });

  it('is made beside an institution that has its name, and never in it', async () => {
    const TAKEN = 'A society with the same name';
    const taken = await createTenant(testApp.settings.adminUrl, { name: TAKEN, mode: 'live' });
    const days = { firstDay: parts.span!.lastDay.subtract({ days: 2 }), lastDay: parts.span!.lastDay };
    await plantSociety({ ...parts, name: TAKEN, span: days }, null);
    const rows = await asOwner(testApp.settings.adminUrl, async (owner) =>
      owner.query<{ id: string; mode: string; grown: boolean; branches: number }>(
        `select t.id, t.mode, exists (select from sandbox_growth g where g.tenant_id = t.id) as grown,
                (select count(*)::int from branch b where b.tenant_id = t.id) as branches
           from tenant t where t.name = $1 order by t.id`,
        [TAKEN],
      ),
    );
    expect(rows.rows).toEqual([
      { id: String(taken), mode: 'live', grown: false, branches: 0 },
      { id: expect.any(String), mode: 'sandbox', grown: true, branches: 3 },
    ]);
  });

  it('is not begun by who has no right to, nor is any other sandbox set back', async () => {
    await expect(testApp.sql('update tenant set growing = true')).rejects.toThrow('permission denied');
    const setBack = asOwner(testApp.settings.adminUrl, (owner) =>
      owner.query('update tenant set clock_offset_ms = -1 where id = $1', [testApp.tenantId]),
    );
    await expect(setBack).rejects.toThrow('tenant_clock_is_ahead');
  });

  /** Ids, uuids, numbers and amounts of what there is. */
  const records = (name: string) => {
    const lastDay = `'${String(parts.span?.lastDay)}'::date`;
    return ask(
      name,
      `select 'member' as of, id, uuid::text, member_no as no, null::bigint as amount from member
       union all select 'loan', id, uuid::text, loan_no, principal from loan
       union all select 'savings', id, uuid::text, account_no, null from savings_account
       union all select 'transaction', id, uuid::text, receipt_no, amount from savings_transaction where booked_on < ${lastDay}
       union all select 'repayment', id, uuid::text, receipt_no, amount from repayment
       union all select 'disbursement', id, uuid::text, state, amount from disbursement
       union all select 'invoice', id, uuid::text, number, paid from invoice
       union all select 'alert', id, uuid::text, rule_id, null from aml_alert
       union all select 'proposal', id, uuid::text, command, null from proposal
       union all select 'closed', loans_done, null, business_date::text, savings_done from close_of_business where business_date < ${lastDay}
       order by 1, 2, 4`,
    );
  };
});

describe('The progress of a society', () => {
  const shownOn = (isTTY: boolean): string[] => {
    const written: string[] = [];
    const progress = progressOn({ isTTY, write: (text) => written.push(text) }, 'It grows');
    for (let done = 0; done <= 400; done++) progress.show(done, 400);
    progress.end('It is there.');
    return written;
  };

  it('is a bar on a terminal, drawn once for each hundredth', () => {
    const written = shownOn(true);
    expect(written).toHaveLength(102);
    expect(written[50]).toContain('50 %');
    expect(written.at(-1)).toContain('It is there.');
  });

  it('is a few lines elsewhere', () => {
    expect(shownOn(false)).toEqual([
      'It grows: 0 %\n',
      'It grows: 25 %\n',
      'It grows: 50 %\n',
      'It grows: 75 %\n',
      'It is there.\n',
    ]);
  });
});
