import { Link } from '@tanstack/react-router';
import { Ago, DateOf } from '../../components/dates.tsx';
import { Money } from '../../components/money.tsx';
import { Newest } from '../../components/newest.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import type { MemberGuaranteesQuery, MemberSchoolQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { alertStates, ruleWord } from '../aml/texts.ts';
import { repaymentChannels, repaymentStates } from '../money/words.ts';
import { consents, invoiceStates } from '../school/words.ts';
import type { Member } from './member-page.tsx';
import * as documents from './relation-documents.ts';
import { RelationPanel } from './relation-panel.tsx';
import { relationTexts } from './relation-texts.ts';

type Of = { readonly member: Member };

/** What else the member has to do with: each part for those who may see it. */
export function Relation({ member }: Of) {
  const may = useMay();
  return (
    <>
      {may('repayments:read') ? <Repayments member={member} /> : null}
      {may('loans:read') ? <Guarantees member={member} /> : null}
      {may('students:read') ? <School member={member} /> : null}
      {may('aml_alerts:read') ? <Alerts member={member} /> : null}
    </>
  );
}

function Repayments({ member: { memberNo } }: Of) {
  const t = useTexts(relationTexts);
  const spoken = useLanguage();
  return (
    <RelationPanel name="repayments" title={t('repayments')} document={documents.REPAYMENTS} variables={{ memberNo }}>
      {({ repayments }) => (
        <>
          {repayments?.nodes.length === 0 ? <p className="body faint">{t('noRepayments')}</p> : null}
          <ul className="records">
            {repayments?.nodes.map(({ id, receiptNo, amount, channel, state, paidAt, loan }) => (
              <li key={id}>
                <div>
                  <Link className="record-no" to={`/money/repayments/${id}`}>
                    {receiptNo}
                  </Link>
                  <div className="faint">
                    <StateOf words={repaymentStates} state={state} />
                  </div>
                </div>
                <div className="faint">
                  {repaymentChannels[channel][spoken]} · <Ago of={paidAt} />
                </div>
                <div className="sums">
                  <Money cents={amount} />
                  <div className="faint">{loan?.loanNo}</div>
                </div>
              </li>
            ))}
          </ul>
          <Newest list={repayments} to="/money/repayments" search={{ search: memberNo }} />
        </>
      )}
    </RelationPanel>
  );
}

type Guarantor = NonNullable<MemberGuaranteesQuery['memberByNumber']>;

/** Who stands for the member's loans now, and for which. */
const received = ({ loans }: Guarantor) =>
  (loans?.nodes ?? []).flatMap(({ loanNo, guarantees }) =>
    (guarantees ?? [])
      .filter(({ state }) => state === 'LIVE')
      .map(({ guarantor, ...guarantee }) => ({ ...guarantee, loanNo, member: guarantor })),
  );
const given = ({ guarantees }: Guarantor) =>
  (guarantees ?? []).map(({ loan, ...guarantee }) => ({
    ...guarantee,
    loanNo: loan?.loanNo ?? null,
    member: loan?.member ?? null,
  }));

function Guarantees({ member: { memberNo } }: Of) {
  const t = useTexts(relationTexts);
  return (
    <RelationPanel name="guarantees" title={t('guarantees')} document={documents.GUARANTEES} variables={{ memberNo }}>
      {({ memberByNumber: found }) => {
        const [ofOthers, ofTheirs] = found ? [given(found), received(found)] : [[], []];
        return (
          <>
            {ofOthers.length + ofTheirs.length === 0 ? <p className="body faint">{t('noGuarantees')}</p> : null}
            <GuaranteeList title={t('given')} guarantees={ofOthers} />
            <GuaranteeList title={t('received')} guarantees={ofTheirs} />
            <Newest list={found?.loans} to="/loans" search={{ search: memberNo }} />
          </>
        );
      }}
    </RelationPanel>
  );
}

type GuaranteeRow = {
  readonly id: string;
  readonly amount: number;
  readonly liable: number;
  readonly loanNo: string | null;
  readonly member: { readonly memberNo: string; readonly name: string } | null;
};

/** What is left of a sum, and the sum. */
function Sums({ cents, of: whole }: { readonly cents: number; readonly of: number }) {
  const t = useTexts(relationTexts);
  return (
    <div className="sums">
      <Money cents={cents} />
      <div className="faint">
        {t('of')} <Money cents={whole} />
      </div>
    </div>
  );
}

function GuaranteeList({
  title,
  guarantees,
}: {
  readonly title: string;
  readonly guarantees: readonly GuaranteeRow[];
}) {
  if (guarantees.length === 0) return null;
  return (
    <>
      <h3 className="group">{title}</h3>
      <ul className="records">
        {guarantees.map(({ id, amount, liable, loanNo, member }) => (
          <li key={id}>
            <div>{member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : null}</div>
            <div className="faint">
              {loanNo === null ? null : (
                <Link className="record-no" to={`/loans/${loanNo}`}>
                  {loanNo}
                </Link>
              )}
            </div>
            <Sums cents={liable} of={amount} />
          </li>
        ))}
      </ul>
    </>
  );
}

function School({ member: { id: memberId, memberNo } }: Of) {
  const t = useTexts(relationTexts);
  const withInvoices = useMay()('invoices:read');
  const variables = { memberId, memberNo, withInvoices };
  return (
    <RelationPanel name="school" title={t('school')} document={documents.SCHOOL} variables={variables}>
      {({ memberByNumber: found, invoices }) => (
        <>
          {found?.sponsorships?.nodes.length === 0 ? <p className="body faint">{t('noSponsorships')}</p> : null}
          <ul className="records">
            {found?.sponsorships?.nodes.map(({ id, relationship, consent, startedOn, endedOn, student }) => (
              <li key={id}>
                <div>
                  {student ? (
                    <Link to={`/students/${student.id}`}>
                      {student.firstName} {student.lastName}
                    </Link>
                  ) : null}
                  <div className="faint">{relationship}</div>
                </div>
                <div className="faint">
                  <DateOf of={startedOn} />
                  {endedOn === null ? null : (
                    <>
                      {' '}
                      · {t('ended')} <DateOf of={endedOn} />
                    </>
                  )}
                </div>
                <div className="sums">
                  <StateOf words={consents} state={consent} />
                </div>
              </li>
            ))}
          </ul>
          <Newest list={found?.sponsorships} to="/students" search={{ sponsor: memberId }} />
          <Invoices invoices={invoices} memberId={memberId} />
        </>
      )}
    </RelationPanel>
  );
}

type InvoicesProps = { readonly invoices: MemberSchoolQuery['invoices']; readonly memberId: string };

function Invoices({ invoices, memberId }: InvoicesProps) {
  const t = useTexts(relationTexts);
  const spoken = useLanguage();
  if (!invoices || invoices.nodes.length === 0) return null;
  return (
    <>
      <h3 className="group">{t('invoices')}</h3>
      <ul className="records">
        {invoices.nodes.map((invoice) => (
          <li key={invoice.id}>
            <div>
              <Link to={`/invoices/${invoice.id}`}>{invoice.number ?? invoiceStates[invoice.state].word[spoken]}</Link>
              <div className="faint">
                {invoice.overdue ? (
                  <State word={t('overdue')} tone="bad" />
                ) : (
                  <StateOf words={invoiceStates} state={invoice.state} />
                )}
              </div>
            </div>
            <div className="faint">
              {t('due')} <DateOf of={invoice.dueDate} />
            </div>
            <Sums cents={invoice.balance} of={invoice.total} />
          </li>
        ))}
      </ul>
      <Newest list={invoices} to="/invoices" search={{ sponsor: memberId }} />
    </>
  );
}

function Alerts({ member: { id: memberId } }: Of) {
  const t = useTexts(relationTexts);
  const spoken = useLanguage();
  return (
    <RelationPanel name="alerts" title={t('alerts')} document={documents.ALERTS} variables={{ memberId }}>
      {({ amlAlerts }) => (
        <>
          {amlAlerts?.nodes.length === 0 ? <p className="body faint">{t('noAlerts')}</p> : null}
          <ul className="records">
            {amlAlerts?.nodes.map(({ id, ruleId, state, amount, createdAt }) => (
              <li key={id}>
                <div>
                  <Link to={`/aml/${id}`}>{ruleWord(ruleId, spoken)}</Link>
                  <div className="faint">
                    <StateOf words={alertStates} state={state} />
                  </div>
                </div>
                <div className="faint">
                  <Ago of={createdAt} />
                </div>
                <div className="sums">{amount === null ? null : <Money cents={amount} />}</div>
              </li>
            ))}
          </ul>
          <Newest list={amlAlerts} to="/aml" search={{ member: memberId, state: 'all' }} />
        </>
      )}
    </RelationPanel>
  );
}
