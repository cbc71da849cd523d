import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago } from '../../components/dates.tsx';
import { LongId } from '../../components/long-id.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AppOfBridgeQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { text, type StepTexts } from './disbursement-steps.ts';
import { Fact, Panel } from './parts.tsx';
import { moneyStepTexts } from './step-texts.ts';
import { tariffStep, tariffTexts } from './tariff-step.ts';
import { moneyTexts } from './texts.ts';
import { appStates } from './words.ts';

const APP = graphql(`
  query AppOfBridge($clientId: ID!) {
    app(clientId: $clientId) {
      id
      clientId
      name
      state
      version
      accountPrefix
      lastUsedAt
      createdAt
      floats {
        currency
        balance
        held
        inTransit
        available
      }
    }
    appTariff(clientId: $clientId) {
      id
      agreed
      payout {
        upTo
        fee
      }
      collection {
        upTo
        fee
      }
    }
  }
`);
const CHANGE_PREFIX = graphql(`
  mutation ChangeAppAccountPrefix($input: ChangeAppAccountPrefixInput!, $idempotencyKey: String, $version: Int) {
    changeAppAccountPrefix(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      appTariff {
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

type App = NonNullable<AppOfBridgeQuery['app']>;
type Tariff = NonNullable<AppOfBridgeQuery['appTariff']>;
type Found = { readonly app: App; readonly tariff: Tariff | null };
const foundIn = ({ app, appTariff }: AppOfBridgeQuery): Found | null => app && { app, tariff: appTariff };

/** One app: what it holds, what it is charged, and where its payments are. */
export function Page() {
  const { clientId = '' } = useAddress();
  return (
    <RecordPage
      document={APP}
      variables={{ clientId }}
      recordOf={foundIn}
      live={['payout.', 'collection.', 'topup.', 'client.']}
    >
      {(found, reload) => <View found={found} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly found: Found; readonly reload: () => void };

function View({ found: { app, tariff }, reload }: Props) {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const charged = useTexts(tariffTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { tone, word } = appStates[app.state];
  return (
    <>
      <PageHead
        title={app.name}
        crumbs={[{ to: '/money/apps', title: t('apps') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {may('mobile_money:write') ? (
          <>
            {tariff ? <Action step={tariffStep(app, tariff, charged)} onDone={reload} /> : null}
            <Action step={prefixStep(app, steps)} onDone={reload} />
          </>
        ) : null}
        <ShowQuery document={APP} variables={{ clientId: app.clientId }} />
      </PageHead>
      <Floats app={app} />
      <div className="payment">
        <div className="column">{tariff ? <Charged tariff={tariff} /> : null}</div>
        <Panel title={t('facts')}>
          <dl className="facts body">
            <Fact name={t('publicKey')}>
              <LongId of={app.clientId} />
            </Fact>
            <Fact name={t('prefix')}>{app.accountPrefix}</Fact>
            <Fact name={t('lastUsed')}>
              <Ago of={app.lastUsedAt} />
            </Fact>
            <Fact name={t('payments')}>
              <Link to="/money/payouts" search={{ app: app.id }}>
                {t('out')}
              </Link>
              {' · '}
              <Link to="/money/payouts" search={{ app: app.id, direction: 'in' }}>
                {t('in')}
              </Link>
            </Fact>
          </dl>
        </Panel>
      </div>
    </>
  );
}

/** What the app has, each figure with its rows: the entries of its money, and the payments that wait or are on their way. */
function Floats({ app }: { readonly app: App }) {
  const t = useTexts(moneyTexts);
  return app.floats.map(({ currency, available, held, inTransit }) => (
    <dl className="figures" key={currency}>
      <div>
        <dt>{t('available')}</dt>
        <dd>
          <Money cents={available} />
        </dd>
      </div>
      {[
        { name: 'held' as const, amount: held },
        { name: 'inTransit' as const, amount: inTransit },
      ].map(({ name, amount }) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <Link to="/money/payouts" search={{ app: app.id }}>
              <Money cents={amount} />
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  ));
}

const DIRECTIONS = [
  ['PAYOUT', 'payout', 'tariffPayout'],
  ['COLLECTION', 'collection', 'tariffCollection'],
] as const;

function Charged({ tariff }: { readonly tariff: Tariff }) {
  const t = useTexts(moneyTexts);
  return (
    <Panel title={t('tariff')}>
      {DIRECTIONS.map(([direction, name, title]) => (
        <div className="body" key={name}>
          <table className="tariff">
            <caption>
              {t(title)}, {t(tariff.agreed.includes(direction) ? 'agreed' : 'usual')}
            </caption>
            <tbody>
              {tariff[name].map(({ upTo, fee }) => (
                <tr key={upTo ?? 'beyond'}>
                  <td>{upTo === null ? t('beyond') : t('upTo', { amount: moneyText(upTo) })}</td>
                  <td className="number">
                    <Money cents={fee} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {tariff[name].length === 0 ? <p className="faint">{t('free')}</p> : null}
        </div>
      ))}
    </Panel>
  );
}

const shared = ({ id, version }: App) => ({ recordId: id, version });

const prefixStep = (app: App, t: StepTexts): Step =>
  stepOf({
    ...shared(app),
    name: 'changeAppAccountPrefix',
    title: t('prefixTitle', { name: app.name }),
    word: t('prefix'),
    fields: [
      {
        name: 'accountPrefix',
        kind: 'text',
        label: t('prefixLabel'),
        hint: t('prefixHint'),
        initial: app.accountPrefix ?? '',
      },
    ],
    document: CHANGE_PREFIX,
    variables: ({ accountPrefix }, sent) => ({
      input: { clientId: app.clientId, accountPrefix: text(accountPrefix) },
      ...sent,
    }),
  });
