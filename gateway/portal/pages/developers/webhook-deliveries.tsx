import { useEffect } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { Ago } from '../../components/dates.tsx';
import { Pager, type Listed } from '../../components/data-table.tsx';
import { WordChoice } from '../../components/list-tools.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { clientStepTexts } from './step-texts.ts';
import { developersTexts } from './texts.ts';
import { deliveryStates } from './words.ts';
import { resendStep } from './webhook-steps.ts';
import type { Delivery } from './webhook-page.tsx';
import './developers.css';

const DELIVERY = graphql(`
  query Delivery($id: ID!) {
    webhookDelivery(id: $id) {
      id
      attempts {
        number
        startedAt
        durationMs
        resolvedAddress
        status
        errorClass
        problem
        replyBody
        batchId
      }
    }
  }
`);

type Shown = {
  readonly list: Listed<Delivery> | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** What is said where there is none. */
  readonly none: string;
};

/** A page of the deliveries, narrowed to a state. */
export function Deliveries({ list, none, ...choice }: Shown) {
  const t = useTexts(developersTexts);
  const deliveries = list?.nodes ?? [];
  return (
    <section className="panel">
      <header>
        <h2>{t('deliveries')}</h2>
        <WordChoice name="state" label={t('state')} all={t('everyState')} words={deliveryStates} />
      </header>
      {deliveries.length === 0 ? (
        <p className="body faint">{none}</p>
      ) : (
        <DotStrip deliveries={deliveries} {...choice} />
      )}
      {list ? <Pager {...list.pageInfo} /> : null}
    </section>
  );
}

type Strip = {
  readonly deliveries: readonly Delivery[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
};

/** A dot a delivery, the newest at the right. */
function DotStrip({ deliveries, chosen, onChoose }: Strip) {
  const t = useTexts(developersTexts);
  const spoken = useLanguage();
  return (
    <div className="body">
      <ol className="dots" aria-label={t('deliveriesOf', { count: deliveries.length })}>
        {deliveries.toReversed().map(({ id, sequence, eventType, state }) => {
          const { tone, word } = deliveryStates[state];
          const label = `${sequence} ${eventType}: ${word[spoken]}`;
          return (
            <li key={id}>
              <button
                className={`dot ${tone}`}
                data-state={state}
                aria-label={label}
                title={label}
                aria-pressed={id === chosen}
                onClick={() => onChoose(id)}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function DeliveryPanel({
  delivery,
  onDone,
}: {
  readonly delivery: Delivery;
  readonly onDone: (data: unknown) => void;
}) {
  const t = useTexts(developersTexts);
  const steps = useTexts(clientStepTexts);
  const spoken = useLanguage();
  const mayWrite = useMay()('webhooks:write');
  const [{ data }, reload] = useQuery({ query: DELIVERY, variables: { id: delivery.id } });
  useEffect(() => {
    reload({ requestPolicy: 'network-only' });
  }, [delivery.attemptCount, delivery.state, reload]);
  const { tone, word } = deliveryStates[delivery.state];
  return (
    <section className="panel">
      <header>
        <h2>
          {t('sequence')} {delivery.sequence} <code>{delivery.eventType}</code>
        </h2>
        <State word={word[spoken]} tone={tone} />
        {mayWrite && delivery.availableActions.includes('RESEND') ? (
          <Action step={resendStep(delivery, steps)} onDone={onDone} />
        ) : null}
        <ShowQuery document={DELIVERY} variables={{ id: delivery.id }} />
      </header>
      <div className="log">
        {data?.webhookDelivery?.attempts.map((attempt) => (
          <details key={attempt.number}>
            <summary>
              <State
                word={t('attempt', { number: attempt.number })}
                tone={attempt.errorClass === null ? 'good' : 'bad'}
              />
              <code>{attempt.status ?? attempt.errorClass ?? '–'}</code>
              <span className="faint">{attempt.problem}</span>
              {attempt.batchId == null ? null : <code className="faint">{attempt.batchId}</code>}
              <span className="faint number">{attempt.durationMs} ms</span>
              <span className="faint">
                <Ago of={attempt.startedAt} />
              </span>
            </summary>
            <pre tabIndex={0}>{attempt.replyBody ?? attempt.resolvedAddress ?? '–'}</pre>
          </details>
        ))}
      </div>
      {delivery.nextAttemptAt === null ? null : (
        <p className="body faint">
          {t('nextAttempt')} <Ago of={delivery.nextAttemptAt} />
        </p>
      )}
    </section>
  );
}
