import { APP_FLOAT } from '#core/payment-bridge/use-cases/top-up.ts';
import type { AccountRole } from '#core/payments/account-rail.ts';
import type { Cents } from '#core/kernel/money.ts';
import type { ProviderName } from '#core/payments/channels.ts';
import type { TenantTransaction } from '../database.ts';
import { turnoversBy } from '../ledger/balances.ts';
import { movedBetween } from '../ledger/days.ts';
import { inStripesOf } from '../lending/striped-floats.ts';

/**
 * What the books say that an account at M-Pesa holds, in minor units. The provider may hold up to `less` below it and up to
 * `more` above: that much is on its way, or was settled after the provider counted.
 */
export type AccountInBooks = { readonly booked: bigint; readonly less: bigint; readonly more: bigint };

type Amounts = {
  readonly float: string;
  readonly held: string;
  readonly paying_transit: string;
  readonly paid_since: string;
  readonly collected: string;
  readonly collected_since: string;
  readonly business_transit: string;
  readonly charged_since: string;
  readonly may_be_charged: string;
  readonly topping_up: string;
  readonly topped_up_since: string;
};

/** The float of all agents at a provider, wherever it lies. */
const floatsAt = (provider: ProviderName) =>
  `select coalesce(sum(a.float + t.float), 0) as float, coalesce(sum(a.held + t.held), 0) as held
     from agent a cross join lateral (${inStripesOf('a')}) t where a.provider = '${provider}'`;

/**
 * The float of agents, and what was moved there for apps and not paid out, lies with the account that pays; a sandbox's play
 * money does not, nor what apps have topped up at the bank. What apps collect comes into the account that collects, from which businesses are paid as well.
 * A provider counts in whole seconds ($1): what was settled in the same one may be counted or not.
 */
const AMOUNTS = `
  with counted as (select date_trunc('second', $1::timestamptz) as at),
       agents as (${floatsAt('mpesa')}),
       apps as (select coalesce(sum(amount) filter (where source_type <> 'collection'), 0) as float,
                       coalesce(sum(amount) filter (where source_type = 'collection'), 0) as collected,
                       coalesce(sum(amount) filter (where type = 'collection' and exists (
                         select from collection c where c.uuid = source_uuid and c.settled_at >= counted.at)), 0) as collected_since
                  from app_transaction cross join counted
                 where type <> 'fee' and source_type <> 'app_account'
                   and not exists (select from topup t where t.uuid = source_uuid and not t.sandbox)
                   and not exists (select from payout p where p.uuid = source_uuid and p.provider <> 'mpesa')
                   and not exists (select from collection c where c.uuid = source_uuid and c.provider <> 'mpesa')),
       moved as (select coalesce(sum(amount), 0) as float from payment_receipt_use
                  where party = '${APP_FLOAT}' and state = 'live'),
       payouts as (select coalesce(sum(p.amount) filter (where p.state = 'sending'), 0) as held,
                          coalesce(sum(p.amount) filter (where p.state in ('sent', 'unknown', 'review')), 0) as transit,
                          count(*) filter (where p.state in ('sending', 'sent', 'unknown', 'review')) as open,
                          coalesce(sum(p.amount) filter (where p.state = 'succeeded' and p.settled_at >= counted.at), 0) as paid_since,
                          coalesce(sum(p.charge) filter (where p.state = 'succeeded' and p.settled_at >= counted.at), 0) as charged_since,
                          coalesce(max(p.charge), 0) as dearest
                     from payout p cross join counted where p.provider = 'mpesa'),
       loans as (select coalesce(sum(d.in_transit) filter (where d.channel = 'mpesa_b2c' and d.in_transit > 0), 0) as transit,
                        coalesce(sum(d.in_transit) filter (where d.channel = 'mpesa_b2b' and d.in_transit > 0), 0) as business_transit,
                        count(*) filter (where d.channel like 'mpesa%' and d.state in ('sending', 'sent', 'unknown', 'review')) as open,
                        coalesce(sum(d.amount - d.netted) filter (where d.channel = 'mpesa_b2c' and d.state = 'confirmed'
                                                                    and d.settled_at >= counted.at), 0) as paid_since,
                        coalesce(sum(d.charge) filter (where d.settled_at >= counted.at), 0) as charged_since,
                        coalesce(max(d.charge), 0) as dearest
                   from disbursement d cross join counted),
       top_ups as (select coalesce(sum(t.amount) filter (where t.state in ('sending', 'sent', 'unknown', 'review')), 0) as transit,
                          count(*) filter (where t.state in ('sending', 'sent', 'unknown', 'review')) as open,
                          coalesce(sum(t.moved) filter (where t.state = 'confirmed' and t.settled_at >= counted.at), 0) as since,
                          coalesce(sum(t.charge) filter (where t.settled_at >= counted.at), 0) as charged_since,
                          coalesce(max(t.charge), 0) as dearest
                     from float_top_up t cross join counted),
       received as (select coalesce(sum(m.amount), 0) as since from mobile_money_transaction m cross join counted
                     where m.receipt_no is not null and m.paid_at >= counted.at and m.channel like 'mpesa%')
  select agents.float + apps.float + moved.float - payouts.transit as float,
         agents.held + payouts.held as held,
         loans.transit + payouts.transit as paying_transit,
         payouts.paid_since + loans.paid_since as paid_since,
         apps.collected as collected,
         apps.collected_since + received.since as collected_since,
         loans.business_transit as business_transit,
         payouts.charged_since + loans.charged_since + top_ups.charged_since as charged_since,
         (payouts.open + loans.open + top_ups.open)
           * greatest(payouts.dearest, loans.dearest, top_ups.dearest) as may_be_charged,
         top_ups.transit as topping_up,
         top_ups.since as topped_up_since
    from agents, apps, moved, payouts, loans, top_ups, received`;

/**
 * At Airtel Money there is one account for everything. What it charges may be taken from that account or be billed: the
 * books owe it, and that much may be missing. What is prompted may have come before it is booked.
 */
const AMOUNTS_AT_AIRTEL = `
  with counted as (select date_trunc('second', $1::timestamptz) as at),
       agents as (${floatsAt('airtel')}),
       apps as (select coalesce(sum(amount), 0) as float from app_transaction
                 where type <> 'fee' and source_type <> 'app_account'
                   and (exists (select from payout p where p.uuid = source_uuid and p.provider = 'airtel')
                        or exists (select from collection c where c.uuid = source_uuid and c.provider = 'airtel'))),
       payouts as (select coalesce(sum(p.amount) filter (where p.state = 'sending'), 0) as held,
                          coalesce(sum(p.amount) filter (where p.state in ('sent', 'unknown', 'review')), 0) as transit,
                          coalesce(sum(p.amount) filter (where p.state = 'succeeded' and p.settled_at >= counted.at), 0) as paid_since
                     from payout p cross join counted where p.provider = 'airtel'),
       loans as (select coalesce(sum(d.in_transit) filter (where d.in_transit > 0), 0) as transit,
                        coalesce(sum(d.amount - d.netted) filter (where d.state = 'confirmed' and d.settled_at >= counted.at), 0) as paid_since
                   from disbursement d cross join counted where d.channel = 'airtel_b2c'),
       prompts as (select coalesce(sum(amount) filter (where state in ('pending', 'sent', 'unknown')), 0) as awaited,
                          coalesce(sum(amount) filter (where receipt_no is not null and paid_at >= counted.at), 0) as since
                     from mobile_money_transaction cross join counted where channel = 'airtel'),
       collected as (select coalesce(sum(amount) filter (where state in ('sent', 'unknown', 'review')), 0) as awaited,
                            coalesce(sum(amount) filter (where state = 'succeeded' and settled_at >= counted.at), 0) as since
                       from collection cross join counted where provider = 'airtel')
  select agents.float + apps.float - payouts.transit as float,
         agents.held + payouts.held + prompts.since + collected.since as less,
         loans.transit + payouts.transit + payouts.paid_since + loans.paid_since
           + prompts.awaited + collected.awaited as more
    from agents, apps, payouts, loans, prompts, collected`;

/** What is owed to Airtel for its charges, minor units. */
const OWED_TO_AIRTEL = `
  select (select coalesce(sum(charge), 0) from disbursement where channel = 'airtel_b2c')
       + (select coalesce(sum(charge), 0) from payout where provider = 'airtel')
       - (select coalesce(sum(amount), 0) from payment_receipt_use where party = 'charges:airtel' and state = 'live') as owed`;

async function owedToAirtel(sql: TenantTransaction['sql']): Promise<bigint> {
  const [row] = await sql<{ owed: string }>(OWED_TO_AIRTEL, []);
  return BigInt(row?.owed ?? 0);
}

/** What a provider is owed for its charges, in minor units: what all of them are, less what Airtel is, is M-Pesa's. */
export async function lockChargesOwed({ sql }: TenantTransaction, provider: ProviderName): Promise<Cents> {
  await sql(
    `select pg_advisory_xact_lock(hashtextextended('charges_payable of ' || current_setting('app.tenant'), 0))`,
    [],
  );
  const airtel = await owedToAirtel(sql);
  if (provider === 'airtel') return airtel;
  const [row] = await sql<{ owed: string }>(
    `select coalesce(sum(credit - debit), 0)::text as owed
       from (${movedBetween(`'-infinity'::date`, `'infinity'::date`, `m.account = 'charges_payable'`)}) moved`,
    [],
  );
  return BigInt(row?.owed ?? 0) - airtel;
}

/** What the books say of the account at Airtel Money. `since`: when Airtel counted. */
export async function booksAtAirtel(
  sql: TenantTransaction['sql'],
  { today, since }: { readonly today: Temporal.PlainDate; readonly since: Temporal.Instant },
): Promise<AccountInBooks> {
  const [row] = await sql<{ float: string; less: string; more: string }>(AMOUNTS_AT_AIRTEL, [since.toString()]);
  if (!row) throw new Error('The float at Airtel could not be read.');
  const collected = (await turnoversBy(sql, today))
    .filter(({ account }) => account === 'airtel_collected')
    .reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
  return {
    booked: BigInt(row.float) + collected,
    less: BigInt(row.less) + (await owedToAirtel(sql)),
    more: BigInt(row.more),
  };
}

/** What the books say of each account of a shortcode. `since`: when the provider counted. */
export async function booksOf(
  sql: TenantTransaction['sql'],
  { today, since }: { readonly today: Temporal.PlainDate; readonly since: Temporal.Instant },
): Promise<{ readonly [R in AccountRole]: AccountInBooks }> {
  const [row] = await sql<Amounts>(AMOUNTS, [since.toString()]);
  if (!row) throw new Error('The float of the books could not be read.');
  const turnovers = await turnoversBy(sql, today);
  const held = (name: string) =>
    turnovers.filter(({ account }) => account === name).reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
  return {
    paying: {
      booked: BigInt(row.float),
      less: BigInt(row.held) + BigInt(row.topped_up_since),
      // A top-up is booked once it is confirmed: the money may be here before.
      more: BigInt(row.paying_transit) + BigInt(row.paid_since) + BigInt(row.topping_up),
    },
    collecting: {
      booked: held('mpesa_paybill') + BigInt(row.collected),
      less: BigInt(row.collected_since) + BigInt(row.topping_up),
      more: BigInt(row.business_transit) + BigInt(row.topped_up_since),
    },
    // The provider takes its charges from an account of ours that it lets go below nothing: we owe that.
    charges: {
      booked: held('charges_payable') + (await owedToAirtel(sql)),
      less: BigInt(row.may_be_charged),
      more: BigInt(row.charged_since),
    },
  };
}
