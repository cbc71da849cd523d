import { useState } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { agoColumn, moneyColumn } from '../../components/columns.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { StateOf } from '../../components/state.tsx';
import { phoneText } from '../../format/format.ts';
import { useAgain } from '../../frame/live.ts';
import { useMay, useViewer } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SimulatedRowFragment } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { answerStep, hasAnswered, payStep, receiptIn } from './simulator-steps.ts';
import { answerWords, meansOf, simulatedStates, simulatorTexts } from './simulator-texts.ts';
import './developers.css';

graphql(`
  fragment SimulatedRow on SimulatedPayment {
    id
    kind
    amount
    party
    acceptedAt
    notificationsSent
    isDue
    answered
  }
`);
const SIMULATOR = graphql(`
  query Simulator {
    prompts: simulatedPayments(kind: PROMPT, first: 10) {
      ...SimulatedRow
    }
    payouts: simulatedPayments(kind: PAYOUT, first: 10) {
      ...SimulatedRow
    }
    promptNumbers: simulatedNumbers(kind: PROMPT) {
      suffix
      means
    }
    payoutNumbers: simulatedNumbers(kind: PAYOUT) {
      suffix
      means
    }
  }
`);

/** What a provider accepts is no event of ours. */
const EVERY_MS = 3_000;

/** Who tries a sandbox plays its payers and its provider. */
export function Page() {
  const t = useTexts(simulatorTexts);
  const may = useMay();
  const { mode } = useViewer();
  const [receipt, setReceipt] = useState<string | null>(null);
  const isLive = mode === 'LIVE';
  const [{ data, error }, reload] = useQuery({ query: SIMULATOR, pause: isLive });
  const again = () => reload({ requestPolicy: 'network-only' });
  useAgain(EVERY_MS, () => !isLive && again());
  const paid = (done: unknown) => {
    setReceipt(receiptIn(done));
    again();
  };
  return (
    <>
      <PageHead title={t('simulator')}>
        {may('sandbox:write') && !isLive ? <Action step={payStep(t)} isPrimary onDone={paid} /> : null}
        <ShowQuery document={SIMULATOR} />
      </PageHead>
      {receipt === null ? null : (
        <p className="done-notice" role="status" data-receipt="">
          {t('paid', { receipt })}
        </p>
      )}
      {data ? (
        <div className="simulator">
          <Books title="prompts" rows={data.prompts ?? []} onDone={again} />
          <Books title="payouts" rows={data.payouts ?? []} onDone={again} />
          <section className="panel">
            <header>
              <h2>{t('numbers')}</h2>
            </header>
            <p className="body faint">{t('numbersHint')}</p>
            <div className="halves">
              <Numbers title={t('ofPrompts')} numbers={data.promptNumbers ?? []} />
              <Numbers title={t('ofPayouts')} numbers={data.payoutNumbers ?? []} />
            </div>
          </section>
        </div>
      ) : isLive ? (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      ) : error ? (
        <ErrorBox error={error} onRetry={again} />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

type BooksProps = {
  readonly title: 'prompts' | 'payouts';
  readonly rows: readonly SimulatedRowFragment[];
  readonly onDone: () => void;
};
const EMPTY = {
  prompts: { title: 'noPrompts', hint: 'noPromptsHint' },
  payouts: { title: 'noPayouts', hint: 'noPayoutsHint' },
} as const;

/** One of the provider's books. */
function Books({ title, rows, onDone }: BooksProps) {
  const t = useTexts(simulatorTexts);
  const empty = EMPTY[title];
  return (
    <section className="panel" data-books={title}>
      <header>
        <h2>{t(title)}</h2>
      </header>
      <DataTable
        label={t(title)}
        columns={columns(onDone)}
        list={{ nodes: rows, pageInfo: ONE_PAGE }}
        isLoading={false}
        error={undefined}
        onRetry={onDone}
        keyOf={({ id }) => id}
        empty={{ title: t(empty.title), hint: t(empty.hint) }}
      />
    </section>
  );
}

const ONE_PAGE = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

const columns = (onDone: () => void): readonly Column<SimulatedRowFragment>[] => [
  { name: 'party', title: { en: 'Number', sw: 'Nambari' }, cell: ({ party }) => <Party party={party} /> },
  moneyColumn({ name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next' }, ({ amount }) => amount),
  agoColumn(
    { name: 'taken', title: { en: 'Received', sw: 'Ilipokelewa' }, narrow: 'under' },
    ({ acceptedAt }) => acceptedAt,
  ),
  { name: 'says', title: { en: 'Status', sw: 'Mtoa huduma' }, narrow: 'next', cell: (row) => <Says row={row} /> },
  { name: 'answer', title: { en: 'Answer', sw: 'Jibu' }, cell: (row) => <Answer row={row} onDone={onDone} /> },
];

/** A number; for a top-up of our own float the provider's book has `float` and the figures that decide. */
function Party({ party }: Pick<SimulatedRowFragment, 'party'>) {
  const t = useTexts(simulatorTexts);
  return <>{party.startsWith('float ') ? t('ownFloat') : phoneText(party)}</>;
}

function Says({ row }: { readonly row: SimulatedRowFragment }) {
  const spoken = useLanguage();
  const state = row.isDue ? 'ANSWERS' : hasAnswered(row) ? 'NOTIFIED' : 'WAITS';
  return (
    <>
      <StateOf words={simulatedStates} state={state} />
      {row.answered === null ? null : <span className="faint"> {answerWords[row.answered][spoken]}</span>}
    </>
  );
}

function Answer({ row, onDone }: { readonly row: SimulatedRowFragment; readonly onDone: () => void }) {
  const t = useTexts(simulatorTexts);
  const spoken = useLanguage();
  const may = useMay();
  return may('sandbox:write') ? <Action step={answerStep(row, t, spoken)} onDone={onDone} /> : null;
}

type NumbersProps = {
  readonly title: string;
  readonly numbers: readonly { readonly suffix: string; readonly means: string }[];
};

function Numbers({ title, numbers }: NumbersProps) {
  const spoken = useLanguage();
  return (
    <section>
      <h3>{title}</h3>
      <dl className="facts numbers">
        {numbers.map(({ suffix, means }) => (
          <div key={suffix} className="pair">
            <dt>
              <code>…{suffix}</code>
            </dt>
            <dd>{meansOf(means, spoken)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
