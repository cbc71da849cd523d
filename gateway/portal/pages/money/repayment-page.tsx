import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { RepaymentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { AmountFact, Fact, LoanLink, MemberLink, Moments, Panel } from './parts.tsx';
import { Placement } from './placement.tsx';
import { reallocateStep, reverseStep } from './repayment-steps.ts';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { repaymentChannels, repaymentStates } from './words.ts';

const REPAYMENT = graphql(`
  query Repayment($id: ID!) {
    repayment(id: $id) {
      id
      version
      pendingApprovals {
        ...Waiting
        ...WaitingPayment
      }
      receiptNo
      amount
      channel
      reference
      state
      stateReason
      availableActions
      paidAt
      reversedAt
      createdAt
      recovered
      allocation {
        principal
        interest
        fees
        penalties
        overpayment
      }
      movedFrom {
        id
        receiptNo
      }
      loan {
        loanNo
        state
        outstanding {
          total
        }
        member {
          memberNo
          name
        }
      }
    }
  }
`);

export type Repayment = NonNullable<RepaymentQuery['repayment']>;

/** One repayment: where the money went, and what may be done where it stands wrongly. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage
      document={REPAYMENT}
      variables={{ id }}
      recordOf={({ repayment }) => repayment}
      live={['proposal.', 'repayment.']}
    >
      {(repayment, reload) => <View repayment={repayment} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly repayment: Repayment; readonly reload: () => void };

function View({ repayment, reload }: Props) {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const may = useMay();
  const [isMoving, setMoving] = useState(false);
  const { id, state, amount, receiptNo, loan } = repayment;
  const mayChange = may('repayments:write') && repayment.availableActions.includes('REVERSE');
  return (
    <>
      <PrintHead />
      <PageHead
        title={[receiptNo, moneyText(amount), loan?.member?.name].filter(Boolean).join(' · ')}
        crumbs={[{ to: '/money/repayments', title: t('repayments') }]}
        aside={<StateOf words={repaymentStates} state={state} />}
      >
        {mayChange && may('members:read') ? (
          <button className="button" onClick={() => setMoving(!isMoving)} aria-expanded={isMoving}>
            {steps('reallocate')}
          </button>
        ) : null}
        {mayChange ? <Action step={reverseStep(repayment, steps)} onDone={reload} /> : null}
        <PrintButton />
        <ShowQuery document={REPAYMENT} variables={{ id }} />
      </PageHead>
      <WaitingHere rows={repayment.pendingApprovals} onDone={reload} />
      <div className="payment">
        <div className="column">
          {isMoving ? (
            <Placement
              title={steps('reallocateTitle')}
              takenBy={[]}
              stepFor={(place) => reallocateStep(repayment, place, steps)}
              onDone={reload}
            />
          ) : null}
          <Moments
            moments={[
              { what: t('received'), at: repayment.paidAt, note: repayment.reference },
              { what: t('bookedAs'), at: repayment.createdAt, note: receiptNo },
              { what: t('reversed'), at: repayment.reversedAt, note: repayment.stateReason },
            ]}
          />
        </div>
        <div className="column">
          <Facts repayment={repayment} />
          <Life recordId={repayment.id} version={repayment.version} />
        </div>
      </div>
    </>
  );
}

function Facts({ repayment }: Pick<Props, 'repayment'>) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { loan, allocation, movedFrom } = repayment;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('amount')}>
          <Money cents={repayment.amount} />
        </Fact>
        <Fact name={t('borrower')}>{loan?.member ? <MemberLink member={loan.member} /> : null}</Fact>
        <Fact name={t('loan')}>{loan ? <LoanLink loan={loan} /> : null}</Fact>
        <Fact name={t('channel')}>{repaymentChannels[repayment.channel][spoken]}</Fact>
        <Fact name={t('reference')}>{repayment.reference}</Fact>
        <AmountFact name={t('principal')} cents={allocation.principal} />
        <AmountFact name={t('interest')} cents={allocation.interest} />
        <AmountFact name={t('fees')} cents={allocation.fees} />
        <AmountFact name={t('penalties')} cents={allocation.penalties} />
        <AmountFact name={t('overpayment')} cents={allocation.overpayment} />
        <AmountFact name={t('recovered')} cents={repayment.recovered} />
        <Fact name={t('movedFrom')}>
          {movedFrom ? <Link to={`/money/repayments/${movedFrom.id}`}>{movedFrom.receiptNo}</Link> : null}
        </Fact>
        <Fact name={t('why')}>{repayment.stateReason}</Fact>
      </dl>
    </Panel>
  );
}
