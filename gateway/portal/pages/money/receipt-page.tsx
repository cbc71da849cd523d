import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf, type StateWords } from '../../components/state.tsx';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReceiptPartState, SplitPaymentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { AmountFact, Fact, Panel } from './parts.tsx';
import { RecordLine } from './record-link.tsx';
import { reverseSplitStep, splitChannels } from './split-steps.ts';
import { splitTexts } from './split-texts.ts';

const RECEIPT = graphql(`
  query SplitPayment($id: ID!) {
    receipt(id: $id) {
      id
      version
      pendingApprovals {
        ...Waiting
      }
      channel
      reference
      amount
      restAmount
      paidAt
      parts {
        number
        amount
        state
        destination {
          ...Named
        }
        bookedAs {
          ...Named
        }
      }
    }
  }
`);

const partStates: StateWords<ReceiptPartState> = {
  LIVE: { tone: 'good', word: { en: 'Booked', sw: 'Imeandikwa' } },
  MOVED: { tone: 'neutral', word: { en: 'Moved', sw: 'Imehamishwa' } },
  CORRECTED: { tone: 'neutral', word: { en: 'Was a mistake', sw: 'Lilikuwa kosa' } },
  TAKEN_BACK: { tone: 'bad', word: { en: 'Given back', sw: 'Imerudishwa' } },
};

type Receipt = NonNullable<SplitPaymentQuery['receipt']>;

/** One payment that was booked in several records: where each part stands, and the way back. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage
      document={RECEIPT}
      variables={{ id }}
      recordOf={({ receipt }) => receipt}
      live={['proposal.', 'repayment.', 'payment.', 'savings']}
    >
      {(receipt, reload) => <View receipt={receipt} reload={reload} />}
    </RecordPage>
  );
}

function View({ receipt, reload }: { readonly receipt: Receipt; readonly reload: () => void }) {
  const t = useTexts(splitTexts);
  const may = useMay();
  const { id, reference, amount, parts, version } = receipt;
  // What waits already is decided there: proposed once more, it would be refused.
  const waits = (receipt.pendingApprovals ?? []).length > 0;
  const stands = parts.some(({ state }) => state === 'LIVE' || state === 'MOVED');
  return (
    <>
      <PrintHead />
      <PageHead
        title={`${reference} · ${moneyText(amount)}`}
        crumbs={[{ to: '/money/collections', title: t('collections') }]}
      >
        {may('receipts:write') && stands && !waits ? (
          <Action step={reverseSplitStep(receipt, t)} onDone={reload} />
        ) : null}
        <PrintButton />
        <ShowQuery document={RECEIPT} variables={{ id }} />
      </PageHead>
      <WaitingHere rows={receipt.pendingApprovals} onDone={reload} />
      <div className="payment">
        <div className="column">
          <Parts receipt={receipt} />
        </div>
        <div className="column">
          <Facts receipt={receipt} />
          <Life recordId={id} version={version} />
        </div>
      </div>
    </>
  );
}

function Parts({ receipt: { parts } }: { readonly receipt: Receipt }) {
  const t = useTexts(splitTexts);
  return (
    <Panel title={t('parts')}>
      <ul className="records">
        {parts.map(({ number, amount, state, destination, bookedAs }) => (
          <li key={number}>
            <div>
              <RecordLine record={destination} />
              <div className="faint">
                {t('bookedAs')}: <RecordLine record={bookedAs} />
              </div>
            </div>
            <div className="sums">
              <Money cents={amount} />
              <div className="faint">
                <StateOf words={partStates} state={state} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Facts({ receipt }: { readonly receipt: Receipt }) {
  const t = useTexts(splitTexts);
  const spoken = useLanguage();
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('channel')}>{splitChannels[receipt.channel][spoken]}</Fact>
        <Fact name={t('whole')}>
          <Money cents={receipt.amount} />
        </Fact>
        <AmountFact name={t('left')} cents={receipt.restAmount} />
        <Fact name={t('paidAt')}>
          <Ago of={receipt.paidAt} />
        </Fact>
      </dl>
    </Panel>
  );
}
