import { Link } from '@tanstack/react-router';
import { useAddress } from '../../components/beside.ts';
import { DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { LoanQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { Guarantees } from './guarantees.tsx';
import { LoanActions } from './loan-actions.tsx';
import { LoanEvents } from './loan-events.tsx';
import { LoanLife } from './loan-life.tsx';
import { Schedule } from './schedule.tsx';
import { loanStates, loansTexts } from './texts.ts';
import './loans.css';

const LOAN = graphql(`
  query Loan($loanNo: String!) {
    loanByNumber(loanNo: $loanNo) {
      id
      loanNo
      version
      pendingApprovals {
        ...Waiting
        ...WaitingPayment
      }
      state
      stateReason
      closeReason
      availableActions
      principal
      approvedPrincipal
      disbursedPrincipal
      termMonths
      interestRate
      purpose
      disbursedAt
      maturityDate
      writtenOffOn
      writtenOff
      overpaid
      createdAt
      updatedAt
      member {
        id
        memberNo
        name
        phone
      }
      product {
        code
        name
      }
      outstanding {
        principal
        interest
        fees
        penalties
        total
      }
      arrears {
        daysPastDue
        amount
        classification
        pausedFrom
      }
      nextInstalment {
        number
        dueDate
        amount
      }
      schedule {
        number
        dueDate
        principal
        interest
        fees
        penalties
        total
        outstanding
        balanceAfter
        state
        paid {
          principal
          interest
          fees
          penalties
          total
        }
      }
      terms {
        guarantorsRequired
        guaranteePercent
      }
      guarantees {
        id
        version
        amount
        liable
        state
        substitutionDue
        availableActions
        guarantor {
          memberNo
          name
        }
      }
      disbursements(first: 10) {
        nodes {
          id
          amount
          channel
          msisdn
          bankAccount
          state
          receiptNo
          failureCode
          failureMessage
          createdAt
          origin {
            actor
            name
          }
        }
        pageInfo {
          hasNextPage
        }
      }
      repayments(first: 20) {
        nodes {
          id
          receiptNo
          amount
          channel
          reference
          state
          stateReason
          paidAt
          origin {
            actor
            name
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

export type Loan = NonNullable<LoanQuery['loanByNumber']>;

/** One loan: what is owed, its schedule as a picture, its life, its money, and what may be done with it. */
export function Page() {
  const { loanNo = '' } = useAddress();
  const variables = { loanNo };
  return (
    <RecordPage
      document={LOAN}
      variables={variables}
      recordOf={({ loanByNumber }) => loanByNumber}
      live={['loan.', 'disbursement.', 'repayment.', 'guarantee.', 'proposal.']}
    >
      {(record, reload) => <LoanView loan={record} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type View = { readonly loan: Loan; readonly variables: object; readonly reload: () => void };

function LoanView({ loan, variables, reload }: View) {
  const t = useTexts(loansTexts);
  const spoken = useLanguage();
  const { tone, word } = loanStates[loan.state];
  return (
    <>
      <PrintHead />
      <PageHead
        title={loan.loanNo}
        whose={loan.member?.name}
        crumbs={[{ to: '/loans', title: t('loans') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        <LoanActions loan={loan} onDone={reload} />
        <PrintButton />
        <ShowQuery document={LOAN} variables={variables} />
      </PageHead>
      <WaitingHere rows={loan.pendingApprovals} onDone={reload} />
      <Figures loan={loan} />
      <div className="loan">
        <div className="column">
          <Schedule rows={loan.schedule} />
          <Guarantees loan={loan} onDone={reload} />
          <LoanEvents loan={loan} />
        </div>
        <div className="column">
          <LoanLife loan={loan} />
          <Terms loan={loan} />
          <Life recordId={loan.id} version={loan.version} />
        </div>
      </div>
    </>
  );
}

/** What one wants to know first: what is owed, what is late, what comes next. */
function Figures({ loan: { outstanding, arrears, nextInstalment, overpaid } }: { readonly loan: Loan }) {
  const t = useTexts(loansTexts);
  return (
    <dl className="figures">
      <div>
        <dt>{t('owed')}</dt>
        <dd>
          <Money cents={outstanding.total} />
        </dd>
      </div>
      {arrears.daysPastDue > 0 ? (
        <div className="late">
          <dt>{t('lateBy', { days: arrears.daysPastDue })}</dt>
          <dd>
            <Money cents={arrears.amount} />
          </dd>
        </div>
      ) : null}
      <div className={arrears.daysPastDue > 0 ? 'late' : ''}>
        <dt>
          {arrears.daysPastDue > 0 ? t('oldest') : t('next')}{' '}
          {nextInstalment ? <DateOf of={nextInstalment.dueDate} /> : null}
        </dt>
        <dd>{nextInstalment ? <Money cents={nextInstalment.amount} /> : '–'}</dd>
      </div>
      {overpaid > 0 ? (
        <div>
          <dt>{t('overpaid')}</dt>
          <dd>
            <Money cents={overpaid} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Terms({ loan }: { readonly loan: Loan }) {
  const t = useTexts(loansTexts);
  const { member, product, purpose } = loan;
  return (
    <section className="panel">
      <header>
        <h2>{t('facts')}</h2>
      </header>
      <dl className="facts body">
        {member ? (
          <>
            <dt>{t('borrower')}</dt>
            <dd>
              <Link to={`/members/${member.memberNo}`}>{member.name}</Link>{' '}
              <span className="faint record-no">{member.memberNo}</span>
            </dd>
          </>
        ) : null}
        {product ? (
          <>
            <dt>{t('product')}</dt>
            <dd>{product.name}</dd>
          </>
        ) : null}
        <dt>{t('principal')}</dt>
        <dd>
          <Money cents={loan.approvedPrincipal ?? loan.principal} />
        </dd>
        <dt>{t('disbursed')}</dt>
        <dd>
          <Money cents={loan.disbursedPrincipal} />
        </dd>
        <dt>{t('term')}</dt>
        <dd>{t('months', { count: loan.termMonths })}</dd>
        <dt>{t('rate')}</dt>
        <dd>{t('aYear', { rate: loan.interestRate })}</dd>
        <dt>{t('maturity')}</dt>
        <dd>
          <DateOf of={loan.maturityDate} />
        </dd>
        {purpose ? (
          <>
            <dt>{t('purpose')}</dt>
            <dd>{purpose}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
