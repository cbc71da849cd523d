import { Link } from '@tanstack/react-router';
import { DateOf } from '../../components/dates.tsx';
import { Money } from '../../components/money.tsx';
import { Newest } from '../../components/newest.tsx';
import { StateOf } from '../../components/state.tsx';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { loanStates } from '../loans/texts.ts';
import { kinds as savingsKinds } from '../savings/texts.ts';
import { accountStates, memberTexts } from './texts.ts';
import type { Member } from './member-page.tsx';
import './members.css';

export function Loans({ member: { loans, memberNo } }: { readonly member: Member }) {
  const t = useTexts(memberTexts);
  if (!loans) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('loans')}</h2>
      </header>
      {loans.nodes.length === 0 ? <p className="body faint">{t('noLoans')}</p> : null}
      <ul className="records">
        {loans.nodes.map(({ id, loanNo, state, principal, outstanding, arrears, nextInstalment }) => (
          <li key={id}>
            <div>
              <Link className="record-no" to={`/loans/${loanNo}`}>
                {loanNo}
              </Link>
              <div className="faint">
                <StateOf words={loanStates} state={state} />
                {arrears.daysPastDue > 0 ? <b className="wrong"> {t('late', { days: arrears.daysPastDue })}</b> : null}
              </div>
            </div>
            <div className="faint">
              {nextInstalment ? (
                <span className={arrears.daysPastDue > 0 ? 'wrong' : undefined}>
                  {arrears.daysPastDue > 0 ? t('oldest') : t('next')} <DateOf of={nextInstalment.dueDate} />
                </span>
              ) : null}
            </div>
            <div className="sums">
              <Money cents={outstanding.total} />
              <div className="faint">
                {t('of')} <Money cents={principal} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <Newest list={loans} to="/loans" search={{ search: memberNo }} />
    </section>
  );
}

export function Savings({ member: { id, savingsAccounts } }: { readonly member: Member }) {
  const t = useTexts(memberTexts);
  const spoken = useLanguage();
  if (!savingsAccounts) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('savings')}</h2>
      </header>
      {savingsAccounts.nodes.length === 0 ? <p className="body faint">{t('noSavings')}</p> : null}
      <ul className="records">
        {savingsAccounts.nodes.map(({ id: key, accountNo, kind, state, balance, availableBalance }) => (
          <li key={key}>
            <div>
              <Link className="record-no" to={`/savings/${accountNo}`}>
                {accountNo}
              </Link>
              <div className="faint">
                <StateOf words={accountStates} state={state} />
              </div>
            </div>
            <div className="faint">{savingsKinds[kind][spoken]}</div>
            <div className="sums">
              <Money cents={balance} />
              {availableBalance === balance ? null : (
                <div className="faint">
                  {t('available')} <Money cents={availableBalance} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Newest list={savingsAccounts} to="/savings" search={{ member: id }} />
    </section>
  );
}
