import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtMaturity } from '#core/savings/maturity.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { openLender, type Lender } from '../../../support/lender.ts';
import { moveClock } from '../../../support/moved-clock.ts';

let lender: Lender;
let deposits: number;
let ordinary: number;
beforeAll(async () => {
  lender = await openLender('2026-03-01');
  const { testApp } = lender;
  [deposits = 0, ordinary = 0] = await testApp.database.write(testApp.tenantId, async (tx) => {
    const common = { dayCount: 'actual_365', withholdingTaxRate: '15' } as const;
    const fixed = SavingsProduct.offer({
      ...common,
      uuid: randomUUID(),
      code: 'FIX1',
      name: 'One month',
      kind: 'fixed_deposit',
      annualRate: '7.3',
      termMonths: 1,
      rateAfterMaturity: '0.73',
      breakCost: '50',
    });
    const free = SavingsProduct.offer({
      uuid: randomUUID(),
      code: 'FREE',
      name: 'Ordinary',
      kind: 'ordinary',
      annualRate: '0',
      termMonths: null,
    });
    tx.of(SavingsProduct).add(fixed, free);
    await tx.flush();
    return [fixed.id, free.id];
  });
});
afterAll(() => lender.testApp.close());

type Row = { state: string; balance: string; accrued: string; matures_on: string; matured_on: string | null };
const shown = async (id: number) => {
  const [row] = await lender.testApp.sql<Row>(
    `select state, balance::text, interest_accrued::text as accrued, matures_on::text, matured_on::text
       from savings_account where id = $1`,
    [id],
  );
  return { ...row!, balance: BigInt(row!.balance), accrued: BigInt(row!.accrued) };
};
const movements = async (account: number) => {
  const rows = await lender.testApp.sql<{ type: string; amount: string; balance_after: string }>(
    'select type, amount::text, balance_after::text from savings_transaction where account_id = $1 order by id',
    [account],
  );
  return rows.map(({ type, amount, balance_after: after }) => [type, BigInt(amount), BigInt(after)]);
};
const open = async (more: { atMaturity?: AtMaturity; payoutAccountId?: number } = {}, productId = deposits) => {
  const { app, memberId, done } = lender.testApp;
  return (await done(app.savings.openSavingsAccount, { memberId, productId, ...more })).id;
};
const deposit = (savingsAccountId: number, amount: bigint) =>
  lender.testApp.done(lender.testApp.app.savings.depositSavings, { savingsAccountId, amount, channel: 'cash' });
const closeThrough = async (day: string) => {
  lender.moveTo(Temporal.PlainDate.from(day).add({ days: 1 }));
  await lender.close();
};

describe('A fixed deposit that matures (finding: it went on earning its full rate)', () => {
  it('does what was agreed at its opening, and the books agree', async () => {
    const target = await open({}, ordinary);
    const waiting = await open({ atMaturity: 'wait' });
    const rolling = await open({ atMaturity: 'roll_over' });
    const renewing = await open({ atMaturity: 'roll_over_new_terms' });
    const paying = await open({ atMaturity: 'pay_out', payoutAccountId: target });
    for (const id of [waiting, rolling, renewing, paying]) await deposit(id, 1_000_000n);
    // 1,000,000 x 7.3 % / 365 = 200 a day; 31 days from 1 to 31 March, less 15 % tax.
    await closeThrough('2026-03-31');
    const grown = 1_000_000n + 6_200n - 930n;
    expect(await shown(waiting)).toMatchObject({ balance: grown, matured_on: '2026-04-01', state: 'active' });
    expect(await shown(rolling)).toMatchObject({ balance: grown, matured_on: null, matures_on: '2026-05-01' });
    expect(await shown(renewing)).toMatchObject({ balance: grown, matured_on: null, matures_on: '2026-05-01' });
    expect(await shown(paying)).toMatchObject({ balance: 0n, state: 'closed' });
    expect((await shown(target)).balance).toBe(grown);
    expect(await lender.violations()).toEqual([]);
    await closeThrough('2026-04-10');
    // A tenth of the rate while it waits; the full rate while it is bound.
    expect([(await shown(waiting)).accrued, (await shown(rolling)).accrued]).toEqual([201n, 2_011n]);
    expect(await lender.violations()).toEqual([]);
  });

  it('does so where it bears no interest (finding: it was never closed, and so stayed bound)', async () => {
    const { testApp } = lender;
    const bare = await testApp.database.write(testApp.tenantId, async (tx) => {
      const offered = SavingsProduct.offer({
        uuid: randomUUID(),
        code: 'BARE',
        name: 'A safe',
        kind: 'fixed_deposit',
        annualRate: '0',
        termMonths: 1,
      });
      tx.of(SavingsProduct).add(offered);
      await tx.flush();
      return offered.id;
    });
    const target = await open({}, ordinary);
    const paying = await open({ atMaturity: 'pay_out', payoutAccountId: target }, bare);
    const rolling = await open({ atMaturity: 'roll_over' }, bare);
    const waiting = await open({ atMaturity: 'wait' }, bare);
    const empty = await open({ atMaturity: 'wait' }, bare);
    for (const id of [paying, rolling, waiting]) await deposit(id, 50_000n);
    const matures = lender.today().add({ months: 1 });
    await closeThrough(matures.subtract({ days: 2 }).toString());
    for (const id of [paying, rolling, waiting, empty])
      expect(await shown(id)).toMatchObject({ matures_on: matures.toString(), matured_on: null });
    await closeThrough(matures.subtract({ days: 1 }).toString());
    expect(await shown(paying)).toMatchObject({ balance: 0n, state: 'closed', matured_on: matures.toString() });
    expect(await movements(target)).toEqual([['transfer_in', 50_000n, 50_000n]]);
    const next = matures.add({ months: 1 }).toString();
    expect(await shown(rolling)).toMatchObject({ balance: 50_000n, matured_on: null, matures_on: next });
    for (const id of [waiting, empty]) expect(await shown(id)).toMatchObject({ matured_on: matures.toString() });
    // Once.
    await closeThrough(matures.add({ days: 3 }).toString());
    expect(await movements(target)).toHaveLength(1);
    expect(await lender.violations()).toEqual([]);
  });

  it('has its day closed where the institution has nothing else (finding: no loan, no interest, no close)', async () => {
    const other = await openLender('2026-03-01');
    const { app, memberId, done, sql } = other.testApp;
    try {
      const product = await other.testApp.database.write(other.testApp.tenantId, async (tx) => {
        const bare = { code: 'BARE', name: 'A safe', kind: 'fixed_deposit', annualRate: '0', termMonths: 1 } as const;
        const offered = SavingsProduct.offer({ uuid: randomUUID(), ...bare });
        tx.of(SavingsProduct).add(offered);
        await tx.flush();
        return offered.id;
      });
      const terms = { memberId, productId: product, atMaturity: 'wait' as const };
      const { id } = await done(app.savings.openSavingsAccount, terms);
      const due = async (day: string) => {
        const at = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '12:00' });
        return other.testApp.database.find('select through::text from tenants_to_close($1, 10)', [
          at.toInstant().toString(),
        ]);
      };
      // Its last day is 31 March.
      expect(await due('2026-03-31')).toEqual([]);
      expect(await due('2026-04-01')).toEqual([{ through: '2026-03-31' }]);
      other.moveTo('2026-04-03');
      expect(await other.close()).toEqual({ days: 3, through: true });
      expect(await sql('select matured_on::text as day from savings_account where id = $1', [id])).toEqual([
        { day: '2026-04-01' },
      ]);
    } finally {
      await other.testApp.close();
    }
  });

  it('waits where nothing was agreed of its end, and the days are closed (finding: none was, once it was over)', async () => {
    const { app, sql, memberId, done } = lender.testApp;
    const [product] = await sql<{ id: number }>(`select id::int from savings_product where code = 'BARE'`);
    const terms = { memberId, productId: product!.id, atMaturity: 'wait' as const };
    const before = await done(app.savings.openSavingsAccount, terms);
    const bearing = await open({ atMaturity: 'wait' });
    for (const id of [before.id, bearing]) await deposit(id, 50_000n);
    const matures = lender.today().add({ months: 1 });
    // As they are from before agreements were made.
    await sql('update savings_account set maturity = null where id = any($1)', [[before.id, bearing]]);
    await closeThrough(matures.add({ days: 1 }).toString());
    for (const id of [before.id, bearing]) expect(await shown(id)).toMatchObject({ state: 'active', matured_on: null });
    expect(await lender.violations()).toEqual([]);
    await sql('update savings_account set maturity = $2 where id = any($1)', [
      [before.id, bearing],
      JSON.stringify({ atMaturity: 'wait', payoutAccountId: null, rateAfter: '0', breakCost: '100' }),
    ]);
    await closeThrough(matures.add({ days: 2 }).toString());
    for (const id of [before.id, bearing]) expect(await shown(id)).toMatchObject({ matured_on: matures.toString() });
  });

  it('makes no day due that is closed or has no agreement (finding: an institution was closed day after day for it)', async () => {
    const product = async ({ testApp }: Lender) =>
      testApp.database.write(testApp.tenantId, async (tx) => {
        const bare = { code: 'BARE', name: 'A safe', kind: 'fixed_deposit', annualRate: '0', termMonths: 1 } as const;
        const offered = SavingsProduct.offer({ uuid: randomUUID(), ...bare });
        tx.of(SavingsProduct).add(offered);
        await tx.flush();
        return offered.id;
      });
    const opened = async ({ testApp: { app, memberId, done } }: Lender, productId: number) =>
      (await done(app.savings.openSavingsAccount, { memberId, productId, atMaturity: 'wait' as const })).id;
    const others = [await openLender('2026-03-01'), await openLender(null)] as const;
    try {
      for (const each of others) {
        const { app, done, sql } = each.testApp;
        const bare = await product(each);
        const [closed, before] = [await opened(each, bare), await opened(each, bare)];
        await done(app.savings.closeSavingsAccount, { savingsAccountId: closed, reason: 'Not wanted.' });
        await sql('update savings_account set maturity = null where id = $1', [before]);
      }
      const [first, clocked] = others;
      const at = Temporal.Instant.from('2026-04-03T09:00:00Z').toString();
      expect(await first.testApp.database.find('select from tenants_to_close($1, 10)', [at])).toEqual([]);
      first.moveTo('2026-04-03');
      // The day that is asked for alone, and none since their terms ended.
      expect(await first.close()).toMatchObject({ days: 1 });
      const { app, done, clock, tenantId } = clocked.testApp;
      await done(app.testClock.advance, { to: clock().add({ hours: 40 * 24 }) });
      await moveClock(app, tenantId);
      expect(await clocked.testApp.sql('select business_date from close_of_business')).toEqual([]);
    } finally {
      for (const { testApp } of others) await testApp.close();
    }
  });

  it('is withdrawn once it waits, and while it is bound only by breaking it, which costs its part of the interest', async () => {
    const start = lender.today();
    const id = await open();
    await deposit(id, 1_000_000n);
    await closeThrough(start.add({ days: 9 }).toString());
    const { app, done } = lender.testApp;
    const withdraw = (amount: bigint) =>
      done(app.savings.withdrawSavings, { savingsAccountId: id, amount, channel: 'cash' });
    await expect(withdraw(1n)).rejects.toMatchObject({ code: 'withdrawal_not_allowed' });
    await expect(done(app.savings.breakFixedDeposit, { savingsAccountId: id })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const reason = 'School fees.';
    await done(app.savings.breakFixedDeposit, { savingsAccountId: id, reason });
    // Ten days of 200, of which half is kept, less 15 % tax.
    expect(await shown(id)).toMatchObject({ balance: 1_000_850n, accrued: 0n });
    expect(await lender.violations()).toEqual([]);
    await withdraw(1_000_850n);
    await expect(done(app.savings.breakFixedDeposit, { savingsAccountId: id, reason })).rejects.toMatchObject({
      code: 'withdrawal_not_allowed',
    });
    expect(await lender.violations()).toEqual([]);
  });

  it('earns the same after its break, whether a wrong withdrawal was reversed or never was (finding: the interest of the break was no movement)', async () => {
    const { app, done } = lender.testApp;
    // Within one month: nothing is posted before the break.
    await closeThrough(lender.today().with({ day: 1 }).add({ months: 1, days: 1 }).toString());
    const start = lender.today();
    const [untouched, corrected] = [await open(), await open()];
    for (const id of [untouched, corrected]) await deposit(id, 1_000_000_000n);
    await closeThrough(start.add({ days: 9 }).toString());
    for (const savingsAccountId of [untouched, corrected])
      await done(app.savings.breakFixedDeposit, { savingsAccountId, reason: 'School fees.' });
    // Ten days of 200,000, of which half is kept, less 15 % tax.
    expect(await movements(untouched)).toEqual([
      ['deposit', 1_000_000_000n, 1_000_000_000n],
      ['interest', 1_000_000n, 1_001_000_000n],
      ['withholding_tax', 150_000n, 1_000_850_000n],
    ]);
    await closeThrough(start.add({ days: 17 }).toString());
    const withdrawal = { savingsAccountId: corrected, amount: 5_000n, channel: 'cash' } as const;
    const { id: savingsTransactionId } = await done(app.savings.withdrawSavings, withdrawal);
    await done(app.savings.reverseSavingsTransaction, { savingsTransactionId, reason: 'Wrong.' });
    // Eight days of 20,017, on the interest of the break too.
    expect(await shown(corrected)).toMatchObject({ balance: 1_000_850_000n, accrued: 160_136n });
    expect(await shown(corrected)).toEqual(await shown(untouched));
    expect(await lender.violations()).toEqual([]);
  });

  it('costs a fee where its break takes posted interest back, less the tax returned, and its list foots', async () => {
    const { app, done } = lender.testApp;
    // Over the end of a month, when interest is posted.
    await closeThrough(lender.today().with({ day: 1 }).add({ months: 1, days: 24 }).toString());
    const id = await open();
    const opened = lender.today();
    await deposit(id, 1_000_000n);
    const end = opened.with({ day: opened.daysInMonth });
    await closeThrough(end.toString());
    const days = BigInt(opened.until(end).days + 1);
    await done(app.savings.breakFixedDeposit, { savingsAccountId: id, reason: 'School fees.' });
    // 200 a day were posted, of which half is the cost; 15 % tax of that is returned.
    const [interest, tax] = [200n * days, 30n * days];
    const [cost, left] = [85n * days, 1_000_000n + 85n * days];
    expect(await movements(id)).toEqual([
      ['deposit', 1_000_000n, 1_000_000n],
      ['interest', interest, 1_000_000n + interest],
      ['withholding_tax', tax, 1_000_000n + interest - tax],
      ['fee', cost, left],
    ]);
    expect(await shown(id)).toMatchObject({ balance: left, accrued: 0n });
    expect(await lender.violations()).toEqual([]);
  });

  it('is broken once yesterday is closed, and earns the same whenever that is (finding: a break before the close earned from another day)', async () => {
    const { app, done } = lender.testApp;
    await closeThrough(lender.today().with({ day: 1 }).add({ months: 1, days: 1 }).toString());
    const start = lender.today();
    const [early, late] = [await open(), await open()];
    for (const id of [early, late]) await deposit(id, 1_000_000n);
    await closeThrough(start.add({ days: 7 }).toString());
    // The tenth day has begun, and the ninth is not closed yet.
    lender.moveTo(start.add({ days: 9 }));
    const breaking = (savingsAccountId: number) =>
      done(app.savings.breakFixedDeposit, { savingsAccountId, reason: 'School fees.' });
    await expect(breaking(early)).rejects.toMatchObject({
      code: 'business_day_open',
      details: { savings_account_id: early, open_since: start.add({ days: 8 }).toString() },
    });
    await lender.close();
    await breaking(early);
    await breaking(late);
    // Nine days of 200, of which half is kept, less 15 % tax.
    expect(await shown(early)).toMatchObject({ balance: 1_000_765n, accrued: 0n });
    expect(await shown(late)).toEqual(await shown(early));
    // On the day on which it is opened nothing was earned before.
    const same = await open();
    await deposit(same, 1_000n);
    await breaking(same);
    expect(await lender.violations()).toEqual([]);
  });

  it('keeps what came in under terms that have ended: what that earned was settled then', async () => {
    const id = await open({ atMaturity: 'roll_over' });
    const { app, done, sql } = lender.testApp;
    const of = await done(app.savings.depositSavings, { savingsAccountId: id, amount: 1_000_000n, channel: 'cash' });
    const { matures_on: maturesOn } = await shown(id);
    await closeThrough(Temporal.PlainDate.from(maturesOn).subtract({ days: 1 }).toString());
    expect((await shown(id)).matures_on).not.toBe(maturesOn);
    const [before] = await sql('select balance, version from savings_account where id = $1', [id]);
    const back = { savingsTransactionId: of.id, reason: 'It was another member’s.' };
    await expect(done(app.savings.reverseSavingsTransaction, back)).rejects.toMatchObject({
      code: 'savings_transaction_not_reversible',
      details: { savings_transaction_id: of.id, type: 'deposit' },
    });
    expect(await sql('select balance, version from savings_account where id = $1', [id])).toEqual([before]);
  });

  it('is paid out to an ordinary account of its own member alone', async () => {
    const { app, memberId, done } = lender.testApp;
    const opening = { memberId, productId: deposits, atMaturity: 'pay_out' } as const;
    await expect(done(app.savings.openSavingsAccount, opening)).rejects.toMatchObject({ code: 'validation_failed' });
    const other = await done(app.savings.openSavingsAccount, {
      memberId: await lender.testApp.newMember(),
      productId: ordinary,
    });
    await expect(done(app.savings.openSavingsAccount, { ...opening, payoutAccountId: other.id })).rejects.toMatchObject(
      { code: 'unknown_reference' },
    );
  });

  it('is still one person’s word where it was paid out (finding: what one had recorded on it they withdrew from the other account)', async () => {
    const { app, done, tenantId, internals, settings } = lender.testApp;
    const [teller, another] = [await lender.testApp.newClient(), await lender.testApp.newClient()];
    const target = await open({}, ordinary);
    const paying = await open({ atMaturity: 'pay_out', payoutAccountId: target });
    await deposit(paying, 100_000n);
    const { matures_on: maturesOn } = await shown(paying);
    lender.moveTo(Temporal.PlainDate.from(maturesOn).subtract({ days: 1 }));
    const said = { savingsAccountId: paying, amount: 900_000n, channel: 'bank', reference: 'FTAIR9' } as const;
    await done(app.savings.depositSavings, said, teller.caller);
    await closeThrough(Temporal.PlainDate.from(maturesOn).subtract({ days: 1 }).toString());
    expect(await shown(paying)).toMatchObject({ state: 'closed' });
    await asOwner(settings.adminUrl, (client) => client.query('update tenant set four_eyes = true'));
    internals.tenants.forget(tenantId);
    const withdraw = (by: typeof teller, reference: string) =>
      done(
        app.savings.withdrawSavings,
        { savingsAccountId: target, amount: 900_000n, channel: 'bank', reference },
        by.caller,
      );
    await expect(withdraw(teller, 'FTOUT9')).rejects.toMatchObject({ code: 'four_eyes_required' });
    await withdraw(another, 'FTOUT9');
  });
});
