import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { ALIVE } from '#core/lending/disbursement/lifecycle.ts';
import { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import type { ClosedDays } from '#core/lending/loan/closed-days.ts';
import { LoanEntry } from '#core/lending/loan/entry.ts';
import { Instalment } from '#core/lending/loan/instalment.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { Repayment } from '#core/lending/repayment/repayment.ts';
import type { ReceiptPorts } from '#core/payments/ports.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate } from '../mapping/types.ts';
import type { UsedRecords } from '../payments/receipts-of-many.ts';
import { prepared } from '../prepared.ts';

/** What many repayments of one command have in common. */
type Many = {
  /** The loans that there are, locked. */
  readonly loans: readonly Loan[];
  /** Those of which a row says when it was paid: it may be before today. */
  readonly timed: ReadonlySet<number>;
  readonly receipts: ReceiptPorts['receipts'];
  readonly used: UsedRecords;
  readonly nextReceiptNo: () => Promise<string>;
};

/**
 * Lending's collections for many repayments in one transaction: what a single one looks up is read for all of them, by a
 * few statements, however many they are. What the command adds to a loan is found as well.
 */
export async function repaymentsOfMany(tx: TenantTransaction, single: LendingPorts, many: Many): Promise<LendingPorts> {
  const { loans, timed, receipts, used, nextReceiptNo } = many;
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  const ids = [...byId.keys()];
  const timedIds = ids.filter((id) => timed.has(id));
  const [entries, instalments, guarantees, alive, booked, closes] = await Promise.all([
    ids.length === 0 ? [] : tx.of(LoanEntry).find('loan_id = any($1) order by loan_id, number', [ids]),
    scheduleRows(tx, loans),
    ids.length === 0 ? [] : tx.of(Guarantee).find('loan_id = any($1) order by id', [ids]),
    ofTimed(timedIds, () =>
      tx.of(Disbursement).find('loan_id = any($1) and state = any($2) order by id', [timedIds, ALIVE]),
    ),
    ofTimed(timedIds, () => tx.of(Repayment).find(`loan_id = any($1) and state = 'booked' order by id`, [timedIds])),
    closesOfMany(tx, timedIds),
  ]);
  const entriesOf = ofLoans(entries);
  const rowsOf = Map.groupBy(instalments, rowsKey);
  const guaranteesOf = ofLoans(guarantees);
  const aliveOf = ofLoans(alive);
  const bookedOf = ofLoans(booked);
  return {
    ...single,
    receipts,
    loans: { ...single.loans, lock: async (id) => byId.get(id) ?? null },
    entries: {
      ...single.entries,
      of: async (loanId) => [...(entriesOf.get(loanId) ?? [])],
      add: (entry) => {
        push(entriesOf, entry.loanId, entry);
        single.entries.add(entry);
      },
    },
    instalments: {
      of: async (loanId, scheduleVersion) => rowsOf.get(rowsKey({ loanId, scheduleVersion })) ?? [],
      addAll: (rows) => {
        for (const row of rows) push(rowsOf, rowsKey(row), row);
        single.instalments.addAll(rows);
      },
    },
    guarantees: { ...single.guarantees, of: async (loanId) => guaranteesOf.get(loanId) ?? [] },
    closes: { of: async (loanId) => (timed.has(loanId) ? (closes.get(loanId) ?? null) : single.closes.of(loanId)) },
    disbursements: {
      ...single.disbursements,
      alive: async (loanId) => (timed.has(loanId) ? (aliveOf.get(loanId) ?? []) : single.disbursements.alive(loanId)),
    },
    repayments: {
      ...single.repayments,
      booked: async (loanId) => {
        const before = timed.has(loanId) ? (bookedOf.get(loanId) ?? []) : await single.repayments.booked(loanId);
        return [
          ...before,
          ...tx
            .of(Repayment)
            .added()
            .filter((each) => each.loanId === loanId),
        ];
      },
      byUuid: repaymentsBefore(tx, used),
      nextReceiptNo,
    },
  };
}

const ofTimed = async <T>(ids: readonly number[], read: () => Promise<T[]>): Promise<T[]> =>
  ids.length === 0 ? [] : read();

/** The rows of the present schedule of each loan. */
async function scheduleRows(tx: TenantTransaction, loans: readonly Loan[]): Promise<Instalment[]> {
  const cut = loans.filter(({ scheduleVersion }) => scheduleVersion > 0);
  if (cut.length === 0) return [];
  return tx
    .of(Instalment)
    .find(`(loan_id, schedule_version) in (select * from unnest($1::bigint[], $2::int[])) order by loan_id, number`, [
      cut.map(({ id }) => id),
      cut.map(({ scheduleVersion }) => scheduleVersion),
    ]);
}

const rowsKey = ({ loanId, scheduleVersion }: Pick<Instalment, 'loanId' | 'scheduleVersion'>) =>
  `${loanId} ${scheduleVersion}`;

const ofLoans = <T extends { readonly loanId: number }>(records: readonly T[]): Map<number, T[]> =>
  Map.groupBy(records, ({ loanId }) => loanId);

function push<Key, T>(groups: Map<Key, T[]>, key: Key, record: T): void {
  const group = groups.get(key);
  if (group) group.push(record);
  else groups.set(key, [record]);
}

/** A close of business is over for all loans, or has come as far as its ranges say. */
const CLOSES = prepared(
  `with over as (
       select min(business_date) as first,
              max(business_date) filter (where state = 'done' or step <> 'loans') as last,
              (select coalesce(in_duplum, mode = 'live') from tenant
                where id = current_setting('app.tenant')::bigint) as in_duplum
         from close_of_business),
     under_way as (
       select r.after_id, r.last_id, c.business_date
         from close_of_business c join close_of_business_range r on r.close_id = c.id and r.step = 'loans'
        where c.state <> 'done' and c.step = 'loans')
   select l.id, over.first::text, over.in_duplum,
          greatest(over.last, (select max(w.business_date) from under_way w
                                where w.after_id < l.id and w.last_id >= l.id))::text as last
     from unnest($1::bigint[]) as l(id) cross join over`,
);

/** The first and the last day that close of business has counted for each of many loans. */
async function closesOfMany({ run }: TenantTransaction, ids: readonly number[]): Promise<Map<number, ClosedDays>> {
  if (ids.length === 0) return new Map();
  const rows = await run<{ id: string; first: string | null; last: string | null; in_duplum: boolean }>(CLOSES, [ids]);
  return new Map(
    rows.flatMap(({ id, first, last, in_duplum: inDuplum }) =>
      first === null || last === null
        ? []
        : [[Number(id), { first: readDate(first), last: readDate(last), inDuplum }] as const],
    ),
  );
}

/** Repayments that were booked under the receipts before: all are read when the first is looked for. */
function repaymentsBefore(tx: TenantTransaction, used: UsedRecords) {
  let reading: Promise<Map<string, Repayment>> | null = null;
  const read = async () => {
    const found = await tx.of(Repayment).find('uuid = any($1)', [used.uuidsOf('repayment')]);
    return new Map(found.map((each) => [each.uuid, each]));
  };
  return async (uuid: string): Promise<Repayment | null> => {
    reading ??= read();
    return (await reading).get(uuid) ?? null;
  };
}
