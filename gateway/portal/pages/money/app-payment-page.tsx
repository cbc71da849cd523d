import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AppPaymentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { proposalsIn, WaitingHere } from '../approvals/waiting.tsx';
import { cents, findingFields, outcomeOf, text, type StepTexts } from './disbursement-steps.ts';
import { AmountFact, Doubt, EvidencePanel, Fact, Moments, Panel, SaidPanel, longId } from './parts.tsx';
import { failureText } from './seen-words.ts';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { appPaymentState, isUnprompted } from './words.ts';

const PAYMENT = graphql(`
  query AppPayment($id: ID!) {
    appPayment(id: $id) {
      id
      version
      pendingApprovals {
        ...Waiting
      }
      direction
      state
      amount
      amountReported
      fee
      provider
      otherParty
      reference
      narration
      accountReference
      providerRef
      receiptNo
      sentAt
      settledAt
      createdAt
      app {
        name
        clientId
      }
      failure {
        code
        message
        providerCode
      }
      findings {
        outcome
        receiptNo
        amount
        evidence
        by
        finder
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
const REVIEW = graphql(`
  mutation ReviewAppPayment($input: ReviewAppPaymentInput!, $idempotencyKey: String) {
    reviewAppPayment(input: $input, idempotencyKey: $idempotencyKey) {
      appPayment {
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

type AppPayment = NonNullable<AppPaymentQuery['appPayment']>;

/** One payment of an app: what the provider and people say of it, and what is said where it is in review. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage
      document={PAYMENT}
      variables={{ id }}
      recordOf={({ appPayment }) => appPayment}
      live={['payout.', 'collection.', 'proposal.']}
    >
      {(payment, reload) => <View payment={payment} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly payment: AppPayment; readonly reload: () => void };

const directionOf = ({ direction }: AppPayment) => (direction === 'PAYOUT' ? 'out' : 'in');

function View({ payment, reload }: Props) {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { id, state, amount, reference, receiptNo, findings, evidence } = payment;
  const { tone, word } = appPaymentState(directionOf(payment), state);
  const isInReview = state === 'REVIEW';
  const doubt = failureText(payment.failure?.code, payment.failure?.message, spoken);
  return (
    <>
      <PageHead
        title={[moneyText(amount), isUnprompted(payment) ? receiptNo : reference].filter(Boolean).join(' · ')}
        crumbs={[
          directionOf(payment) === 'in'
            ? { to: '/money/payouts', search: { direction: 'in' }, title: t('collectionsOfApps') }
            : { to: '/money/payouts', title: t('payouts') },
        ]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {isInReview && may('mobile_money:write') ? (
          <Action step={reviewStep(payment, steps)} isPrimary onDone={reload} />
        ) : null}
        <ShowQuery document={PAYMENT} variables={{ id }} />
      </PageHead>
      <WaitingHere rows={proposalsIn(payment.pendingApprovals)} onDone={reload} />
      <div className="payment">
        <div className="column">
          <SaidPanel said={findings.map((finding) => ({ ...finding, by: finding.finder ?? finding.by }))} />
          {isInReview && doubt !== null ? <Doubt sentence={doubt} /> : null}
          {isInReview || evidence.length > 0 ? <EvidencePanel evidence={evidence} /> : null}
          <Moments
            moments={[
              { what: t('requested'), at: payment.createdAt },
              { what: t('sent'), at: payment.sentAt, note: longId(payment.providerRef) },
              { what: t('settled'), at: payment.settledAt, note: payment.receiptNo },
            ]}
          />
        </div>
        <Facts payment={payment} />
      </div>
    </>
  );
}

/** What a person finds: the first proposes, and another who finds the same settles it. */
const reviewStep = (payment: AppPayment, t: StepTexts): Step => {
  const [first] = payment.findings;
  const words = directionOf(payment) === 'out' ? ([t('paid'), t('notPaid')] as const) : COLLECTED(t);
  return stepOf({
    recordId: payment.id,
    name: 'reviewAppPayment',
    title: first ? t('agreeTitle') : t('proposeTitle'),
    word: first ? t('agree') : t('propose'),
    // Who agrees says the same: it stands there, and can be changed where another thing was seen.
    fields: findingFields(t, words).map((field) =>
      first
        ? { ...field, initial: { outcome: first.outcome, receiptNo: first.receiptNo ?? '' }[field.name] ?? '' }
        : field,
    ),
    document: REVIEW,
    variables: ({ outcome, receiptNo, amount, evidence }, { idempotencyKey }) => ({
      input: {
        paymentId: payment.id,
        outcome: outcomeOf(outcome),
        receiptNo: text(receiptNo),
        amount: cents(amount) ?? first?.amount ?? null,
        evidence: text(evidence) ?? '',
      },
      idempotencyKey,
    }),
    consequence: ({ outcome }) =>
      first
        ? t(outcome === 'PAID' ? 'agreePaidApp' : 'agreeNotPaid', {
            amount: moneyText(first.amount ?? payment.amount),
          })
        : t('proposeMeans'),
  });
};
const COLLECTED = (t: StepTexts) => [t('collected'), t('notCollected')] as const;

function Facts({ payment }: Pick<Props, 'payment'>) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { app, failure } = payment;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('amount')}>
          <Money cents={payment.amount} />
        </Fact>
        <AmountFact name={t('moved')} cents={payment.amountReported} />
        <AmountFact name={t('fee')} cents={payment.fee} />
        <Fact name={t('app')}>
          <Link to={`/money/apps/${app.clientId}`}>{app.name}</Link>
        </Fact>
        <Fact name={directionOf(payment) === 'out' ? t('recipient') : t('payer')}>{payment.otherParty}</Fact>
        <Fact name={t('typed')}>{payment.accountReference}</Fact>
        <Fact name={t('reference')}>{isUnprompted(payment) ? null : payment.reference}</Fact>
        <Fact name={t('why')}>{payment.narration}</Fact>
        <Fact name={t('receipt')}>{payment.receiptNo}</Fact>
        <Fact name={t('providerRef')}>{longId(payment.providerRef)}</Fact>
        <Fact name={t('failure')}>{failureText(failure?.code, failure?.message, spoken)}</Fact>
        <Fact name={t('code')}>{failure?.providerCode}</Fact>
      </dl>
      <details className="body no-print">
        <summary className="faint">{t('forSupport')}</summary>
        <dl className="facts">
          <Fact name={t('appsId')}>
            <code>{payment.id}</code>
          </Fact>
        </dl>
      </details>
    </Panel>
  );
}
