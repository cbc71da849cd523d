import { useEffect } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { DateOf } from '../../components/dates.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { StateOf } from '../../components/state.tsx';
import { stepOf, type Step } from '../../components/step.ts';
import { instantText, numberText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useLanguage, useTexts, type Translate } from '../../texts/texts.ts';
import { startOfDay } from './client-steps.ts';
import { SandboxReset } from './sandbox-reset.tsx';
import { clockStates, clockTexts } from './clock-texts.ts';
import './developers.css';

const CLOCK = graphql(`
  query TestClock {
    testClock {
      state
      now
      to
      offsetSeconds
      problem
    }
  }
`);
const ADVANCE = graphql(`
  mutation AdvanceTestClock($input: AdvanceTestClockInput!, $idempotencyKey: String) {
    advanceTestClock(input: $input, idempotencyKey: $idempotencyKey) {
      testClock {
        state
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const advanceStep = (t: Translate<(typeof clockTexts)['en']>): Step =>
  stepOf({
    name: 'advanceTestClock',
    recordId: null,
    title: t('advance'),
    word: t('advance'),
    fields: [{ name: 'to', kind: 'date', label: t('to'), isRequired: true }],
    document: ADVANCE,
    variables: ({ to }, { idempotencyKey }) => ({ input: { to: startOfDay(to) ?? '' }, idempotencyKey }),
    consequence: () => t('means'),
  });

const DAY_SECONDS = 86_400;
const SOON_MS = 2_000;

/** The business time of a sandbox, and its way forward. */
export function Page() {
  const t = useTexts(clockTexts);
  const spoken = useLanguage();
  const may = useMay();
  const [{ data, error }, reload] = useQuery({ query: CLOCK });
  const again = () => reload({ requestPolicy: 'network-only' });
  const clock = data?.testClock ?? null;
  const isAdvancing = clock?.state === 'ADVANCING';
  useEffect(() => {
    if (!isAdvancing) return;
    const timer = setInterval(() => reload({ requestPolicy: 'network-only' }), SOON_MS);
    return () => clearInterval(timer);
  }, [isAdvancing, reload]);
  return (
    <>
      <PageHead title={t('clock')} aside={clock ? <StateOf words={clockStates} state={clock.state} /> : null}>
        {clock && may('sandbox:write') ? <Action step={advanceStep(t)} isPrimary onDone={again} /> : null}
        <ShowQuery document={CLOCK} />
      </PageHead>
      {clock ? (
        <section className="panel narrow">
          <dl className="facts body">
            <dt>{t('now')}</dt>
            <dd>{instantText(clock.now, spoken)}</dd>
            <dt>{t('ahead')}</dt>
            <dd>{t('days', { days: numberText(Math.round((clock.offsetSeconds / DAY_SECONDS) * 10) / 10) })}</dd>
            {isAdvancing ? (
              <>
                <dt>{t('goesTo')}</dt>
                <dd>
                  <DateOf of={clock.to} />
                </dd>
              </>
            ) : null}
          </dl>
          {clock.problem === null ? null : <p className="body faint">{clock.problem}</p>}
        </section>
      ) : data || error ? (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      ) : (
        <Skeleton lines={4} />
      )}
      <SandboxReset />
    </>
  );
}
