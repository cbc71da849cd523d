import { sum } from '#core/kernel/money.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { outstandingOf } from '#core/lending/loan/loan-record.ts';
import { recoverable } from '#core/lending/use-cases/repayable.ts';
import type { Estate } from '#core/membership/estate.ts';
import { Member } from '#core/membership/member/member.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { TenantTransaction } from '../database.ts';

const OPEN_ACCOUNTS = `member_id = any($1) and state not in ('closed', 'rejected') order by kind = 'shares', id`;
const PAID_TWICE = `exists (select from disbursement d where d.loan_id = loan.id and d.state = 'in_recovery')`;
const OPEN_LOANS = `member_id = any($1)
  and (state not in ('closed', 'rejected', 'withdrawn') or ${PAID_TWICE}) order by id`;
/** What names a loan or an account of these members. */
const NAMES = (members: string) => `select member_id, loan_no as name from loan where ${members}
    union all select member_id, account_no from savings_account where ${members}`;
const WAITS = `p.state = 'unallocated' and p.receipt_no is not null`;
const MOST_WAITING = 50;
/**
 * What waits for each member ($1), who has a number ($2 its hash, $3 as payments hold it) or none: what names a loan or an
 * account of theirs, and what came from the number; but not what names one of another member who has the number too.
 */
const WAITS_FOR = `
  with asked as (
    select m.id, m.msisdn, array(
        select o.id from member o where o.phone_key = m.phone_key and o.id <> m.id order by o.id limit 100) as others
      from unnest($1::bigint[], $2::text[], $3::text[]) as m(id, phone_key, msisdn)),
  waiting as (
    select own.member_id as member, p.id, true as named
      from (${NAMES('member_id = any($1)')}) own join mobile_money_transaction p on p.reference_key = own.name
     where ${WAITS}
     union all
    select asked.id, sent.id, false
      from asked cross join lateral (
        select p.id from mobile_money_transaction p
         where ${WAITS} and p.msisdn = asked.msisdn
           and p.reference_key not in (select name from (${NAMES('member_id = any(asked.others)')}) theirs)
         order by p.id limit ${MOST_WAITING}) sent),
  placed as (
    select member, id, bool_or(named) as named, row_number() over (partition by member order by id) as place
      from waiting group by member, id)
  select placed.member, p.receipt_no, p.amount::text as amount, placed.named, asked.others <> '{}' as is_shared
    from placed join asked on asked.id = placed.member join mobile_money_transaction p on p.id = placed.id
   where placed.place <= ${MOST_WAITING}
   order by placed.id`;
type Waiting = { member: string; receipt_no: string; amount: string; named: boolean; is_shared: boolean };

/** What members hold and owe, in the tables of lending and savings: a statement for each, however many members they are. */
export function estatesIn({ of, sql, sealing }: TenantTransaction) {
  const accounts = of(SavingsAccount);
  const loans = of(Loan);
  const guarantees = of(Guarantee);

  /** `mayBeOthers` of those that nothing but a number points to, which another member has as well. */
  const waitingFor = async (memberIds: readonly number[]): Promise<ReadonlyMap<number, Estate['suspense']>> => {
    const phones = new Map((await of(Member).find('id = any($1)', [memberIds])).map(({ id, phone }) => [id, phone]));
    const phonesBy = (stored: (phone: string) => string) =>
      memberIds.map((id) => {
        const phone = phones.get(id) ?? null;
        return phone === null ? null : stored(phone);
      });
    const keys = phonesBy((phone) => sealing.hashOf('phone', phone));
    const rows = await sql<Waiting>(WAITS_FOR, [memberIds, keys, phonesBy(sealing.sealAlike)]);
    const byMember = Map.groupBy(rows, ({ member }) => Number(member));
    return new Map(memberIds.map((id) => [id, (byMember.get(id) ?? []).map(listed)]));
  };

  const shown = async (
    memberIds: readonly number[],
    held: readonly SavingsAccount[],
    lent: readonly Loan[],
  ): Promise<ReadonlyMap<number, Estate>> => {
    const given = await guarantees.find(`member_id = any($1) and state = 'live' order by id`, [memberIds]);
    const others = given.length === 0 ? [] : await loans.find('id = any($1)', [given.map(({ loanId }) => loanId)]);
    const twice = await of(Disbursement).find(`state = 'in_recovery' and loan_id = any($1)`, [
      lent.map(({ id }) => id),
    ]);
    const waiting = await waitingFor(memberIds);
    const numberOf = new Map(others.map(({ id, loanNo }) => [id, loanNo]));
    const ofMember = <Kept extends { readonly memberId: number }>(all: readonly Kept[], memberId: number) =>
      all.filter((each) => each.memberId === memberId);
    const estateOf = (memberId: number): Estate => ({
      accounts: ofMember(held, memberId).map((account) => ({ ...account, accrued: account.interestAccrued })),
      loans: ofMember(lent, memberId).map((loan) => ({
        ...loan,
        owed: loan.state === 'written_off' ? recoverable(loan) : outstandingOf(loan).total,
        paidTwice: sum(twice.filter(({ loanId }) => loanId === loan.id).map((each) => each.payout())),
      })),
      suspense: waiting.get(memberId) ?? [],
      guarantees: ofMember(given, memberId).map(({ id, uuid, liable, loanId }) => ({
        id,
        uuid,
        liable,
        loanNo: numberOf.get(loanId) ?? String(loanId),
      })),
    });
    return new Map(memberIds.map((id) => [id, estateOf(id)]));
  };
  return {
    ofMembers: async (memberIds: readonly number[]): Promise<ReadonlyMap<number, Estate>> =>
      shown(memberIds, await accounts.find(OPEN_ACCOUNTS, [memberIds]), await loans.find(OPEN_LOANS, [memberIds])),
    /** Loans first, as every command locks them that moves money from one to the other. */
    lock: async (memberId: number): Promise<Estate> => {
      const lent = await loans.lockAll(OPEN_LOANS, [[memberId]]);
      const held = await accounts.lockAll(OPEN_ACCOUNTS, [[memberId]]);
      return (await shown([memberId], held, lent)).get(memberId)!;
    },
  };
}

const listed = ({ receipt_no: receiptNo, amount, named, is_shared: isShared }: Waiting) => ({
  receiptNo,
  amount: BigInt(amount),
  mayBeOthers: isShared && !named,
});
