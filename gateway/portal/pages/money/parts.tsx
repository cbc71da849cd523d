import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ago } from '../../components/dates.tsx';
import { LongId } from '../../components/long-id.tsx';
import { Money } from '../../components/money.tsx';
import { moneyText } from '../../format/format.ts';
import type { PaymentOutcome, ReportedPayment, ReportSource } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type InLanguages } from '../../texts/texts.ts';
import { moneyTexts } from './texts.ts';
import './money.css';

/** A row of particulars; left out where there is nothing to say. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );

/** What a machine made to refer to something; nothing where it has not yet. */
export const longId = (of: string | null | undefined): ReactNode => (of ? <LongId of={of} /> : null);

export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  );
}

type Named = { readonly memberNo: string; readonly name: string };
export const MemberLink = ({ member }: { readonly member: Named | null | undefined }) =>
  member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : null;
export const LoanLink = ({ loan }: { readonly loan: { readonly loanNo: string } | null | undefined }) =>
  loan ? (
    <Link className="record-no" to={`/loans/${loan.loanNo}`}>
      {loan.loanNo}
    </Link>
  ) : null;

type Evidence = {
  readonly reported: ReportedPayment;
  readonly source: ReportSource;
  readonly receiptNo: string | null;
  readonly amount: number | null;
  readonly message: string | null;
  readonly at: string;
};

/** What people say became of a payment, or what is to be done with it. */
type Outcome = PaymentOutcome | 'RETURN';

const reports: { readonly [Report in ReportedPayment | PaymentOutcome | ReportSource | 'RETURN']: InLanguages } = {
  PAID: { en: 'It was paid', sw: 'Ililipwa' },
  NOT_PAID: { en: 'It was not paid', sw: 'Haikulipwa' },
  MISMATCH: { en: 'Money moved, but not as requested', sw: 'Pesa ilihama, lakini si kama ilivyoombwa' },
  NOTIFICATION: { en: 'The provider notified it', sw: 'Mtoa huduma aliarifu' },
  RETURN: { en: 'To be returned', sw: 'Irudishwe' },
  QUERY: { en: 'Reply to a status query', sw: 'Jibu la swali la hali' },
};

/** What the provider has reported: it settles nothing. */
export function EvidencePanel({ evidence }: { readonly evidence: readonly Evidence[] }) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  return (
    <Panel title={t('evidence')}>
      {evidence.length === 0 ? <p className="body faint">{t('noEvidence')}</p> : null}
      <ol className="steps-taken">
        {evidence.map(({ reported, source, receiptNo, amount, message, at }) => (
          <li key={`${at}${reported}${source}`}>
            <span>
              {reports[reported][spoken]}
              {amount === null ? null : ` · ${moneyText(amount)}`}
            </span>
            <span className="faint">
              <Ago of={at} />
            </span>
            <span className="faint">{[reports[source][spoken], receiptNo, message].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Why people have to settle it. */
export function Doubt({ sentence }: { readonly sentence: string }) {
  const t = useTexts(moneyTexts);
  return (
    <Panel title={t('doubt')}>
      <p className="body">{sentence}</p>
    </Panel>
  );
}

type Said = {
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly receiptNo: string | null;
  readonly amount: number | null;
  readonly by: string;
  readonly approvedBy?: string | null;
};

/** What people say became of a payment: one proposes, another agrees. */
export function SaidPanel({ said }: { readonly said: readonly Said[] }) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  if (said.length === 0) return null;
  const secondOf = (approvedBy: string | null | undefined) =>
    approvedBy ? t('agreedBy', { name: approvedBy }) : said.length > 1 ? null : t('waitsForSecond');
  return (
    <Panel title={t('proposal')}>
      <ol className="steps-taken">
        {said.map(({ outcome, evidence, receiptNo, amount, by, approvedBy }) => (
          <li key={by}>
            <span>
              <strong>{reports[outcome][spoken]}</strong>
              {[receiptNo, amount === null ? null : moneyText(amount)].filter(Boolean).map((each) => ` · ${each}`)}
            </span>
            <span className="whole">“{evidence}”</span>
            <span className="faint whole">
              {[t('proposedBy', { name: by }), secondOf(approvedBy)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type Moment = { readonly what: string; readonly at: string | null | undefined; readonly note?: ReactNode };

/** What happened to a payment, in its order. */
export function Moments({ moments }: { readonly moments: readonly Moment[] }) {
  const t = useTexts(moneyTexts);
  const happened = moments.filter(({ at }) => at != null);
  return (
    <Panel title={t('happened')}>
      <ol className="steps-taken">
        {happened.map(({ what, at, note }) => (
          <li key={what}>
            <span>{what}</span>
            <span className="faint">
              <Ago of={at} />
            </span>
            {note ? <span className="faint">{note}</span> : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export const AmountFact = ({ name, cents }: { readonly name: string; readonly cents: number | null }) =>
  cents === null || cents === 0 ? null : (
    <Fact name={name}>
      <Money cents={cents} />
    </Fact>
  );
