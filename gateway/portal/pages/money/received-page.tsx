import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { wordsOfState } from '../../components/later-values.ts';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReceivedRecordQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { proposalsIn, WaitingHere } from '../approvals/waiting.tsx';
import { Fact, Moments, Panel, SaidPanel, longId } from './parts.tsx';
import { Placement } from './placement.tsx';
import { RecordLine } from './record-link.tsx';
import { allocateStep, correctSteps, returnSteps } from './received-steps.ts';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { receivedChannels, receivedStates, suspendedFor } from './words.ts';

const RECEIVED_RECORD = graphql(`
  query ReceivedRecord($id: ID!) {
    mobileMoneyTransaction(id: $id) {
      id
      version
      pendingApprovals {
        ...Waiting
        ...WaitingPayment
      }
      channel
      amount
      msisdnMasked
      accountReference
      state
      stateReason
      receiptNo
      providerRef
      paidAt
      expiresAt
      createdAt
      updatedAt
      availableActions
      bookedAs {
        ...Named
      }
      destination {
        type
        id
      }
      mergedInto {
        id
        accountReference
      }
      restOf {
        id
        accountReference
      }
      returnProposal {
        reason
        evidence
        proposedBy
        proposer
        approvedBy
        approver
      }
    }
  }
`);

export type Received = NonNullable<ReceivedRecordQuery['mobileMoneyTransaction']>;

/** Money of one payer: what came, why it waits, and where it may be placed. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage
      document={RECEIVED_RECORD}
      variables={{ id }}
      recordOf={({ mobileMoneyTransaction }) => mobileMoneyTransaction}
      live={['mobile_money.', 'proposal.']}
    >
      {(money, reload) => <View money={money} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly money: Received; readonly reload: () => void };

function View({ money, reload }: Props) {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { id, state, amount, accountReference, returnProposal: proposal } = money;
  const mayWork = may('mobile_money:write');
  const isInSuspense = money.availableActions.includes('ALLOCATE');
  return (
    <>
      <PageHead
        title={`${moneyText(amount)} · ${accountReference}`}
        crumbs={[
          isInSuspense
            ? { to: '/money/suspense', title: t('suspense') }
            : { to: '/money/collections', title: t('collections') },
        ]}
        aside={<StateOf words={receivedStates} state={state} />}
      >
        {mayWork
          ? [...returnSteps(money, steps), ...correctSteps(money, steps)].map((step) => (
              <Action key={step.name} step={step} onDone={reload} />
            ))
          : null}
        <ShowQuery document={RECEIVED_RECORD} variables={{ id }} />
      </PageHead>
      <WaitingHere rows={proposalsIn(money.pendingApprovals)} onDone={reload} />
      <div className="payment">
        <div className="column">
          {proposal ? (
            <SaidPanel
              said={[
                {
                  ...proposal,
                  ...NO_PAYMENT,
                  by: proposal.proposer ?? proposal.proposedBy,
                  approvedBy: proposal.approver ?? proposal.approvedBy,
                },
              ]}
            />
          ) : null}
          {isInSuspense && mayWork && (may('members:read') || may('students:read')) ? (
            <Placement
              title={steps('chooseMember')}
              takenBy={['savings_account', 'student']}
              stepFor={(place) => allocateStep(money, place, steps)}
              onDone={reload}
            />
          ) : null}
          <Moments
            moments={[
              { what: t('requested'), at: money.channel === 'MPESA_PAYBILL' ? null : money.createdAt },
              { what: t('received'), at: money.paidAt, note: money.receiptNo },
              { what: t('changed', { state: wordsOfState(receivedStates, state).word[spoken] }), at: money.updatedAt },
            ]}
          />
        </div>
        <div className="column">
          <Facts money={money} />
          <Life recordId={money.id} version={money.version} />
        </div>
      </div>
    </>
  );
}

/** What is proposed for money in suspense is always the same: it goes back. */
const NO_PAYMENT = { outcome: 'RETURN', receiptNo: null, amount: null } as const;

function Facts({ money }: Pick<Props, 'money'>) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { mergedInto, restOf } = money;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('amount')}>
          <Money cents={money.amount} />
        </Fact>
        <Fact name={t('typed')}>{money.accountReference}</Fact>
        <Fact name={t('payer')}>{money.msisdnMasked}</Fact>
        <Fact name={t('channel')}>{receivedChannels[money.channel][spoken]}</Fact>
        <Fact name={t('receipt')}>{money.receiptNo}</Fact>
        <Fact name={t('providerRef')}>{longId(money.providerRef)}</Fact>
        <Fact name={t('why')}>{suspendedFor(money.stateReason)?.[spoken]}</Fact>
        <Fact name={t('bookedAs')}>{money.bookedAs ? <RecordLine record={money.bookedAs} /> : null}</Fact>
        <Fact name={t('mergedInto')}>
          {mergedInto ? <Link to={`/money/received/${mergedInto.id}`}>{mergedInto.accountReference}</Link> : null}
        </Fact>
        <Fact name={t('restOf')}>
          {restOf ? <Link to={`/money/received/${restOf.id}`}>{restOf.accountReference}</Link> : null}
        </Fact>
      </dl>
    </Panel>
  );
}
