import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago, DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReconciliationBreakQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { Fact, Panel } from './parts.tsx';
import { RecordLine } from './record-link.tsx';
import { accountWord } from '../books/account-words.ts';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { breakSteps } from './work-steps.ts';
import { breakAdvice, breakDeed, breakStates, breakTypes } from './words.ts';

const BREAK = graphql(`
  query ReconciliationBreak($id: ID!) {
    reconciliationBreak(id: $id) {
      id
      version
      account
      subAccount
      type
      state
      amountThere
      amountHere
      receiptNo
      occurredAt
      proposal
      proposedReceiptNo
      owner
      ageDays
      resolution
      availableActions
      createdAt
      line {
        lineNo
        msisdnMasked
        accountReference
      }
      record {
        ...Named
      }
      proposedRecord {
        ...Named
      }
      bookedAs {
        ...Named
      }
      journal {
        at
        by
        person
        action
        note
      }
      reconciliation {
        coversFrom
        coversThrough
        lines
        matched
        comparedAt
      }
    }
  }
`);

export type Break = NonNullable<ReconciliationBreakQuery['reconciliationBreak']>;

/** One difference between a statement and the books: both sides, what to do, and what was done. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage
      document={BREAK}
      variables={{ id }}
      recordOf={({ reconciliationBreak }) => reconciliationBreak}
      live={['reconciliation_break.']}
    >
      {(found, reload) => <View found={found} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly found: Break; readonly reload: () => void };

function View({ found, reload }: Props) {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { id, type, state, receiptNo, amountThere, amountHere } = found;
  return (
    <>
      <PageHead
        title={[breakTypes[type][spoken], receiptNo].filter(Boolean).join(' · ')}
        crumbs={[{ to: '/money/breaks', title: t('breaks') }]}
        aside={<StateOf words={breakStates} state={state} />}
      >
        {may('mobile_money:write')
          ? breakSteps(found, steps).map((step) => (
              <Action key={step.name} step={step} isPrimary={step.name === 'bookReconciliationBreak'} onDone={reload} />
            ))
          : null}
        <ShowQuery document={BREAK} variables={{ id }} />
      </PageHead>
      <div className="payment">
        <div className="column">
          <section className="panel">
            <dl className="two-sides">
              <div>
                <dt>{t('there')}</dt>
                <dd>
                  <Money cents={amountThere} />
                </dd>
              </div>
              <div>
                <dt>{t('here')}</dt>
                <dd>
                  <Money cents={amountHere} />
                </dd>
              </div>
              <div>
                <dt>{t('difference')}</dt>
                <dd>
                  <Money cents={(amountThere ?? 0) - (amountHere ?? 0)} />
                </dd>
              </div>
            </dl>
          </section>
          <Journal found={found} />
        </div>
        <div className="column">
          <Facts found={found} />
          <Life recordId={found.id} version={found.version} />
        </div>
      </div>
    </>
  );
}

function Journal({ found: { journal, createdAt } }: Pick<Props, 'found'>) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  return (
    <Panel title={t('happened')}>
      <ol className="steps-taken">
        <li>
          <span>{t('found')}</span>
          <span className="faint">
            <Ago of={createdAt} />
          </span>
        </li>
        {journal.map(({ at, by, person, action, note }) => (
          <li key={`${at}${action}`}>
            <span>
              {breakDeed(action, spoken)}
              {note ? `: ${note}` : null}
            </span>
            <span className="faint">
              <Ago of={at} />
            </span>
            <span className="faint">{person ?? by}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Facts({ found }: Pick<Props, 'found'>) {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { line, reconciliation: comparison } = found;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('advice')}>{breakAdvice[found.proposal][spoken]}</Fact>
        <Fact name={t('account')}>
          {[accountWord(found.account, spoken), found.subAccount].filter(Boolean).join(' · ')}
        </Fact>
        <Fact name={t('receipt')}>{found.receiptNo}</Fact>
        <Fact name={t('line')}>
          {line ? [line.lineNo, line.accountReference, line.msisdnMasked].filter(Boolean).join(' · ') : null}
        </Fact>
        <Fact name={t('record')}>{found.record ? <RecordLine record={found.record} /> : null}</Fact>
        <Fact name={t('proposedRecord')}>
          {found.proposedRecord ? <RecordLine record={found.proposedRecord} /> : found.proposedReceiptNo}
        </Fact>
        <Fact name={t('bookedAs')}>{found.bookedAs ? <RecordLine record={found.bookedAs} /> : null}</Fact>
        <Fact name={t('owner')}>{found.owner}</Fact>
        <Fact name={t('age')}>{t('days', { count: found.ageDays })}</Fact>
        <Fact name={t('resolution')}>{found.resolution}</Fact>
        <Fact name={t('comparison')}>
          {comparison ? (
            <>
              <DateOf of={comparison.coversFrom} /> – <DateOf of={comparison.coversThrough} />
              <br />
              <span className="faint">{t('lines', { matched: comparison.matched, lines: comparison.lines })}</span>
            </>
          ) : null}
        </Fact>
      </dl>
    </Panel>
  );
}
