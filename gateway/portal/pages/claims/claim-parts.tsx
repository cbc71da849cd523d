import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ago, DateOf } from '../../components/dates.tsx';
import { Money } from '../../components/money.tsx';
import { moneyText } from '../../format/format.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { Panel } from '../money/parts.tsx';
import type { Claim } from './claim-page.tsx';
import { obstacleText } from './obstacle-words.ts';
import { claimTexts, documentKinds, partKinds } from './texts.ts';

type Of = { readonly claim: Claim };
type RowProps = {
  readonly what: ReactNode;
  readonly note?: ReactNode;
  readonly middle?: ReactNode;
  readonly cents: number;
  readonly below?: ReactNode;
};

const Row = ({ what, note, middle, cents, below }: RowProps) => (
  <li>
    <div>
      {what}
      {note ? <div className="faint">{note}</div> : null}
    </div>
    <div className="faint">{middle}</div>
    <div className="sums">
      <Money cents={cents} />
      {below ? <div className="faint">{below}</div> : null}
    </div>
  </li>
);

const RecordLink = ({ to, no }: { readonly to: string; readonly no: string }) => (
  <Link className="record-no" to={`${to}/${no}`}>
    {no}
  </Link>
);

/** What the member left, and what keeps it from being shared out. */
export function Estate({ claim: { estate } }: Of) {
  const t = useTexts(claimTexts);
  const spoken = useLanguage();
  if (!estate) return null;
  const { accounts, loans, suspense, guarantees, retained, obstacles } = estate;
  const isNothing = accounts.length + loans.length + suspense.length + guarantees.length === 0;
  return (
    <Panel title={t('estate')}>
      {isNothing ? <p className="body faint">{t('nothingLeft')}</p> : null}
      <ul className="records">
        {accounts.map(({ id, accountNo, balance, held, interestAccrued }) => (
          <Row
            key={id}
            what={<RecordLink to="/savings" no={accountNo} />}
            middle={interestAccrued === 0 ? null : t('interest', { amount: moneyText(interestAccrued) })}
            cents={balance}
            below={held === 0 ? null : t('held', { amount: moneyText(held) })}
          />
        ))}
        {loans.map(({ id, loanNo, owed, paidTwice }) => (
          <Row key={id} what={<RecordLink to="/loans" no={loanNo} />} cents={owed + paidTwice} below={t('owed')} />
        ))}
        {guarantees.map(({ id, loanNo, liable }) => (
          <Row key={id} what={t('guarantee', { no: loanNo })} cents={liable} />
        ))}
        {suspense.map(({ receiptNo, amount }) => (
          <Row key={receiptNo} what={receiptNo} note={t('suspense')} cents={amount} />
        ))}
      </ul>
      {retained === 0 ? null : <p className="body">{t('retained', { amount: moneyText(retained) })}</p>}
      {obstacles.length === 0 ? null : (
        <div className="body faint">
          {obstacles.map((obstacle) => {
            const { text, language } = obstacleText(obstacle, spoken);
            return (
              <div key={obstacle} lang={language}>
                {text}
              </div>
            );
          })}
        </div>
      )}
    </Panel>
  );
}

export function Beneficiaries({ claim: { beneficiaries } }: Of) {
  const t = useTexts(claimTexts);
  const note = ({ relationship, guardian, inPlaceOf }: Claim['beneficiaries'][number]) =>
    [
      relationship,
      guardian === null ? null : t('guardian', { name: guardian.name }),
      inPlaceOf === null ? null : t('inPlaceOf', { name: inPlaceOf }),
    ]
      .filter((each) => each !== null)
      .join(' · ');
  return (
    <Panel title={t('beneficiaries')}>
      {beneficiaries.length === 0 ? <p className="body faint">{t('noBeneficiaries')}</p> : null}
      <ul className="records">
        {beneficiaries.map((each) => (
          <Row
            key={each.number}
            what={each.name}
            note={note(each)}
            middle={`${each.shareBasisPoints / 100} %`}
            cents={each.due}
            below={t('due')}
          />
        ))}
      </ul>
    </Panel>
  );
}

export function Parts({ claim: { parts } }: Of) {
  const t = useTexts(claimTexts);
  const spoken = useLanguage();
  if (parts.length === 0) return null;
  return (
    <Panel title={t('parts')}>
      <ul className="records">
        {parts.map(({ id, kind, state, amount, bookedOn, payee }) => (
          <Row
            key={id}
            what={partKinds[kind][spoken]}
            note={payee}
            middle={<DateOf of={bookedOn} />}
            cents={amount}
            below={state === 'REVERSED' ? t('reversed') : null}
          />
        ))}
      </ul>
    </Panel>
  );
}

export function Documents({ claim: { documents } }: Of) {
  const t = useTexts(claimTexts);
  const spoken = useLanguage();
  return (
    <Panel title={t('documents')}>
      <ul className="records">
        {documents.map(({ kind, reference, at }) => (
          <li key={`${kind} ${reference}`}>
            <div>
              {documentKinds[kind][spoken]}
              <div className="faint">{reference}</div>
            </div>
            <div className="faint">
              <Ago of={at} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
