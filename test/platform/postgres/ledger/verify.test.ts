import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { connectSuperuser } from '#test/support/database.ts';
import { checks } from '#platform/postgres/ledger/verify.ts';
import { openLender, type Lender } from '../../../support/lender.ts';

let lender: Lender;
let superuser: pg.Client;
let loanId: number;

beforeAll(async () => {
  lender = await openLender('2026-01-05');
  loanId = await lender.lend(12_000_000n);
  lender.moveTo('2026-02-20');
  await lender.close();
  await lender.repay(loanId, 1_500_000n);
  await lender.repay(await lender.lend(100_000n), 115_000n);
  lender.moveTo('2026-02-22');
  await lender.close();
  const { testApp } = lender;
  await testApp.done(testApp.app.bridge.payout, {
    app: { id: testApp.client.id, sandbox: true },
    amount: 200_000n,
    currency: 'KES',
    channel: 'mpesa_b2c',
    msisdn: '+254712345678',
    reference: 'salary-1',
    narration: null,
    metadata: {},
  });
  await lender.testApp.app.ledger.closePeriod(lender.testApp.operator, {
    endsOn: Temporal.PlainDate.from('2026-01-31'),
  });
  superuser = await connectSuperuser(lender.testApp.settings);
  // As a person who gets round every trigger and every reference.
  await superuser.query(`set session_replication_role = replica`);
  await superuser.query(`select set_config('app.tenant', $1, false)`, [String(lender.testApp.tenantId)]);
});
afterAll(async () => {
  await superuser.end();
  await lender.testApp.close();
});

/** The checks that found a damage. */
const proven = new Set<string>();

/** Damages the database, reads what is wrong, and repairs it. */
async function found(damage: readonly string[], repair: readonly string[]): Promise<string[]> {
  for (const statement of damage) await superuser.query(statement);
  try {
    const violations = await lender.violations();
    for (const { check } of violations) proven.add(check);
    return violations.map(({ check, table, id }) => `${check} | ${table} ${id}`);
  } finally {
    for (const statement of repair) await superuser.query(statement);
  }
}

const idOf = async (text: string): Promise<string> => String((await superuser.query<{ id: string }>(text)).rows[0]?.id);

describe('The proof of the ledger', () => {
  it.each([
    ['app_account', 'balance', 'accounts of apps | app_account'],
    ['app_account', 'held', 'money of apps on its way | app_account'],
    ['app_account', 'in_transit', 'money of apps on its way | app_account'],
    ['payout', 'amount', 'ledger account app_payouts_in_transit | journal_line'],
    ['app_transaction', 'balance_after', 'lines of apps | app_transaction'],
    ['app_transaction', 'amount', 'accounts of apps | app_account'],
  ])('names money of an app that is not right: %s.%s', async (table, column, expected) => {
    const names = await found(
      [`update ${table} set ${column} = ${column} + 3`],
      [`update ${table} set ${column} = ${column} - 3`],
    );
    expect(names.filter((name) => name.startsWith(expected))).not.toEqual([]);
  });

  it('finds nothing where nothing is wrong', async () => {
    expect(await lender.violations()).toEqual([]);
    expect(checks.length).toBeGreaterThan(25);
  });

  it('names a journal that does not balance, and the accounts that follow', async () => {
    const id = await idOf(
      `select journal_id as id from journal_line where account = 'loan_portfolio' order by id limit 1`,
    );
    const where = `journal_id = ${id} and account = 'loan_portfolio'`;
    const names = await found(
      [`update journal_line set amount = amount + 7 where ${where}`],
      [`update journal_line set amount = amount - 7 where ${where}`],
    );
    expect(names).toEqual(
      expect.arrayContaining([
        `journals balance | journal ${id}`,
        'trial balance | journal_line KES',
        'ledger account loan_portfolio | journal_line loan_portfolio',
        `loans: loan_portfolio | loan ${loanId}`,
      ]),
    );
  });

  it('names a journal that lost its lines, and lines that lost their journal', async () => {
    const id = await idOf(`select id from journal where event_type = 'repayment.booked' order by id limit 1`);
    const lost = await found(
      [
        `create table kept as select * from journal_line where journal_id = ${id}`,
        `delete from journal_line where journal_id = ${id}`,
      ],
      [`insert into journal_line overriding system value select * from kept`, 'drop table kept'],
    );
    expect(lost).toContain(`journals are whole | journal ${id}`);
    const orphan = await idOf(`select min(id) as id from journal_line where journal_id = ${id}`);
    const orphaned = await found(
      [`create table kept as select * from journal where id = ${id}`, `delete from journal where id = ${id}`],
      [`insert into journal overriding system value select * from kept`, 'drop table kept'],
    );
    expect(orphaned).toContain(`journals are whole | journal_line ${orphan}`);
    expect(orphaned.filter((name) => name.startsWith('money that moved is booked | repayment'))).toHaveLength(1);
  });

  it('names a credit of the bank that was taken for an earlier one', async () => {
    const line = (no: number) =>
      `insert into bank_line (tenant_id, statement_id, line_no, line_key, booked_on, happened_at, amount, kind, is_return, receipt_no,
                              account_reference, settled_at, settled_as)
       values (${lender.testApp.tenantId}, 1, ${no}, 'key ${no}', '2026-02-0${no}', now(), 500, 'movement', false, 'STO 1', '', now(), 'receipt')`;
    const names = await found([line(1), line(2)], ['delete from bank_line']);
    expect(names).toEqual([expect.stringMatching(/^credits of the bank \| bank_line \d+$/)]);
  });

  it('names a line of an account that is none', async () => {
    const id = await idOf(`select min(id) as id from journal_line where account = 'cash'`);
    const names = await found(
      [`update journal_line set account = 'petty_cash' where id = ${id}`],
      [`update journal_line set account = 'cash' where id = ${id}`],
    );
    expect(names).toContain(`accounts of the chart | journal_line ${id}`);
  });

  it('names a closed period whose journals were changed since', async () => {
    const id = await idOf(`select id from ledger_period`);
    const day = `where event_type = 'disbursement.confirmed' and subject_id = (select min(id) from disbursement)`;
    const names = await found(
      [`update journal set booked_on = '2026-02-03' ${day}`],
      [`update journal set booked_on = '2026-01-05' ${day}`],
    );
    expect(names).toContain(`closed periods | ledger_period ${id}`);
  });

  it.each([
    ['principal_outstanding', `loans: loan_portfolio`, `schedules: principal open`, 'ledger account loan_portfolio'],
    ['interest_outstanding', `schedules: interest open`],
    ['fees_outstanding', `schedules: fees open`],
    ['penalties_outstanding', `schedules: penalties open`],
    ['fees_paid', `schedules: fees paid`],
    ['penalties_paid', `schedules: penalties paid`],
    ['interest_accrued', 'ledger account interest_receivable'],
    ['interest_paid', 'ledger account interest_receivable', 'schedules: interest paid'],
    ['fees_accrued', 'ledger account fee_receivable', 'income'],
    ['penalties_accrued', 'ledger account penalty_receivable', 'income'],
    ['overpaid', 'ledger account loan_overpayments'],
    ['disbursed_principal', 'schedules'],
  ])('names a loan whose %s was changed', async (column, ...expected) => {
    const names = await found(
      [`update loan set ${column} = ${column} + 3 where id = ${loanId}`],
      [`update loan set ${column} = ${column} - 3 where id = ${loanId}`],
    );
    for (const check of expected) {
      const where = check.startsWith('ledger account') ? `journal_line ${check.split(' ').at(-1)}` : `loan ${loanId}`;
      expect(names).toContain(`${check} | ${where}`);
    }
  });

  it('names a loan that demands less than was recognised', async () => {
    const names = await found(
      [`update loan set interest_outstanding = 0 where id = ${loanId}`],
      [
        `update loan l set interest_outstanding = (select sum(interest - paid_interest) from loan_instalment where loan_id = l.id) where id = ${loanId}`,
      ],
    );
    expect(names).toContain(`schedules: interest open | loan ${loanId}`);
  });

  it('names a row of a schedule that was paid what no repayment brought', async () => {
    const id = await idOf(`select id from loan_instalment where loan_id = ${loanId} and number = 9`);
    const names = await found(
      [
        `alter table loan_instalment drop constraint loan_instalment_check`,
        `update loan_instalment set paid_principal = principal + 5 where id = ${id}`,
      ],
      [`update loan_instalment set paid_principal = 0 where id = ${id}`],
    );
    expect(names).toEqual(
      expect.arrayContaining([
        `rows of schedules | loan_instalment ${id}`,
        `schedules: principal paid | loan ${loanId}`,
      ]),
    );
  });

  it('names a loan whose next due date is not that of its oldest unpaid instalment', async () => {
    const names = await found(
      [`update loan set next_due_date = next_due_date + 1 where id = ${loanId}`],
      [`update loan set next_due_date = next_due_date - 1 where id = ${loanId}`],
    );
    expect(names).toEqual([`loans: next due date | loan ${loanId}`]);
  });

  it('names a repayment whose parts are not it', async () => {
    const id = await idOf(`select min(id) as id from repayment`);
    const names = await found(
      [
        `alter table repayment drop constraint repayment_parts_sum`,
        `update repayment set fees = fees + 4 where id = ${id}`,
      ],
      [`update repayment set fees = fees - 4 where id = ${id}`],
    );
    expect(names).toEqual(
      expect.arrayContaining([`allocations | repayment ${id}`, `schedules: fees paid | loan ${loanId}`]),
    );
  });

  it('names an agent whose float is not what the ledger says, or does not cover what is held', async () => {
    const { id } = lender.testApp.agent;
    expect(await found([`update agent set float = float - 1`], [`update agent set float = float + 1`])).toEqual([
      `float | agent ${id}`,
    ]);
    expect(await found([`update agent set held = 5`], [`update agent set held = 0`])).toEqual([`float | agent ${id}`]);
  });

  it('names a stripe of a float that makes the whole wrong, or holds something and is not in use', async () => {
    const { id } = lender.testApp.agent;
    const [stripe] = await lender.testApp.sql<{ id: string }>(
      'insert into agent_stripe (agent_id, number, float, held) values ($1, 2, 0, 0) returning id',
      [id],
    );
    expect(await found([`update agent_stripe set float = 1`], [`update agent_stripe set float = 0`])).toEqual([
      `float | agent ${id}`,
      `float | agent_stripe ${stripe?.id}`,
    ]);
    const unused = [`update agent set float = float - 1, stripes = 1`, `update agent_stripe set float = 1`];
    const repaired = [`update agent set float = float + 1`, `update agent_stripe set float = 0`];
    expect(await found(unused, repaired)).toEqual([`float | agent_stripe ${stripe?.id}`]);
    const used = [
      `select serve_split_floats()`,
      `update agent set float = float - 1, stripes = 2`,
      `update agent_stripe set float = 1`,
    ];
    expect(await found(used, [...repaired, 'update agent set stripes = 1'])).toEqual([]);
    await lender.testApp.sql('delete from agent_stripe');
  });

  it('names what is in transit without being booked as sent', async () => {
    const names = await found(
      [`update disbursement set state = 'sent' where loan_id = ${loanId}`],
      [`update disbursement set state = 'confirmed' where loan_id = ${loanId}`],
    );
    expect(names).toContain('ledger account disbursements_in_transit | journal_line disbursements_in_transit');
  });

  it('names money that was paid twice and is owed back without being booked so', async () => {
    const names = await found(
      [`update disbursement set state = 'in_recovery' where loan_id = ${loanId}`],
      [`update disbursement set state = 'confirmed' where loan_id = ${loanId}`],
    );
    expect(names).toContain('ledger account duplicate_payments | journal_line duplicate_payments');
  });

  it('names what a school is said to hold for the lender, and what we are said to hold for a school', async () => {
    const first = `where id = (select min(id) from repayment)`;
    expect(
      await found(
        [`update repayment set channel = 'school' ${first}`],
        [`update repayment set channel = 'cash' ${first}`],
      ),
    ).toEqual(['ledger account due_from_schools | journal_line due_from_schools']);
    expect(
      await found(
        [`update disbursement set channel = 'internal' where loan_id = ${loanId}`],
        [`update disbursement set channel = 'mpesa_b2c' where loan_id = ${loanId}`],
      ),
    ).toEqual(['ledger account school_fees_collected | journal_line school_fees_collected']);
  });

  it('names a school-fee loan that was paid out and did not pay the invoice', async () => {
    const names = await found(
      [`update loan set invoice_id = 77 where id = ${loanId}`],
      [`update loan set invoice_id = null where id = ${loanId}`],
    );
    const disbursement = await idOf(`select id from disbursement where loan_id = ${loanId}`);
    expect(names).toEqual([`school fees | disbursement ${disbursement}`]);
  });

  it('names interest of savings that a close of business counts and did not book', async () => {
    const last = await idOf(`select max(id) as id from close_of_business`);
    expect(
      await found(
        [`update close_of_business set savings_interest = savings_interest + 1 where id = ${last}`],
        [`update close_of_business set savings_interest = savings_interest - 1 where id = ${last}`],
      ),
    ).toEqual([`savings interest | close_of_business ${last}`]);
  });

  it('names a charge of the bank that its statement shows and the books lack', async () => {
    const names = await found(
      [
        `insert into bank_line (id, statement_id, line_no, line_key, booked_on, happened_at, amount, kind, receipt_no,
           is_return, account_reference, settled_at, settled_as)
         values (77, 1, 1, 'k', '2026-02-20', now(), -500, 'fee', 'FT1', false, 'LEDGER FEE', now(), 'charge')`,
        `insert into bank_charge (id, uuid, state, line_id, receipt_no, amount, charged_at)
         values (77, gen_random_uuid(), 'booked', 77, 'FT1', 500, now())`,
      ],
      ['delete from bank_charge', 'delete from bank_line'],
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'ledger account bank_charges | journal_line bank_charges',
        'charges of the bank | bank_line 77',
      ]),
    );
  });

  it('names shares that were not booked as capital, and shares that one member gave up and no other one has', async () => {
    const names = await found(
      [
        `insert into savings_account (id, uuid, account_no, member_id, product_id, kind, state, balance, held, opened_by)
         values (78, gen_random_uuid(), 'S-78', ${lender.testApp.memberId}, 77, 'shares', 'active', 900, 0, 'x')`,
      ],
      [`delete from savings_account where id = 78`],
    );
    expect(names).toContain('ledger account share_capital | journal_line share_capital');
    expect(names).not.toContain('ledger account savings_control | journal_line savings_control');
    const line = await idOf(`select min(id) as id from journal_line where account = 'cash'`);
    const half = await found(
      [`update journal_line set account = 'share_transfers' where id = ${line}`],
      [`update journal_line set account = 'cash' where id = ${line}`],
    );
    expect(half).toContain('ledger account share_transfers | journal_line share_transfers');
    const saved = await found(
      [`update journal_line set account = 'savings_transfers' where id = ${line}`],
      [`update journal_line set account = 'cash' where id = ${line}`],
    );
    expect(saved).toContain('ledger account savings_transfers | journal_line savings_transfers');
  });

  it('names money of a school-fee loan that paid another invoice', async () => {
    const names = await found(
      [
        `insert into invoice_payment (id, uuid, student_id, invoice_id, designated_invoice_id, amount, method, reference, key, paid_at, allocated, surplus, state, recorded_by)
         values (77, gen_random_uuid(), 1, 5, 5, 900, 'loan', 'd', 'disb:d', now(), 900, 0, 'allocated', 'x')`,
        `insert into payment_allocation (id, uuid, payment_id, invoice_id, line_id, amount, allocated_at)
         values (77, gen_random_uuid(), 77, 6, 1, 900, now())`,
      ],
      [`delete from payment_allocation where id = 77`, `delete from invoice_payment where id = 77`],
    );
    expect(names).toContain('designated money | invoice_payment 77');
  });

  it('names a member who left and owes', async () => {
    const { memberId } = lender.testApp;
    const names = await found(
      [`update member set state = 'exited' where id = ${memberId}`],
      [`update member set state = 'active' where id = ${memberId}`],
    );
    expect(names).toContain(`members who left | member ${memberId}`);
  });

  it('names a death claim that is not what was booked, and one of a member who lives', async () => {
    const { memberId } = lender.testApp;
    const claim = `insert into death_claim (uuid, claim_no, member_id, died_on, state, documents, beneficiaries,
        beneficiaries_set_by, opened_by, distributed, paid, last_part, last_round)
      values (gen_random_uuid(), 'DC-000077', ${memberId}, '2026-02-01', 'documented', '[]', '[]', '[]', 'a', 500, 0, 1, 0)`;
    const part = `insert into death_claim_part (uuid, claim_id, number, kind, state, amount, loan_id, repayment_uuid,
        booked_on, booked_by, proposed_by)
      select gen_random_uuid(), c.id, 1, 'insurance', 'booked', 100, ${loanId}, gen_random_uuid(), '2026-02-02', 'b', 'a'
        from death_claim c`;
    const names = await found([claim, part], ['delete from death_claim_part', 'delete from death_claim']);
    expect(names.map((name) => name.replace(/ \d+$/, '')).toSorted()).toEqual([
      'bookings of death claims | death_claim_part',
      'deaths have claims | member',
      'ledger account estates_payable | journal_line estates_payable',
      'parts of death claims | death_claim',
    ]);
  });

  it('names a receipt that no record holds, one that an undone record holds, and one that is booked twice', async () => {
    const ofRepayments = `where record_type = 'repayment' and state = 'live'`;
    const [{ uuid }] = (await superuser.query(`select uuid from repayment where state = 'booked' order by id limit 1`))
      .rows;
    expect(
      await found(
        [`update payment_receipt_use set state = 'corrected', ended_at = now() ${ofRepayments}`],
        [`update payment_receipt_use set state = 'live', ended_at = null where record_type = 'repayment'`],
      ),
    ).toContain(`receipts of what is booked | repayment ${uuid}`);
    expect(
      await found(
        [`update repayment set state = 'reversed' where uuid = '${uuid}'`],
        [`update repayment set state = 'booked' where uuid = '${uuid}'`],
      ),
    ).toContain(`receipts of what was undone | repayment ${uuid}`);
    const receipt = `(select receipt_key from payment_receipt_use where record_uuid = '${uuid}')`;
    const names = await found(
      [`update payment_receipt set amount = amount - 1 where receipt_key = ${receipt}`],
      [`update payment_receipt set amount = amount + 1 where receipt_key = ${receipt}`],
    );
    expect(names).toEqual([expect.stringMatching(/^receipts \| payment_receipt \d+$/)]);
  });

  it('names savings that were not booked, and interest that they did not earn', async () => {
    const account = `insert into savings_product (id, uuid, code, name, state, kind, annual_rate) values (77, gen_random_uuid(), 'X', 'X', 'active', 'ordinary', '0')`;
    const names = await found(
      [
        account,
        `insert into savings_account (id, uuid, account_no, member_id, product_id, kind, state, balance, held, opened_by, interest_accrued)
         values (77, gen_random_uuid(), 'S-77', ${lender.testApp.memberId}, 77, 'ordinary', 'active', 900, 0, 'x', 5)`,
      ],
      [`delete from savings_account where id = 77`, `delete from savings_product where id = 77`],
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'ledger account savings_control | journal_line savings_control',
        'savings | savings_account 77',
        'ledger account interest_payable | journal_line interest_payable',
      ]),
    );
  });

  it('names charges of a provider that were not booked', async () => {
    const names = await found(
      ['update payout set charge = coalesce(charge, 0) + 700'],
      ['update payout set charge = nullif(charge - 700, 0)'],
    );
    expect(names).toEqual(['ledger account charges_payable | journal_line charges_payable']);
  });

  it('names a top-up of the float that is confirmed and not booked', async () => {
    const names = await found(
      [
        `insert into float_top_up (id, uuid, agent_id, agent_no, amount, moved, state, originator_id, receipt_no, requested_by, checks)
         select 78, gen_random_uuid(), id, agent_no, 500, 500, 'confirmed', gen_random_uuid(), 'T78', 'x', 0 from agent limit 1`,
      ],
      ['delete from float_top_up where id = 78'],
    );
    expect(names).toEqual([
      'float top-ups | float_top_up 78',
      expect.stringMatching(/^receipts of what is booked \| float_top_up /),
    ]);
  });

  it('names mobile money in suspense that was not booked', async () => {
    const names = await found(
      [
        `insert into mobile_money_transaction (id, uuid, channel, amount, msisdn, account_reference, reference_key, state, receipt_no, paid_at, recorded_by)
         values (77, gen_random_uuid(), 'mpesa_paybill', 500, '+254712345678', 'X', 'X', 'unallocated', 'T77', now(), 'x')`,
      ],
      ['delete from mobile_money_transaction where id = 77'],
    );
    expect(names).toEqual([
      'ledger account unallocated_receipts | journal_line unallocated_receipts',
      expect.stringContaining('receipts of what is booked | mobile_money_transaction'),
    ]);
  });

  it('names a loan whose place another one took, where only one of them says so', async () => {
    const other = await idOf(`select min(id) as id from loan where id <> ${loanId}`);
    const names = await found(
      [`update loan set refinances = ${other} where id = ${loanId}`],
      [`update loan set refinances = null where id = ${loanId}`],
    );
    expect(names).toContain(`refinanced loans | loan ${loanId}`);
  });

  it('names a repayment that counts for a day before the money was lent', async () => {
    const id = await idOf(`select min(id) as id from loan_entry where kind = 'repayment' and not reversed`);
    const names = await found(
      [`update loan_entry set booked_for = booked_for - 4000 where id = ${id}`],
      [`update loan_entry set booked_for = booked_for + 4000 where id = ${id}`],
    );
    expect(names).toContain(`days of payments | loan_entry ${id}`);
  });

  it('names a journal that counts for a day that was to come', async () => {
    const id = await idOf(`select max(id) as id from journal`);
    const names = await found(
      [
        `alter table journal drop constraint journal_of_the_past`,
        `update journal set value_date = booked_on + 1 where id = ${id}`,
      ],
      [
        `update journal set value_date = booked_on where id = ${id}`,
        `alter table journal add constraint journal_of_the_past check (value_date <= booked_on)`,
      ],
    );
    expect(names).toEqual([`value dates | journal ${id}`]);
  });

  it('names provisions that were not booked', async () => {
    const names = await found(
      [`update loan_classification set provision = provision + 9 where loan_id = ${loanId}`],
      [`update loan_classification set provision = provision - 9 where loan_id = ${loanId}`],
    );
    expect(names).toEqual(['ledger account loan_loss_allowance | journal_line loan_loss_allowance']);
  });

  it('names a day whose close counts other income than it booked, and one that is missing', async () => {
    const last = await idOf(`select max(id) as id from close_of_business`);
    expect(
      await found(
        [`update close_of_business set interest = interest + 1 where id = ${last}`],
        [`update close_of_business set interest = interest - 1 where id = ${last}`],
      ),
    ).toEqual([`closes of business | close_of_business ${last}`]);
    expect(
      await found(
        [`update close_of_business set business_date = business_date + 1 where id = ${last}`],
        [`update close_of_business set business_date = business_date - 1 where id = ${last}`],
      ),
    ).toContain(`closes of business | close_of_business ${last}`);
  });

  it('names a closed day that is not summed as its journals are, and one that is not summed at all', async () => {
    const id = await idOf(`select min(id) as id from ledger_day where account = 'loan_portfolio'`);
    expect(
      await found(
        [`update ledger_day set debit = debit + 2 where id = ${id}`],
        [`update ledger_day set debit = debit - 2 where id = ${id}`],
      ),
    ).toEqual([`days of the ledger | ledger_day ${id}`]);
    const names = await found(
      [
        `create table kept as select * from ledger_day where booked_on = '2026-02-20'`,
        `delete from ledger_day where booked_on = '2026-02-20'`,
      ],
      [`insert into ledger_day overriding system value select * from kept`, 'drop table kept'],
    );
    expect(new Set(names)).toEqual(new Set(['days of the ledger | ledger_day 2026-02-20']));
  });

  it('names a closed day whose classes are not its portfolio, or whose provisions were not booked', async () => {
    const id = await idOf(`select max(id) as id from close_of_business`);
    for (const part of ['principal', 'provision']) {
      const to = (by: string) =>
        `update close_of_business set portfolio = jsonb_set(portfolio, '{bands,0,${part}}',
           to_jsonb((portfolio #>> '{bands,0,${part}}')::bigint ${by})) where id = ${id}`;
      expect(await found([to('+ 4')], [to('- 4')])).toEqual([`portfolios of closed days | close_of_business ${id}`]);
    }
  });

  it('names a column that keeps money in floating point', async () => {
    const names = await found(
      [`alter table agent alter column float type double precision`],
      [`alter table agent alter column float type bigint`],
    );
    expect(names).toContain('amounts are whole | agent float');
  });

  it('names a correction of a journal that is not there', async () => {
    const id = await idOf(`select max(id) as id from journal`);
    const names = await found(
      [`update journal set reversal_of = 999999 where id = ${id}`],
      [`update journal set reversal_of = null where id = ${id}`],
    );
    expect(names).toEqual([`corrections | journal ${id}`]);
  });

  describe('of a repayment that was taken back', () => {
    let id: string;
    let original: string;
    beforeAll(async () => {
      await lender.takeBack(loanId, await lender.repay(loanId, 700_000n));
      id = await idOf(`select id from journal where event_type = 'repayment.reversed'`);
      original = await idOf(`select reversal_of as id from journal where id = ${id}`);
    });

    it('names a correction of less than was booked, and one on the sides of what it undoes, though both balance', async () => {
      const largest = `id in (select distinct on (side) id from journal_line where journal_id = ${id} order by side, amount desc)`;
      const turn = `update journal_line set side = case side when 'debit' then 'credit' else 'debit' end where journal_id = ${id}`;
      for (const [damage, repair] of [
        [
          `update journal_line set amount = amount - 5 where ${largest}`,
          `update journal_line set amount = amount + 5 where ${largest}`,
        ],
        [turn, turn],
      ] as const) {
        const names = await found([damage], [repair]);
        expect(names).toContain(`corrections | journal ${id}`);
        expect(names).not.toContain(`journals balance | journal ${id}`);
      }
    });

    it('names a correction that takes the money from another account', async () => {
      const names = await found(
        [`update journal_line set account = 'bank' where journal_id = ${id} and account = 'cash'`],
        [`update journal_line set account = 'cash' where journal_id = ${id} and account = 'bank'`],
      );
      expect(names).toContain(`corrections | journal ${id}`);
    });

    it('names a correction of another record, a second one, and one that is older than what it undoes', async () => {
      const restore = `update journal set reversal_of = ${original} where id = ${id}`;
      const other = await idOf(`select min(id) as id from journal where event_type = 'repayment.booked'`);
      expect(await found([`update journal set reversal_of = ${other} where id = ${id}`], [restore])).toEqual([
        `corrections | journal ${id}`,
      ]);
      const second = `insert into journal (id, uuid, event_uuid, event_type, subject_type, subject_id, booked_on, value_date, currency, reversal_of)
        select 99990, gen_random_uuid(), event_uuid, event_type, subject_type, subject_id, booked_on, value_date, currency, reversal_of
          from journal where id = ${id}`;
      const names = await found([second], ['delete from journal where id = 99990']);
      expect(names).toContain('corrections | journal 99990');
      expect(names).not.toContain(`corrections | journal ${id}`);
      expect(
        await found(
          [
            `update journal set reversal_of = ${id} where id = ${original}`,
            `update journal set reversal_of = null where id = ${id}`,
          ],
          [`update journal set reversal_of = null where id = ${original}`, restore],
        ),
      ).toEqual([`corrections | journal ${original}`]);
    });
  });

  it('names a student who is shown as owing what no invoice says', async () => {
    const names = await found(
      [
        'set session_replication_role = replica',
        `insert into student (id, uuid, admission_no, admission_key, pay_code, programme_id, first_name, last_name, gender,
                              year_of_study, study_mode, sponsorship_type, guardians, state, erased, balance_due)
         values (999, gen_random_uuid(), 'ADM/999', 'ADM999', 'S999', 1, 'F', 'L', 'female', 1, 'full_time', 'self', '[]',
                 'active', false, 500)`,
        'set session_replication_role = origin',
      ],
      [
        'set session_replication_role = replica',
        'delete from student where id = 999',
        'set session_replication_role = origin',
      ],
    );
    expect(names).toEqual(['students’ balances | student 999']);
  });

  it('names a comparison that shows breaks that there are not', async () => {
    const names = await found(
      [
        `insert into reconciliation (id, uuid, account, source, covers_from, covers_through, digest, lines, matched, in_there,
                                     out_there, fees_there, opening_here, in_here, out_here, closing_here, in_transit,
                                     compared_at, compared_by, open_breaks)
         values (999, gen_random_uuid(), 'mpesa_float', 'statement', '2026-01-01', '2026-01-01', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0,
                 0, now(), 'test', 2)`,
      ],
      ['delete from reconciliation where id = 999'],
    );
    expect(names).toEqual(['open breaks | reconciliation 999']);
  });

  it('is content again once everything is repaired', async () => {
    expect(await lender.violations()).toEqual([]);
  });

  it('has a damage for each check, so that none passes because it looks at nothing', () => {
    expect(checks.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
  });
});
