import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { DisbursementQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { proposalsIn, WaitingHere } from '../approvals/waiting.tsx';
import { disbursementSteps } from './disbursement-steps.ts';
import {
  AmountFact,
  Doubt,
  EvidencePanel,
  Fact,
  LoanLink,
  MemberLink,
  Moments,
  Panel,
  SaidPanel,
  longId,
} from './parts.tsx';
import { failureText } from './seen-words.ts';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { disbursementChannels, disbursementStates } from './words.ts';

const DISBURSEMENT = graphql(`
  query Disbursement($id: ID!) {
    disbursement(id: $id) {
      id
      version
      pendingApprovals {
        ...Waiting
        ...WaitingPayment
      }
      amount
      netted
      returned
      charge
      channel
      state
      availableActions
      msisdnMasked
      bankAccount
      providerRef
      receiptNo
      failureCode
      failureMessage
      providerCode
      sentAt
      settledAt
      createdAt
      updatedAt
      agent {
        agentNo
        name
        available
      }
      loan {
        loanNo
        member {
          memberNo
          name
        }
      }
      proposal {
        outcome
        receiptNo
        amount
        evidence
        proposedBy
        proposer
        proposedAt
        approvedBy
        approver
      }
      evidence {
        reported
        source
        receiptNo
        amount
        message
        at
      }
    }
  }
`);

export type Disbursement = NonNullable<DisbursementQuery['disbursement']>;

/** One disbursement: where it stands, what the provider said, what people said, and what may be done about it. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage
      document={DISBURSEMENT}
      variables={{ id }}
      recordOf={({ disbursement }) => disbursement}
      live={['proposal.', 'disbursement.']}
    >
      {(payment, reload) => <View payment={payment} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly payment: Disbursement; readonly reload: () => void };

/** In our own books no provider takes part: what stands there is ours. */
const providerRefOf = ({ channel, providerRef }: Disbursement) => (channel === 'INTERNAL' ? null : providerRef);

function View({ payment, reload }: Props) {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { id, state, amount, loan, evidence, proposal } = payment;
  const { tone, word } = disbursementStates[state];
  const failure = failureText(payment.failureCode, payment.failureMessage, spoken);
  const hasBeenReviewed = state === 'REVIEW' || evidence.length > 0;
  return (
    <>
      <PrintHead />
      <PageHead
        title={[moneyText(amount), loan?.member?.name].filter(Boolean).join(' · ')}
        crumbs={[{ to: '/money/disbursements', title: t('disbursements') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {may('disbursements:write')
          ? disbursementSteps(payment, steps).map((step) => (
              <Action
                key={step.name}
                step={step}
                isPrimary={['approveDisbursementOutcome', 'confirmDisbursementByBank'].includes(step.name)}
                onDone={reload}
              />
            ))
          : null}
        <PrintButton />
        <ShowQuery document={DISBURSEMENT} variables={{ id }} />
      </PageHead>
      <WaitingHere rows={proposalsIn(payment.pendingApprovals)} onDone={reload} />
      <div className="payment">
        <div className="column">
          <SaidPanel
            said={
              proposal
                ? [
                    {
                      ...proposal,
                      by: proposal.proposer ?? proposal.proposedBy,
                      approvedBy: proposal.approver ?? proposal.approvedBy,
                    },
                  ]
                : []
            }
          />
          {state === 'REVIEW' && failure !== null ? <Doubt sentence={failure} /> : null}
          {hasBeenReviewed ? <EvidencePanel evidence={evidence} /> : null}
          <Moments
            moments={[
              { what: t('requested'), at: payment.createdAt },
              { what: t('sent'), at: payment.sentAt, note: longId(providerRefOf(payment)) },
              { what: t('settled'), at: payment.settledAt, note: payment.receiptNo },
              {
                what: t('changed', { state: word[spoken] }),
                at: payment.updatedAt === payment.createdAt ? null : payment.updatedAt,
              },
            ]}
          />
        </div>
        <div className="column">
          <Facts payment={payment} />
          <Life recordId={payment.id} version={payment.version} />
        </div>
      </div>
    </>
  );
}

function Facts({ payment }: Pick<Props, 'payment'>) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { loan, agent } = payment;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('amount')}>
          <Money cents={payment.amount} />
        </Fact>
        <AmountFact name={t('netted')} cents={payment.netted} />
        <AmountFact name={t('returned')} cents={payment.returned} />
        <Fact name={t('borrower')}>{loan?.member ? <MemberLink member={loan.member} /> : null}</Fact>
        <Fact name={t('loan')}>{loan ? <LoanLink loan={loan} /> : null}</Fact>
        <Fact name={t('recipient')}>{payment.msisdnMasked ?? payment.bankAccount}</Fact>
        <Fact name={t('channel')}>{disbursementChannels[payment.channel][spoken]}</Fact>
        <Fact name={t('agent')}>
          {agent ? (
            <>
              {agent.name}, <span className="record-no">{agent.agentNo}</span>
            </>
          ) : null}
        </Fact>
        <Fact name={t('receipt')}>{payment.receiptNo}</Fact>
        <Fact name={t('providerRef')}>{longId(providerRefOf(payment))}</Fact>
        <AmountFact name={t('charge')} cents={payment.charge} />
        <Fact name={t('failure')}>
          {payment.state === 'REVIEW' ? null : failureText(payment.failureCode, payment.failureMessage, spoken)}
        </Fact>
        <Fact name={t('code')}>{payment.providerCode}</Fact>
        <Fact name={t('requested')}>
          <DateOf of={payment.createdAt} />
        </Fact>
      </dl>
    </Panel>
  );
}
