import { Link } from '@tanstack/react-router';
import { Actor } from '../../components/actor.tsx';
import { Ago } from '../../components/dates.tsx';
import { wordsOfState } from '../../components/later-values.ts';
import { Money } from '../../components/money.tsx';
import { Newest } from '../../components/newest.tsx';
import { phoneText } from '../../format/format.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { failedFor } from '../money/failure-words.ts';
import { disbursementChannels, disbursementStates, repaymentChannels } from '../money/words.ts';
import type { Loan } from './loan-page.tsx';
import { loansTexts } from './texts.ts';

type Origin = { readonly actor: string | null; readonly name: string | null };
type Event = {
  readonly id: string;
  /** Its own page. */
  readonly to: string;
  readonly at: string;
  readonly what: string;
  readonly note: string;
  readonly cents: number;
  readonly isVoid: boolean;
  /** Who asked for it or booked it; null where that is not known any more. */
  readonly origin: Origin | null;
};

const noted = (...notes: readonly (string | null)[]) => notes.filter(Boolean).join(' · ');

/** The money of the loan in the order in which it moved, newest first, each with its receipt. */
export function LoanEvents({ loan }: { readonly loan: Loan }) {
  const t = useTexts(loansTexts);
  const spoken = useLanguage();
  const paidOut = (loan.disbursements?.nodes ?? []).map(
    ({
      id,
      createdAt: at,
      amount: cents,
      channel,
      msisdn,
      bankAccount,
      state,
      receiptNo,
      origin,
      ...failure
    }): Event => ({
      id,
      origin,
      to: `/money/disbursements/${id}`,
      at,
      cents,
      what:
        msisdn === null && bankAccount === null
          ? t('paidOutBy', { channel: disbursementChannels[channel][spoken] })
          : t('paidOut', { to: msisdn === null ? (bankAccount ?? '') : phoneText(msisdn) }),
      note: noted(
        wordsOfState(disbursementStates, state).word[spoken],
        receiptNo,
        failedFor(failure.failureCode, failure.failureMessage, spoken),
      ),
      isVoid: ['FAILED', 'REVERSED', 'CANCELLED'].includes(state),
    }),
  );
  const received = (loan.repayments?.nodes ?? []).map(
    ({ id, paidAt: at, amount: cents, channel, receiptNo, state, stateReason, origin }): Event => ({
      id,
      origin,
      to: `/money/repayments/${id}`,
      at,
      cents,
      what: t('received'),
      note: noted(
        repaymentChannels[channel][spoken],
        receiptNo,
        state === 'REVERSED' ? t('reversed') : null,
        stateReason,
      ),
      isVoid: state === 'REVERSED',
    }),
  );
  const events = [...paidOut, ...received].toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
  return (
    <section className="panel">
      <header>
        <h2>{t('events')}</h2>
      </header>
      {events.length === 0 ? <p className="body faint">{t('noEvents')}</p> : null}
      <ol className="events">
        {events.map((event) => (
          <Moved key={event.id} {...event} />
        ))}
      </ol>
      <Newest list={loan.repayments} to="/money/repayments" search={{ search: loan.loanNo }} />
      <Newest list={loan.disbursements} to="/money/disbursements" search={{ search: loan.loanNo }} />
    </section>
  );
}

function Moved({ to, at, what, note, cents, isVoid, origin }: Event) {
  return (
    <li className={isVoid ? 'void' : ''}>
      <div>
        <Link to={to}>{what}</Link>
        <div className="faint">{note}</div>
        {origin ? (
          <div className="faint who-did">
            <Actor {...origin} />
          </div>
        ) : null}
      </div>
      <span className="faint">
        <Ago of={at} />
      </span>
      <Money cents={cents} />
    </li>
  );
}
