import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago, DateOf } from '../../components/dates.tsx';
import { RecordActions } from '../../components/more-actions.tsx';
import { LongId } from '../../components/long-id.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { HistoryLink } from '../../components/history-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Offered, StepToMake } from '../../components/step.ts';
import { ShowQuery } from '../../components/show-query.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { ClientLog } from './client-log.tsx';
import {
  addKeyStep,
  changeStep,
  disableStep,
  enableStep,
  revokeStep,
  rotateStep,
  type Client,
  type StepText,
} from './client-steps.ts';
import { quotasStep } from './quotas-step.ts';
import { SecretDialog, secretIn } from './secret-dialog.tsx';
import { clientStepTexts } from './step-texts.ts';
import { developersTexts } from './texts.ts';
import { clientStates, idFormats, keyStates, webhookStates } from './words.ts';
import { Use } from './use.tsx';
import { createWebhookStep } from './webhook-settings.ts';
import { Quotas, Scopes } from './client-limits.tsx';
import './developers.css';

const CLIENT = graphql(`
  query Client($id: ID!, $withPeople: Boolean!) {
    client(id: $id) {
      id
      version
      name
      clientKey
      responsible
      responsiblePerson @include(if: $withPeople) {
        id
        name
      }
      scopes
      allowedNetworks
      pii
      idFormat
      state
      availableActions
      lastUsedAt
      createdAt
      quotas {
        bucket
        perMinute
        isAgreed
      }
      keys {
        name
        state
        shownTo
        createdAt
        expiresAt
        validUntil
        lastUsedAt
      }
      use {
        from
        requests
        refused
        failed
      }
      webhooks {
        id
        url
        events
        state
      }
    }
    clientScopes
  }
`);

/** One client: what it may do, its keys, what it requested, and where it receives events. */
export function Page() {
  const { id = '' } = useAddress();
  const variables = { id, withPeople: useMay()('people:read') };
  return (
    <RecordPage document={CLIENT} variables={variables} recordOf={({ client }) => client}>
      {(record, reload, data) => (
        <ClientView client={record} scopes={data.clientScopes ?? []} variables={variables} reload={reload} />
      )}
    </RecordPage>
  );
}

type Variables = { readonly id: string; readonly withPeople: boolean };
export type View = { readonly client: Client; readonly scopes: readonly string[]; readonly reload: () => void };

function ClientView({ client, scopes, variables, reload }: View & { readonly variables: Variables }) {
  const t = useTexts(developersTexts);
  const spoken = useLanguage();
  const [secret, setSecret] = useState<string | null>(null);
  const done = (data: unknown) => {
    setSecret(secretIn(data));
    reload();
  };
  const { tone, word } = clientStates[client.state];
  return (
    <>
      <PageHead
        title={client.name}
        crumbs={[{ to: '/developers', title: t('developers') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        <ClientActions client={client} scopes={scopes} onDone={done} />
        <HistoryLink recordId={client.id} />
        <ShowQuery document={CLIENT} variables={variables} />
      </PageHead>
      <div className="two-columns">
        <div className="column">
          <Keys client={client} onDone={done} />
          <Webhooks client={client} onDone={done} />
          <ClientLog clientId={client.id} />
        </div>
        <div className="column">
          <Facts client={client} />
          <Use hours={client.use} />
          <Quotas client={client} />
          <Scopes scopes={client.scopes} />
        </div>
      </div>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

type Changing = { readonly client: Client; readonly onDone: (data: unknown) => void };

/** Who may answer for it is read by those who read people. */
const answerStep = (client: Client, t: StepText): StepToMake => ({
  name: 'changeClientResponsible',
  title: t('answerTitle', { name: client.name }),
  word: t('answer'),
  make: async (graph) => (await import('./responsible-step.ts')).responsibleStep(graph, client, t),
});

/** Those that are taken often, the first ones first; all else stands in the menu. */
const USUAL: readonly string[] = ['rotateClientSecret', 'changeClient', 'enableClient'];

function ClientActions({ client, scopes, onDone }: Changing & Pick<View, 'scopes'>) {
  const t = useTexts(clientStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  if (!may('clients:write')) return null;
  const allows = (action: Client['availableActions'][number]) => client.availableActions.includes(action);
  const steps: readonly Offered[] = [
    rotateStep(client, t),
    changeStep(client, scopes, t),
    quotasStep(client, t, spoken),
    ...(may('people:read') ? [answerStep(client, t)] : []),
    ...(allows('DISABLE') ? [disableStep(client, t)] : []),
    ...(allows('ENABLE') ? [enableStep(client, t)] : []),
  ];
  return <RecordActions steps={steps} usual={USUAL} next={['rotateClientSecret']} onDone={onDone} />;
}

function Keys({ client, onDone }: Changing) {
  const t = useTexts(developersTexts);
  const steps = useTexts(clientStepTexts);
  const mayWrite = useMay()('clients:write');
  return (
    <section className="panel">
      <header>
        <h2>{t('keys')}</h2>
        {mayWrite ? <Action step={addKeyStep(client, steps)} onDone={onDone} /> : null}
      </header>
      <div className="table keys">
        <table aria-label={t('keys')}>
          <tbody>
            {client.keys.map((key) => (
              <tr key={`${key.name} ${key.createdAt}`}>
                <td>
                  <code>{key.name}</code>
                </td>
                <td>
                  <StateOf words={keyStates} state={key.state} />
                </td>
                <td className="faint">
                  {t('made')} <Ago of={key.createdAt} />
                </td>
                <td className="faint">
                  {key.validUntil === null ? null : (
                    <>
                      {t('ends')} <Ago of={key.validUntil} />
                    </>
                  )}
                </td>
                <td className="faint">
                  {key.lastUsedAt === null ? (
                    t('neverUsed')
                  ) : (
                    <>
                      {t('used')} <Ago of={key.lastUsedAt} />
                    </>
                  )}
                </td>
                <td className="number">
                  {mayWrite && (key.state === 'VALID' || key.state === 'RUNNING_OUT') ? (
                    <Action step={revokeStep(client, key.name, steps)} onDone={onDone} />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Webhooks({ client, onDone }: Changing) {
  const t = useTexts(developersTexts);
  const steps = useTexts(clientStepTexts);
  const may = useMay();
  if (!may('webhooks:read')) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('webhooks')}</h2>
        {may('webhooks:write') ? <Action step={createWebhookStep(client, steps)} onDone={onDone} /> : null}
      </header>
      {client.webhooks.length === 0 ? <p className="body faint">{t('noWebhooks')}</p> : null}
      <ul className="rows">
        {client.webhooks.map(({ id, url, events, state }) => (
          <li key={id}>
            <Link to={`/developers/webhooks/${id}`}>{url}</Link>
            <span className="faint">{events.join(' ')}</span>
            <StateOf words={webhookStates} state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ client }: Pick<View, 'client'>) {
  const t = useTexts(developersTexts);
  const spoken = useLanguage();
  return (
    <section className="panel">
      <header>
        <h2>{t('facts')}</h2>
      </header>
      <dl className="facts body">
        <dt>{t('key')}</dt>
        <dd>
          <LongId of={client.clientKey} />
        </dd>
        <dt>{t('responsible')}</dt>
        <dd>{client.responsiblePerson?.name ?? client.responsible ?? t('nobody')}</dd>
        <dt>{t('networks')}</dt>
        <dd>{client.allowedNetworks.join(', ') || t('anywhere')}</dd>
        <dt>{t('ids')}</dt>
        <dd>{idFormats[client.idFormat][spoken]}</dd>
        <dt>{t('pii')}</dt>
        <dd>{client.pii ? t('unmasked') : t('masked')}</dd>
        <dt>{t('lastUsed')}</dt>
        <dd>{client.lastUsedAt === null ? t('never') : <Ago of={client.lastUsedAt} />}</dd>
        <dt>{t('registered')}</dt>
        <dd>
          <DateOf of={client.createdAt} />
        </dd>
      </dl>
    </section>
  );
}
