import { namesOf } from '../../format/names.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { RecordActions } from '../../components/more-actions.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { useFilters, type Filters } from '../../components/filters.ts';
import { HistoryLink } from '../../components/history-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { NotFound } from '../../frame/no-page.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { WebhookQuery, WebhookQueryVariables } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { SecretDialog, secretIn } from './secret-dialog.tsx';
import { clientStepTexts } from './step-texts.ts';
import { developersTexts } from './texts.ts';
import { deliveryStates, payloadStyles, webhookStates } from './words.ts';
import { deleteWebhookStep, updateWebhookStep } from './webhook-settings.ts';
import { disableWebhookStep, enableWebhookStep, replayStep, rotateWebhookStep, testStep } from './webhook-steps.ts';
import { Deliveries, DeliveryPanel } from './webhook-deliveries.tsx';
import './developers.css';

const WEBHOOK = graphql(`
  query Webhook($id: ID!, $states: [WebhookDeliveryState!], $first: Int, $after: String, $last: Int, $before: String) {
    webhook(id: $id) {
      id
      version
      url
      events
      scopes
      description
      ordered
      payload
      rateLimitPerSecond
      batch {
        max
        waitMs
      }
      state
      disabledReason
      availableActions
      createdAt
      client {
        id
        name
      }
      deliveries(states: $states, first: $first, after: $after, last: $last, before: $before) {
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
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

type Webhook = NonNullable<WebhookQuery['webhook']>;
export type Delivery = Webhook['deliveries'] extends infer D
  ? NonNullable<D> extends { nodes: readonly (infer N)[] }
    ? N
    : never
  : never;

/** A delivery is soon decided; who looks sees it happen. */
const SOON_MS = 1_500;
const LATER_MS = 5_000;
/** What a person does leads to deliveries a moment later. */
const EXPECTED_WITHIN_MS = 20_000;
const IS_UNDER_WAY: ReadonlySet<string> = new Set(['PENDING', 'DELIVERING', 'RETRYING']);

/** One webhook: its deliveries as a strip of dots that follows what happens, their attempts, and what may be done. */
export function Page() {
  const { id = '' } = useAddress();
  const { filters } = useFilters();
  const variables = { id, ...deliveriesShown(filters) };
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
  return <WebhookView webhook={webhook} variables={variables} reload={again} />;
}

type View = { readonly webhook: Webhook; readonly variables: WebhookQueryVariables; readonly reload: () => void };

/** So many dots are seen together. */
const DOTS = 40;

/** Which of its deliveries the address asks for. */
function deliveriesShown({ state, after, before }: Filters) {
  const states = namesOf(deliveryStates).filter((each) => each === state);
  const place = before === undefined ? { first: DOTS, after: after ?? null } : { last: DOTS, before };
  return { states: states.length === 0 ? null : states, ...place };
}

function WebhookView({ webhook, variables, reload }: View) {
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
  const mayTest = useMay()('webhooks:write') && webhook.availableActions.includes('TEST');
  const deliveries = webhook.deliveries?.nodes ?? [];
  const delivery = deliveries.find(({ id }) => id === chosen) ?? deliveries[0] ?? null;
  return (
    <>
      <PageHead
        title={webhook.url}
        crumbs={[
          { to: '/developers', title: t('developers') },
          ...(client ? [{ to: `/developers/clients/${client.id}`, title: client.name }] : []),
        ]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        <WebhookActions webhook={webhook} onDone={done} />
        <HistoryLink recordId={webhook.id} />
        <ShowQuery document={WEBHOOK} variables={variables} />
      </PageHead>
      <div className="two-columns">
        <div className="column">
          <Deliveries
            list={webhook.deliveries}
            chosen={delivery?.id ?? null}
            onChoose={setChosen}
            none={t(variables.states ? 'noneInState' : mayTest ? 'noDeliveries' : 'noDeliveriesYet')}
          />
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

/** Those that are taken often, the first ones first; all else stands in the menu. */
const USUAL: readonly string[] = ['testWebhook', 'recoverWebhook', 'updateWebhook'];

function WebhookActions({ webhook, onDone }: { readonly webhook: Webhook; readonly onDone: (data: unknown) => void }) {
  const t = useTexts(clientStepTexts);
  const navigate = useNavigate();
  if (!useMay()('webhooks:write')) return null;
  const steps = {
    TEST: testStep,
    RECOVER: replayStep,
    ROTATE_SECRET: rotateWebhookStep,
    EDIT: updateWebhookStep,
    DISABLE: disableWebhookStep,
    ENABLE: enableWebhookStep,
    DELETE: deleteWebhookStep,
  };
  const offered = namesOf(steps)
    .filter((action) => webhook.availableActions.includes(action))
    .map((action) => steps[action](webhook, t));
  const done = (data: unknown, name: string) => {
    if (name !== 'deleteWebhook') return onDone(data);
    void navigate({ to: webhook.client ? `/developers/clients/${webhook.client.id}` : '/developers' });
  };
  return <RecordActions steps={offered} usual={USUAL} next={['testWebhook']} onDone={done} />;
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
        <dt>{t('posts')}</dt>
        <dd>{webhook.batch ? t('batched', webhook.batch) : t('single')}</dd>
        {webhook.rateLimitPerSecond === null ? null : (
          <>
            <dt>{t('rateLimit')}</dt>
            <dd>{webhook.rateLimitPerSecond}</dd>
          </>
        )}
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
        <dd>{webhook.scopes.length === 0 ? t('unconfirmed') : <code>{webhook.scopes.join(' ')}</code>}</dd>
      </dl>
    </section>
  );
}
