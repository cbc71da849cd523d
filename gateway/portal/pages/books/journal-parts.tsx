import { Link } from '@tanstack/react-router';
import { Actor } from '../../components/actor.tsx';
import { eventWord, recordWord } from '../../texts/record-words.ts';
import { useLanguage } from '../../texts/texts.ts';

/** `repayment.booked` as `Repayment booked`. */
export const Kind = ({ kind }: { readonly kind: string }) => <>{eventWord(kind, useLanguage())}</>;

type Subject = {
  readonly type: string;
  readonly id: string | null;
  readonly number: string | null;
  readonly ownerNumber: string | null;
};

/** The page of a record: that of the loan or the account to which it belongs, where it has none of its own. */
function pageOf({ type, number, ownerNumber }: Subject): string | null {
  const owned: Record<string, string> = {
    loan: `/loans/${number}`,
    repayment: `/loans/${ownerNumber}`,
    disbursement: `/loans/${ownerNumber}`,
    savings_account: `/savings/${number}`,
    savings_transaction: `/savings/${ownerNumber}`,
    member: `/members/${number}`,
  };
  return owned[type] ?? (type === 'close_of_business' ? '/books/closes' : null);
}

/** What a journal is about, as a link to its page: its number, what it belongs to, and its kind: numbers before what may be cut. */
export function BookedAs(subject: Subject) {
  const page = pageOf(subject);
  const { type, number, ownerNumber } = subject;
  const word = recordWord(type, useLanguage());
  const [words, ...more] = [number, ownerNumber, word].filter((part) => part !== null);
  const shown = (
    <>
      {words}
      {more.length === 0 ? null : <span className="faint"> {more.join(' ')}</span>}
    </>
  );
  return page === null ? shown : <Link to={page}>{shown}</Link>;
}

/** The same by its number alone, with that of what it belongs to: for who reads what it is beside it. */
export function NumberBookedAs(subject: Subject) {
  const page = pageOf(subject);
  const spoken = useLanguage();
  const words = subject.number ?? recordWord(subject.type, spoken);
  return (
    <span className="record-no">
      {page === null ? words : <Link to={page}>{words}</Link>}
      {subject.ownerNumber === null ? null : <span className="faint"> · {subject.ownerNumber}</span>}
    </span>
  );
}

type Caused = { readonly cause: { readonly actor: string | null; readonly name: string | null } | null };

/** Who caused a journal: by name, or as the audit trail has it. */
export function WhoCaused({ cause }: Caused) {
  return <Actor actor={cause?.actor} name={cause?.name} />;
}
