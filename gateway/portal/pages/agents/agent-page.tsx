import { Link, useNavigate } from '@tanstack/react-router';
import { useAddress } from '../../components/beside.ts';
import { Chart } from '../../components/chart.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { RecordActions } from '../../components/more-actions.tsx';
import { createdIn } from '../../components/offer.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { dateText, moneyText } from '../../format/format.ts';
import { useMay, useReadsBooks } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AgentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { BookLink } from '../books/book-link.tsx';
import { agentSteps } from './steps.ts';
import { agentTexts, providerNames } from './texts.ts';

const AGENT = graphql(`
  query Agent($agentNo: String!, $withApprovals: Boolean!) {
    agent(agentNo: $agentNo) {
      id
      version
      pendingApprovals @include(if: $withApprovals) {
        ...Waiting
        ...WaitingPayment
      }
      agentNo
      name
      branch {
        name
      }
      floatAt
      float
      held
      available
      lowFloat
      dailyLimit
      floatSeries(last: 26, step: WEEK) {
        from
        to
        in
        out
        closing
      }
    }
  }
`);

export type Agent = NonNullable<AgentQuery['agent']>;

/** One agent: what float there is, what limits it, and what people may do with it. */
export function Page() {
  const { agentNo = '' } = useAddress();
  const variables = { agentNo, withApprovals: useMay()('approvals:read') };
  return (
    <RecordPage
      document={AGENT}
      variables={variables}
      recordOf={({ agent }) => agent}
      live={['float.', 'agent.', 'disbursement.', 'proposal.']}
    >
      {(agent, reload) => <View agent={agent} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly agent: Agent; readonly variables: object; readonly reload: () => void };

function View({ agent, variables, reload }: Props) {
  const t = useTexts(agentTexts);
  const may = useMay();
  const navigate = useNavigate();
  const done = (data: unknown, name: string) => {
    const topUp = name === 'topUpFromPaybill' ? createdIn(data) : null;
    if (topUp === null) reload();
    else void navigate({ to: `/money/top-ups/${topUp}` });
  };
  const { id, version, agentNo, name } = agent;
  return (
    <>
      <PageHead title={agentNo} whose={name} crumbs={[{ to: '/money/agents', title: t('agents') }]}>
        {may('disbursements:write') ? (
          <RecordActions steps={agentSteps(agent, t)} usual={['topUpFloat', 'transferFloat']} onDone={done} />
        ) : null}
        <ShowQuery document={AGENT} variables={variables} />
      </PageHead>
      <WaitingHere rows={agent.pendingApprovals} onDone={reload} />
      <FloatOverTime agent={agent} />
      <Facts agent={agent} />
      <Life recordId={id} version={version} />
    </>
  );
}

/** The account in which the float of an agent is booked. */
const accountOf = ({ floatAt }: Agent) => (floatAt === 'AIRTEL' ? 'airtel_float' : 'mpesa_float');

/** What the agent held at the end of each week, and what moved in it: a point opens its entries. */
function FloatOverTime({ agent }: Pick<Props, 'agent'>) {
  const t = useTexts(agentTexts);
  const spoken = useLanguage();
  const navigate = useNavigate();
  const hasBooks = useReadsBooks();
  const points = agent.floatSeries ?? [];
  if (points.length === 0) return null;
  const statement = `/books/accounts/${accountOf(agent)}`;
  const open = (at: number) => {
    const { from, to } = points[at] ?? {};
    void navigate({ to: statement, search: { of: agent.agentNo, from, to } });
  };
  return (
    <section className="panel">
      <header>
        <h2>{t('overTime')}</h2>
        {hasBooks ? (
          <Link className="no-print" to={statement} search={{ of: agent.agentNo }}>
            {t('movements')}
          </Link>
        ) : null}
      </header>
      <div className="body">
        <Chart
          label={t('overTime')}
          unit="KES"
          kind="lines"
          points={points.map(({ to }) => dateText(to, spoken))}
          series={[
            { name: t('float'), values: points.map(({ closing }) => closing) },
            { name: t('cameIn'), values: points.map((point) => point.in) },
            { name: t('wentOut'), values: points.map(({ out }) => out) },
          ]}
          exact={moneyText}
          {...(hasBooks ? { onOpen: open } : {})}
        />
        <p className="faint">{t('overTimeHint')}</p>
      </div>
    </section>
  );
}

function Facts({ agent }: Pick<Props, 'agent'>) {
  const t = useTexts(agentTexts);
  const spoken = useLanguage();
  const { branch, floatAt, float, held, available, lowFloat, dailyLimit } = agent;
  return (
    <section className="panel">
      <header>
        <h2>{t('facts')}</h2>
      </header>
      <dl className="facts body">
        <dt>{t('branch')}</dt>
        <dd>{branch.name}</dd>
        <dt>{t('floatAt')}</dt>
        <dd>{providerNames[floatAt][spoken]}</dd>
        <dt>{t('float')}</dt>
        <dd>
          <BookLink account={accountOf(agent)} search={{ of: agent.agentNo }}>
            <Money cents={float} />
          </BookLink>
        </dd>
        <dt>{t('held')}</dt>
        <dd>
          <Money cents={held} />
        </dd>
        <dt>{t('available')}</dt>
        <dd>
          <Money cents={available} />
        </dd>
        <dt>{t('lowFloat')}</dt>
        <dd>{lowFloat === null ? t('unsaid') : <Money cents={lowFloat} />}</dd>
        <dt>{t('dailyLimit')}</dt>
        <dd>{dailyLimit === null ? t('unlimited') : <Money cents={dailyLimit} />}</dd>
      </dl>
    </section>
  );
}
