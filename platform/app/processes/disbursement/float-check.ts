import { randomUUID } from 'node:crypto';
import { Incident, INCIDENTS, type IncidentKind } from '#core/payments/incident/incident.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { report } from '#core/payments/payment-incidents.ts';
import { outcome } from '#core/kernel/outcome.ts';
import {
  BalanceDeclined,
  type AccountBalance,
  type BalanceCallback,
  type ProviderBalance,
} from '#core/payments/account-rail.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Transact } from '../../transact.ts';
import { booksAtAirtel, booksOf, type AccountInBooks } from '../../../postgres/payments/provider-accounts.ts';
import { receiptPorts } from '../../../postgres/payments/repository.ts';
import { withoutHurry } from '../../../postgres/ledger/balances.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { ProviderAccount, ProviderAccountsOf } from '../../../rails/rail.ts';

const REPLY_DEADLINE_MS = 10_000;

/** What is recorded of a provider's balance: by the text that it notified. */
export type NotifiedBalance = {
  readonly railUuid: string;
  readonly callback: BalanceCallback;
  readonly text: string;
};

/** The balances of an institution's own accounts at its providers. */
export function floatCheck({ run }: Transact, accountsOf: ProviderAccountsOf) {
  const record = floatRecorder(run);
  const request = async (caller: Caller, account: ProviderAccount): Promise<void> => {
    const isRefused = await run('requestFloat', caller, async (tx, { now, actor }) => {
      const { isRefused, noticed } = await noteCredential(tx, account, { now, actor });
      // Who is not asked has nothing to answer; a bank says its balance in its statements.
      const isAsked = !isRefused && account.provider !== 'bank';
      const silent = isAsked ? await noteSilence(tx, account, now) : [];
      await tx.sql('update rail set balance_requested_at = $1 where uuid = $2', [instantText(now), account.uuid]);
      return outcome(isRefused, ...noticed, ...silent);
    });
    // Each further request with a credential that is locked makes it worse.
    if (isRefused) return;
    const balance = await account.rail
      .requestBalance(AbortSignal.timeout(REPLY_DEADLINE_MS))
      .catch(async (error: unknown) => {
        if (error instanceof BalanceDeclined) {
          await run('requestFloat', caller, async (tx) =>
            outcome(null, ...(await noteUnknown(tx, account, error.message, error.of))),
          );
        }
        throw error;
      });
    if (balance !== null) await record(caller, account, balance);
  };
  return {
    /**
     * Requests each of them, whatever the others do. What a provider replies immediately is recorded. False where there is
     * no provider.
     * @throws AggregateError what failed, once all were requested
     */
    requestFloat: async (caller: Caller): Promise<boolean> => {
      const accounts = await accountsOf(caller.tenantId);
      const failures: unknown[] = [];
      const providers: string[] = [];
      for (const account of accounts) {
        await request(caller, account).catch((error: unknown) => {
          failures.push(error);
          providers.push(account.provider);
        });
      }
      if (failures.length > 0) {
        throw new AggregateError(failures, `The balance could not be requested of ${providers.join(', ')}.`);
      }
      return accounts.length > 0;
    },

    /** Records one that a provider notifies. What can't be read says nothing. */
    recordFloat: async (caller: Caller, { railUuid, callback, text }: NotifiedBalance): Promise<void> => {
      const account = (await accountsOf(caller.tenantId)).find(({ uuid }) => uuid === railUuid);
      const balance = await account?.rail.receiveBalance(callback, text);
      if (account && balance) await record(caller, account, balance);
    },
  };
}

const SILENT_AFTER = { hours: 3 };
/** Of an account that has never said a balance: its first request was answered by then. */
const FIRST_AFTER = { minutes: 30 };
const NO_REPLY = 'No balance has come for hours.';
const NO_REPLY_OF_PAYBILL = 'No balance of the paybill has come for hours.';

/**
 * The request of before was not answered, and no balance has come for hours: of the account that pays, or of the paybill's. Where no
 * request went out meanwhile the provider has nothing to answer.
 */
async function noteSilence(
  tx: TenantTransaction,
  account: ProviderAccount,
  now: Temporal.Instant,
): Promise<readonly DomainEvent[]> {
  const silentSince = (said: 'balance_at' | 'paybill_balance_at') =>
    `coalesce(${said} < $2 and ${said} < balance_requested_at - interval '10 minutes', balance_requested_at < $3)`;
  const [row] = await tx.sql<{ balance: boolean | null; paybill: boolean | null }>(
    `select ${silentSince('balance_at')} as balance, ${silentSince('paybill_balance_at')} as paybill
       from rail where uuid = $1`,
    [account.uuid, instantText(now.subtract(SILENT_AFTER)), instantText(now.subtract(FIRST_AFTER))],
  );
  const ofPaybill = row?.paybill === true && account.rail.requestsPaybill === true;
  return [
    ...(row?.balance === true ? await noteUnknown(tx, account, NO_REPLY) : []),
    ...(ofPaybill ? await noteUnknown(tx, account, NO_REPLY_OF_PAYBILL, 'paybill_balance') : []),
  ];
}

/** People find out once for each time that the provider refuses the credential; it is over when payments are sent again. */
async function noteCredential(
  tx: TenantTransaction,
  { uuid, provider }: ProviderAccount,
  { now, actor }: { readonly now: Temporal.Instant; readonly actor: string },
): Promise<{ readonly isRefused: boolean; readonly noticed: readonly DomainEvent[] }> {
  const [row] = await tx.sql<{ since: string | null; refused: boolean }>(
    `select credential_refused_at::text as since, coalesce(circuit ->> 'because' = 'credential', false) as refused
       from rail where uuid = $1`,
    [uuid],
  );
  if (row?.refused !== true) {
    const open = await tx
      .of(Incident)
      .find(`kind = 'credential_refused' and state = 'open' and subject_uuid = $1`, [uuid]);
    return { isRefused: false, noticed: open.map((each) => each.resolve('Payments are sent again.', actor, now)) };
  }
  const seen = `${INCIDENTS.credential_refused} It is the one for ${provider}.`;
  const about = { kind: 'credential_refused', subject: { type: 'rail', uuid }, amount: null, seen } as const;
  const ports = { workList: receiptPorts(tx).workList, newUuid: randomUUID };
  const noticed = await report({ ...about, receiptNo: row.since }, ports);
  return { isRefused: true, noticed };
}

const openUnknown = ({ of }: TenantTransaction, uuid: string, about: BalanceCallback) =>
  of(Incident).first(
    `kind = 'balance_unknown' and state = 'open' and subject_uuid = $1 and receipt_key is not distinct from $2`,
    [uuid, keyOf(about)],
  );

/** Of the two accounts of an institution each has an incident of its own. */
const keyOf = (about: BalanceCallback) => (about === 'balance' ? null : about);

/** One is open at a time, for each account. */
async function noteUnknown(
  tx: TenantTransaction,
  account: ProviderAccount,
  why: string,
  about: BalanceCallback = 'balance',
): Promise<readonly DomainEvent[]> {
  const summary = `${INCIDENTS.balance_unknown} ${why}`;
  const open = await openUnknown(tx, account.uuid, about);
  if (open) {
    open.summary = summary;
    return [];
  }
  const { incident, event } = Incident.open({
    uuid: randomUUID(),
    kind: 'balance_unknown',
    disbursementId: null,
    subjectType: 'rail',
    subjectUuid: account.uuid,
    receiptKey: keyOf(about),
    amount: null,
    summary,
  });
  tx.of(Incident).add(incident);
  return [event];
}

/** The incident of each account that differs. */
const DIFFERS: { readonly [R in AccountBalance['role']]: IncidentKind } = {
  paying: 'float_difference',
  collecting: 'collected_difference',
  charges: 'charges_difference',
};

/**
 * Records what the provider holds, account by account. Each agrees with its accounts of the ledger to the cent, but for
 * what explains a difference: payments in transit, and those that were settled after the provider has counted. Otherwise a
 * person has to look, and the incident of an account ends when it agrees again.
 */
const floatRecorder =
  (run: Transact['run']) =>
  (
    caller: Caller,
    { uuid, provider }: ProviderAccount,
    { of, held, accounts = [], at }: ProviderBalance,
  ): Promise<void> =>
    run('recordFloat', caller, async (tx, { now, today, actor }) => {
      const balanceAt = at !== null && Temporal.Instant.compare(at, now) <= 0 ? at : now;
      // What a bank holds is compared by its statements.
      if (provider === 'bank') {
        const shown = 'update rail set balance = $1, balance_at = $2 where uuid = $3';
        await tx.sql(shown, [held.toString(), instantText(balanceAt), uuid]);
        return outcome(undefined);
      }
      await withoutHurry(tx.sql);
      const counted = { today, since: balanceAt };
      const compared =
        provider === 'airtel'
          ? [
              comparison(
                { role: 'paying', name: 'Airtel Money account', balance: held },
                await booksAtAirtel(tx.sql, counted),
              ),
            ]
          : await comparedAtMpesa(tx, accounts, counted);
      const inBooks = compared.filter(({ role }) => role !== 'charges').reduce((sum, { booked }) => sum + booked, 0n);
      const shown = compared.map(({ role, name, balance, booked, isExplained }) => ({
        role,
        name,
        balance: balance.toString(),
        in_books: booked.toString(),
        is_explained: isExplained,
      }));
      const accountsShown = JSON.stringify(shown);
      if (of === 'paybill') {
        await tx.sql(`update rail set accounts = ${MERGED}, paybill_balance_at = $3 where uuid = $2`, [
          accountsShown,
          uuid,
          instantText(balanceAt),
        ]);
      } else {
        await tx.sql(
          `update rail set accounts = ${MERGED}, balance = $3, balance_at = $4, balance_in_books = $5 where uuid = $2`,
          [accountsShown, uuid, held.toString(), instantText(balanceAt), inBooks.toString()],
        );
      }
      const unknown = await openUnknown(tx, uuid, of === 'paybill' ? 'paybill_balance' : 'balance');
      const noticed: DomainEvent[] = unknown ? [unknown.resolve('The provider has said its balance.', actor, now)] : [];
      for (const each of compared) {
        const kind = provider === 'airtel' ? 'airtel_difference' : DIFFERS[each.role];
        noticed.push(...(await note(tx, kind, each, { now, actor })));
      }
      return outcome(undefined, ...noticed);
    });

/** Each account as it was reported last: those of a paybill with a shortcode of its own are reported apart. */
const MERGED = `(select jsonb_agg(a) from (
    select a from jsonb_array_elements($1::jsonb) a
    union all
    select a from jsonb_array_elements(coalesce(accounts, '[]')) a
     where not exists (select from jsonb_array_elements($1::jsonb) b where b ->> 'role' = a ->> 'role')) all_accounts)`;

async function comparedAtMpesa(
  { sql }: TenantTransaction,
  accounts: readonly AccountBalance[],
  at: { readonly today: Temporal.PlainDate; readonly since: Temporal.Instant },
): Promise<readonly Comparison[]> {
  const books = await booksOf(sql, at);
  return accounts.map((account) => comparison(account, books[account.role]));
}

type Comparison = AccountBalance & { readonly booked: bigint; readonly isExplained: boolean };

function comparison(account: AccountBalance, { booked, less, more }: AccountInBooks): Comparison {
  const isExplained = account.balance >= booked - less && account.balance <= booked + more;
  return { ...account, booked, isExplained };
}

async function note(
  { of }: TenantTransaction,
  kind: IncidentKind,
  { name, balance, booked, isExplained }: Comparison,
  { now, actor }: { readonly now: Temporal.Instant; readonly actor: string },
): Promise<DomainEvent[]> {
  const open = await of(Incident).first(`kind = $1 and state = 'open'`, [kind]);
  if (isExplained) {
    return open ? [open.resolve('The provider’s balance and the books agree again.', actor, now)] : [];
  }
  const summary = `${INCIDENTS[kind]} Its ${name} holds ${balance}, the books say ${booked}.`;
  if (open) {
    open.summary = summary;
    open.amount = balance - booked;
    return [];
  }
  const { incident, event } = Incident.open({
    uuid: randomUUID(),
    kind,
    disbursementId: null,
    amount: balance - booked,
    summary,
  });
  of(Incident).add(incident);
  return [event];
}
