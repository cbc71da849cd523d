import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { NotFound } from '../../frame/no-page.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { WebhookQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { SecretDialog, secretIn } from './secret-dialog.tsx';
import { clientStepTexts, deliveryStates, developersTexts, payloadStyles, webhookStates } from './texts.ts';
import {
  disableWebhookStep,
  enableWebhookStep,
  replayStep,
  resendStep,
  rotateWebhookStep,
  testStep,
} from './webhook-steps.ts';
import './developers.css';

const WEBHOOK = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      id
      version
      url
      events
      scopes
      description
      ordered
      payload
      state
      disabledReason
      availableActions
      createdAt
      client {
        id
        name
      }
      deliveries(first: 40) {
        nodes {
          id
          version
          sequence
          eventType
          eventId
          state
          attemptCount
          lastStatus
          lastErrorClass
          nextAttemptAt
          createdAt
          availableActions
        }
      }
    }
  }
`);
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
      }
    }
  }
`);

type Webhook = NonNullable<WebhookQuery['webhook']>;
type Delivery = Webhook['deliveries'] extends infer D
  ? NonNullable<D> extends { nodes: readonly (infer N)[] }
    ? N
    : never
  : never;

/** A delivery is soon decided; who looks sees it happen. */
const SOON_MS = 1_500;
const LATER_MS = 10_000;
/** What a person does leads to deliveries a moment later. */
const EXPECTED_WITHIN_MS = 20_000;
const IS_UNDER_WAY: ReadonlySet<string> = new Set(['PENDING', 'DELIVERING', 'RETRYING']);

/** One webhook: its deliveries as a strip of dots that follows what happens, their attempts, and what may be done. */
export function Page() {
  const { id = '' } = useAddress();
  const variables = { id };
  const [{ data, error, fetching }, reload] = useQuery({ query: WEBHOOK, variables });
  const webhook = data?.webhook ?? null;
  const [isExpecting, setExpecting] = useState(false);
  const isMoving = isExpecting || (webhook?.deliveries?.nodes.some(({ state }) => IS_UNDER_WAY.has(state)) ?? false);
  useEffect(() => {
    if (!isExpecting) return;
    const timer = setTimeout(() => setExpecting(false), EXPECTED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isExpecting]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') reload({ requestPolicy: 'network-only' });
    };
    const timer = setInterval(look, isMoving ? SOON_MS : LATER_MS);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  if (error && !webhook) return <ErrorBox error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={10} />;
  if (!webhook) return fetching ? <Skeleton lines={10} /> : <NotFound />;
  const again = () => {
    setExpecting(true);
    reload({ requestPolicy: 'network-only' });
  };
  return <WebhookView webhook={webhook} reload={again} />;
}

type View = { readonly webhook: Webhook; readonly reload: () => void };

function WebhookView({ webhook, reload }: View) {
  const t = useTexts(developersTexts);
  const spoken = useLanguage();
  const [secret, setSecret] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const done = (data: unknown) => {
    setSecret(secretIn(data));
    reload();
  };
  const { tone, word } = webhookStates[webhook.state];
  const { client } = webhook;
  const deliveries = webhook.deliveries?.nodes ?? [];
  const delivery = deliveries.find(({ id }) => id === chosen) ?? deliveries[0] ?? null;
  return (
    <>
      <PageHead
        title={webhook.url}
        crumbs={[
          { to: '/developers', title: t('clients') },
          ...(client ? [{ to: `/developers/clients/${client.id}`, title: client.name }] : []),
        ]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        <WebhookActions webhook={webhook} onDone={done} />
        <ShowQuery document={WEBHOOK} variables={{ id: webhook.id }} />
      </PageHead>
      <div className="two-columns">
        <div className="column">
          <section className="panel">
            <header>
              <h2>{t('deliveries')}</h2>
            </header>
            {deliveries.length === 0 ? (
              <p className="body faint">{t('noDeliveries')}</p>
            ) : (
              <DotStrip deliveries={deliveries} chosen={delivery?.id ?? null} onChoose={setChosen} />
            )}
          </section>
          {delivery ? <DeliveryPanel key={delivery.id} delivery={delivery} onDone={done} /> : null}
        </div>
        <div className="column">
          <Facts webhook={webhook} />
        </div>
      </div>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

function WebhookActions({ webhook, onDone }: { readonly webhook: Webhook; readonly onDone: (data: unknown) => void }) {
  const t = useTexts(clientStepTexts);
  if (!useMay()('webhooks:write')) return null;
  const steps = {
    TEST: testStep,
    RECOVER: replayStep,
    ROTATE_SECRET: rotateWebhookStep,
    DISABLE: disableWebhookStep,
    ENABLE: enableWebhookStep,
  };
  const offered = (Object.keys(steps) as (keyof typeof steps)[]).filter((action) =>
    webhook.availableActions.includes(action),
  );
  return (
    <>
      {offered.map((action) => (
        <Action key={action} step={steps[action](webhook, t)} isPrimary={action === 'TEST'} onDone={onDone} />
      ))}
    </>
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

function DeliveryPanel({
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

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(developersTexts);
  const spoken = useLanguage();
  return (
    <section className="panel">
      <header>
        <h2>{t('facts')}</h2>
      </header>
      <dl className="facts body">
        <dt>{t('events')}</dt>
        <dd>
          <code>{webhook.events.join(' ')}</code>
        </dd>
        <dt>{t('payload')}</dt>
        <dd>{payloadStyles[webhook.payload][spoken]}</dd>
        <dt>{t('orderedIs')}</dt>
        <dd>{webhook.ordered ? t('ordered') : t('unordered')}</dd>
        {webhook.description === null ? null : (
          <>
            <dt>{t('about')}</dt>
            <dd>{webhook.description}</dd>
          </>
        )}
        <dt>{t('registered')}</dt>
        <dd>
          <Ago of={webhook.createdAt} />
        </dd>
        <dt>{t('scopes')}</dt>
        <dd>
          <code>{webhook.scopes.join(' ')}</code>
        </dd>
      </dl>
    </section>
  );
}
