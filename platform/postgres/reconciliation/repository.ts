import { isAccount } from '#core/ledger/trial-balance.ts';
import { BankCharge } from '#core/reconciliation/bank-charge/bank-charge.ts';
import { ReconciliationBreak } from '#core/reconciliation/break/reconciliation-break.ts';
import { receiptKey } from '#core/payments/payment-receipt.ts';
import type { Booked, Movement } from '#core/reconciliation/movements.ts';
import type { ReconciliationPorts } from '#core/reconciliation/ports.ts';
import { Reconciliation } from '#core/reconciliation/reconciliation.ts';
import { isUuid } from '../../runtime/is-uuid.ts';
import { turnoversBy } from '../ledger/balances.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate, readInstant } from '../mapping/types.ts';

type Ports = Pick<ReconciliationPorts, 'books' | 'reconciliations' | 'breaks' | 'registered' | 'bankCharges'>;

/** Names that one statement is asked with, and rows that it brings. */
const PART = 5_000;

/** Reconciliation, stored in Postgres. What was booked is read from the journals, whichever context booked it. */
export function reconciliationPorts({ of, sql, sealing }: TenantTransaction): Ports {
  const reconciliations = of(Reconciliation);
  const breaks = of(ReconciliationBreak);
  const charges = of(BankCharge);
  return {
    books: booksIn({ sql, sealing }),
    registered: registeredIn(sql),
    bankCharges: {
      lockByLine: (lineId) => charges.lockFirst('line_id = $1 or back_line_id = $1', [lineId]),
      lockLast: ({ amount, since, until }) =>
        charges.lockFirst(
          `state = 'booked' and amount = $1 and charged_at >= $2::date and charged_at <= $3::timestamptz
            order by charged_at desc, id desc`,
          [amount.toString(), since.toString(), until.toString()],
        ),
      add: charges.add,
    },
    reconciliations: {
      get: reconciliations.get,
      lockByDigest: (account, digest) =>
        reconciliations.lockFirst(`digest = $1 and ${ofAccount(account)}`, [digest, ...namesOf(account)]),
      add: reconciliations.addWithId,
      keepLines: async ({ id }, lines) => {
        for (let start = 0; start < lines.length; start += PART) {
          const part = lines.slice(start, start + PART).map((line) => ({
            line_no: line.lineNo,
            receipt_no: line.receiptNo,
            kind: line.kind,
            at: line.at.toString(),
            amount: line.amount.toString(),
            msisdn: line.msisdn === null ? null : sealing.sealAlike(line.msisdn),
            account_reference: line.accountReference,
            originator_id: line.originatorId,
            linked_receipt_no: line.linkedReceiptNo,
          }));
          await sql(KEEP_LINES, [id, JSON.stringify(part)]);
        }
      },
      known: async ({ account, subAccount }, exceptDigest, { receipts, charges: names }) => {
        const had = async (statement: string, wanted: readonly string[]) => {
          const known = new Set<string>();
          for (let start = 0; start < wanted.length; start += PART) {
            const part = wanted.slice(start, start + PART);
            const rows = await sql<{ name: string }>(statement, [account, subAccount, exceptDigest, part]);
            for (const { name } of rows) known.add(name);
          }
          return known;
        };
        return { receipts: await had(KNOWN_RECEIPTS, receipts), charges: await had(KNOWN_CHARGES, names) };
      },
    },
    breaks: {
      lock: breaks.lock,
      lockByKeys: async (account, keys) => {
        const found: ReconciliationBreak[] = [];
        for (let start = 0; start < keys.length; start += PART) {
          const condition = `break_key = any($1) and ${ofAccount(account)}`;
          found.push(...(await breaks.lockAll(condition, [keys.slice(start, start + PART), ...namesOf(account)])));
        }
        return found;
      },
      add: async (...found) => breaks.add(...found),
    },
  };
}

/** The records in which money of receipts stands, by the receipts as they were written in the question. */
function registeredIn(sql: TenantTransaction['sql']): Ports['registered'] {
  return async (receipts) => {
    const found = new Map<string, Booked>();
    for (let start = 0; start < receipts.length; start += PART) {
      const part = receipts.slice(start, start + PART);
      const rows = await sql<{ receipt_key: string; record_type: string; record_uuid: string; id: string }>(
        REGISTERED,
        [part.map(receiptKey)],
      );
      const byKey = new Map(rows.map((row) => [row.receipt_key, row]));
      for (const receiptNo of part) {
        const row = byKey.get(receiptKey(receiptNo));
        if (row) found.set(receiptNo, { type: row.record_type, id: Number(row.id), uuid: row.record_uuid });
      }
    }
    return found;
  };
}

/** What was booked on an account, whatever record it was booked for. */
function booksIn({ sql, sealing }: Pick<TenantTransaction, 'sql' | 'sealing'>): Ports['books'] {
  const movementOf = (row: MovementRow) => movementFrom(row, sealing);
  return {
    balanceOn: async ({ account, subAccount }, day) => {
      if (!isAccount(account)) throw new Error(`The chart has no account ${account}.`);
      return (await turnoversBy(sql, day))
        .filter((each) => each.account === account && (subAccount === null || each.of === subAccount))
        .reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
    },
    movements: async (of, from, through) =>
      (
        await sql<MovementRow>(withRecords(IN_DAYS), [of.account, of.subAccount, from.toString(), through.toString()])
      ).map(movementOf),
    named: async (of, { receipts, originators }) => {
      const found: Movement[] = [];
      for (let start = 0; start < Math.max(receipts.length, originators.length); start += PART) {
        const names = [receipts.slice(start, start + PART), originators.slice(start, start + PART).filter(isUuid)];
        const rows = await sql<MovementRow>(withRecords(BY_NAME), [of.account, of.subAccount, ...names]);
        found.push(...rows.map(movementOf));
      }
      return found;
    },
  };
}

type Account = { readonly account: string; readonly subAccount: string | null };
/** No index finds an empty value by a parameter. */
const ofAccount = ({ subAccount }: Account) =>
  `account = $2 and sub_account ${subAccount === null ? 'is null' : '= $3'}`;
const namesOf = ({ account, subAccount }: Account) => (subAccount === null ? [account] : [account, subAccount]);

/** The live uses of receipts, with the ids of the records of institutions; those of apps have public names alone. */
const REGISTERED = `
  select u.receipt_key, u.record_type, u.record_uuid, coalesce(r.id, s.id, p.id, m.id, d.id, c.id, o.id, f.id, w.id, 0) as id
    from payment_receipt_use u
    left join repayment r on u.record_type = 'repayment' and r.uuid = u.record_uuid
    left join savings_transaction s on u.record_type = 'savings_transaction' and s.uuid = u.record_uuid
    left join invoice_payment p on u.record_type = 'payment' and p.uuid = u.record_uuid
    left join mobile_money_transaction m on u.record_type = 'mobile_money_transaction' and m.uuid = u.record_uuid
    left join disbursement d on u.record_type = 'disbursement' and d.uuid = u.record_uuid
    left join collection c on u.record_type = 'collection' and c.uuid = u.record_uuid
    left join payout o on u.record_type = 'payout' and o.uuid = u.record_uuid
    left join float_top_up f on u.record_type = 'float_top_up' and f.uuid = u.record_uuid
    left join topup w on u.record_type = 'topup' and w.uuid = u.record_uuid
   where u.receipt_key = any($1::text[]) and u.state = 'live'`;

const KEEP_LINES = `
  insert into statement_line (reconciliation_id, line_no, receipt_no, kind, at, amount, msisdn, account_reference,
                              originator_id, linked_receipt_no)
  select $1, l.line_no, l.receipt_no, l.kind, l.at, l.amount, l.msisdn, l.account_reference, l.originator_id,
         l.linked_receipt_no
    from jsonb_to_recordset($2::jsonb) as l(line_no int, receipt_no text, kind text, at timestamptz, amount bigint,
         msisdn text, account_reference text, originator_id text, linked_receipt_no text)`;

/** The lines of the other statements of an account ($1, $2, $3). */
const OTHER_LINES = `statement_line s join reconciliation r on r.id = s.reconciliation_id and r.account = $1
                       and r.sub_account is not distinct from $2 and r.digest <> $3`;

const KNOWN_RECEIPTS = `
  select distinct s.receipt_no as name from ${OTHER_LINES} where s.receipt_no = any($4::text[]) and s.kind = 'movement'`;

const KNOWN_CHARGES = `
  select distinct s.originator_id as name from ${OTHER_LINES} where s.originator_id = any($4::text[]) and s.kind = 'fee'`;

/** Journals of the account on days. */
const IN_DAYS = `j.booked_on between $3::date and $4::date`;

/** Journals of records with these receipts or originator ids. */
const BY_NAME = `(j.subject_type, j.subject_id) in (
    select 'mobile_money_transaction', id from mobile_money_transaction
     where receipt_no = any($3::text[]) or originator_id = any($4::uuid[])
    union select 'disbursement', id from disbursement
     where receipt_no = any($3::text[]) or originator_id = any($4::uuid[])
        or channel = 'bank' and provider_ref = any($3::text[])
    union select 'float_top_up', id from float_top_up
     where receipt_no = any($3::text[]) or originator_id = any($4::uuid[])
    union select 'payout', id from payout where receipt_no = any($3::text[]) or originator_id = any($4::uuid[])
    union select 'collection', id from collection where receipt_no = any($3::text[]) or originator_id = any($4::uuid[])
    union select 'topup', id from topup where statement_line = any($3::text[]) or reversal_receipt_no = any($3::text[])
    union select 'bank_charge', id from bank_charge where uuid = any($4::uuid[])
    union select 'repayment', id from repayment where channel = $1 and reference = any($3::text[])
    union select 'savings_transaction', id from savings_transaction where channel = $1 and reference = any($3::text[]))`;

/** What each journal did to the account, with what a provider would know its record by. */
const withRecords = (condition: string) => `
  with moved as (
    select j.uuid as journal_uuid, j.subject_type, j.subject_id, j.booked_on, j.created_at as booked_at, j.event_uuid,
           sum(case l.side when 'debit' then l.amount else -l.amount end) as amount
      from journal j join journal_line l on l.journal_id = j.id
     where l.account = $1 and ($2::text is null or l.sub_account = $2) and ${condition}
     group by j.tenant_id, j.id
    having sum(case l.side when 'debit' then l.amount else -l.amount end) <> 0)
  select v.journal_uuid, v.subject_type, v.subject_id, v.booked_on, v.amount,
         coalesce(m.uuid, d.uuid, p.uuid, c.uuid, r.uuid, s.uuid, t.uuid, b.uuid, w.uuid, e.subject_uuid, v.event_uuid) as subject_uuid,
         coalesce(m.paid_at, d.settled_at, d.sent_at, p.settled_at, p.sent_at,
                  case e.type when 'collection.reversed' then c.reversed_at else c.settled_at end, r.paid_at, s.paid_at,
                  t.settled_at, case e.type when 'bank_charge.given_back' then b.given_back_at else b.charged_at end,
                  case e.type when 'topup.reversed' then w.reversed_at else w.settled_at end, v.booked_at) as at,
         coalesce(m.receipt_no, d.receipt_no, case when d.channel = 'bank' then d.provider_ref end, p.receipt_no, c.receipt_no, r.reference, s.reference,
                  case e.type when 'float_top_up.reversed' then e.data ->> 'reversal_receipt_no' end, t.receipt_no,
                  case e.type when 'topup.reversed' then w.reversal_receipt_no else w.statement_line end,
                  e.data ->> 'reference') as receipt_no,
         coalesce(m.originator_id, d.originator_id, p.originator_id, c.originator_id, t.originator_id, b.uuid) as originator_id,
         coalesce(m.msisdn, d.msisdn, p.msisdn, c.msisdn, r.msisdn, s.msisdn) as msisdn,
         coalesce(d.state in ('sent', 'unknown', 'review'), p.state in ('sent', 'unknown', 'review'), false) as in_transit,
         coalesce(m.state = 'corrected', false) as corrected
    from moved v
    left join mobile_money_transaction m on v.subject_type = 'mobile_money_transaction' and m.id = v.subject_id
    left join disbursement d on v.subject_type = 'disbursement' and d.id = v.subject_id
    left join payout p on v.subject_type = 'payout' and p.id = v.subject_id
    left join collection c on v.subject_type = 'collection' and c.id = v.subject_id
    left join repayment r on v.subject_type = 'repayment' and r.id = v.subject_id
    left join savings_transaction s on v.subject_type = 'savings_transaction' and s.id = v.subject_id
    left join float_top_up t on v.subject_type = 'float_top_up' and t.id = v.subject_id
    left join topup w on v.subject_type = 'topup' and w.id = v.subject_id
    left join bank_charge b on v.subject_type = 'bank_charge' and b.id = v.subject_id
    left join event e on e.uuid = v.event_uuid
   order by at, v.journal_uuid`;

type MovementRow = {
  journal_uuid: string;
  subject_type: string;
  subject_id: string;
  subject_uuid: string;
  booked_on: unknown;
  amount: string;
  at: unknown;
  receipt_no: string | null;
  originator_id: string | null;
  msisdn: string | null;
  in_transit: boolean;
  corrected: boolean;
};

function movementFrom(row: MovementRow, { openAlike }: Pick<TenantTransaction['sealing'], 'openAlike'>): Movement {
  return {
    journal: row.journal_uuid,
    kind: row.subject_type === 'bank_charge' ? 'fee' : 'movement',
    subject: { type: row.subject_type, id: Number(row.subject_id), uuid: row.subject_uuid },
    amount: BigInt(row.amount),
    bookedOn: readDate(row.booked_on),
    at: readInstant(row.at),
    receiptNo: row.receipt_no,
    originatorId: row.originator_id,
    msisdn: row.msisdn === null ? null : openAlike(row.msisdn),
    inTransit: row.in_transit,
    corrected: row.corrected,
  };
}
