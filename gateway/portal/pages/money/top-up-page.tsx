import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { known } from '../../components/later-values.ts';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { FloatTopUpAction, FloatTopUpQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { cents, findingFields, outcomeOf, reason, text, type StepTexts } from './disbursement-steps.ts';
import { AmountFact, EvidencePanel, Fact, Moments, Panel, longId } from './parts.tsx';
import { failureText } from './seen-words.ts';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { topUpStates } from './words.ts';

const TOP_UP = graphql(`
  query FloatTopUp($id: ID!) {
    floatTopUp(id: $id) {
      id
      version
      pendingApprovals {
        ...Waiting
        ...WaitingPayment
      }
      amount
      moved
      state
      availableActions
      providerRef
      receiptNo
      charge
      failureCode
      failureMessage
      providerCode
      sentAt
      settledAt
      createdAt
      agent {
        agentNo
        name
        available
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
const CANCEL = graphql(`
  mutation CancelFloatTopUp($input: CancelFloatTopUpInput!, $idempotencyKey: String, $version: Int) {
    cancelFloatTopUp(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      floatTopUp {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const SETTLE = graphql(`
  mutation SettleFloatTopUp($input: SettleFloatTopUpInput!, $idempotencyKey: String, $version: Int) {
    settleFloatTopUp(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      floatTopUp {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const REVERSE = graphql(`
  mutation ReverseFloatTopUp($input: ReverseFloatTopUpInput!, $idempotencyKey: String, $version: Int) {
    reverseFloatTopUp(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      floatTopUp {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type TopUp = NonNullable<FloatTopUpQuery['floatTopUp']>;

/** Money of the paybill on its way to the float of an agent. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage document={TOP_UP} variables={{ id }} recordOf={({ floatTopUp }) => floatTopUp} live={['float_top_up.']}>
      {(topUp, reload) => <View topUp={topUp} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly topUp: TopUp; readonly reload: () => void };

function View({ topUp, reload }: Props) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const steps = useTexts(moneyStepTexts);
  const may = useMay();
  const { id, state, amount, agent, evidence } = topUp;
  return (
    <>
      <PageHead
        title={[moneyText(amount), agent?.agentNo].filter(Boolean).join(' · ')}
        crumbs={[{ to: '/money/reviews', title: t('reviews') }]}
        aside={<StateOf words={topUpStates} state={state} />}
      >
        {may('disbursements:write')
          ? known(topUp.availableActions, STEPS).map((action) => (
              <Action key={action} step={STEPS[action](topUp, steps)} onDone={reload} />
            ))
          : null}
        <ShowQuery document={TOP_UP} variables={{ id }} />
      </PageHead>
      <WaitingHere rows={topUp.pendingApprovals} onDone={reload} />
      <div className="payment">
        <div className="column">
          {state === 'REVIEW' || evidence.length > 0 ? <EvidencePanel evidence={evidence} /> : null}
          <Moments
            moments={[
              { what: t('requested'), at: topUp.createdAt },
              { what: t('sent'), at: topUp.sentAt, note: longId(topUp.providerRef) },
              { what: t('settled'), at: topUp.settledAt, note: topUp.receiptNo },
            ]}
          />
        </div>
        <div className="column">
          <Panel title={t('facts')}>
            <dl className="facts body">
              <Fact name={t('amount')}>
                <Money cents={amount} />
              </Fact>
              <AmountFact name={t('moved')} cents={topUp.moved} />
              <AmountFact name={t('charge')} cents={topUp.charge} />
              <Fact name={t('recipient')}>
                {agent ? (
                  <>
                    {agent.name} <span className="faint record-no">{agent.agentNo}</span>
                  </>
                ) : null}
              </Fact>
              <Fact name={t('receipt')}>{topUp.receiptNo}</Fact>
              <Fact name={t('providerRef')}>{longId(topUp.providerRef)}</Fact>
              <Fact name={t('failure')}>{failureText(topUp.failureCode, topUp.failureMessage, spoken)}</Fact>
              <Fact name={t('code')}>{topUp.providerCode}</Fact>
            </dl>
          </Panel>
          <Life recordId={topUp.id} version={topUp.version} />
        </div>
      </div>
    </>
  );
}

const shared = ({ id, version }: TopUp) => ({ recordId: id, version });

const STEPS: { readonly [Action in FloatTopUpAction]: (topUp: TopUp, t: StepTexts) => Step } = {
  CANCEL: (topUp, t) =>
    stepOf({
      ...shared(topUp),
      name: 'cancelFloatTopUp',
      title: t('cancelTitle'),
      word: t('cancel'),
      isDangerous: true,
      fields: [reason(t)],
      document: CANCEL,
      variables: (values, sent) => ({
        input: { floatTopUpId: topUp.id, reason: text(values['reason']) ?? '' },
        ...sent,
      }),
      consequence: () => t('cancelTopUpMeans', { amount: moneyText(topUp.amount), no: topUp.agent?.agentNo ?? '' }),
    }),
  SETTLE: (topUp, t) =>
    stepOf({
      ...shared(topUp),
      name: 'settleFloatTopUp',
      title: t('proposeTitle'),
      word: t('propose'),
      fields: findingFields(t, [t('collected'), t('notCollected')]),
      document: SETTLE,
      variables: ({ outcome, receiptNo, amount, evidence }, sent) => ({
        input: {
          floatTopUpId: topUp.id,
          outcome: outcomeOf(outcome),
          receiptNo: text(receiptNo),
          amount: cents(amount),
          evidence: text(evidence) ?? '',
        },
        ...sent,
      }),
      consequence: () => t('proposeMeans'),
    }),
  REVERSE: (topUp, t) =>
    stepOf({
      ...shared(topUp),
      name: 'reverseFloatTopUp',
      title: t('reverseTitle'),
      word: t('reverse'),
      isDangerous: true,
      fields: [{ name: 'reversalReceiptNo', kind: 'text', label: t('reversalReceipt'), isRequired: true }, reason(t)],
      document: REVERSE,
      variables: (values, sent) => ({
        input: {
          floatTopUpId: topUp.id,
          reversalReceiptNo: text(values['reversalReceiptNo']) ?? '',
          reason: text(values['reason']) ?? '',
        },
        ...sent,
      }),
      // What the provider moved may differ from what was asked for.
      consequence: () => {
        const moved = topUp.moved ?? topUp.amount;
        if (topUp.agent === null) return null;
        const { agentNo, available } = topUp.agent;
        return t('reverseTopUpMeans', {
          amount: moneyText(moved),
          no: agentNo,
          available: moneyText(available - moved),
        });
      },
    }),
};
