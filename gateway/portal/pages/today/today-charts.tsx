import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Chart } from '../../components/chart.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Money } from '../../components/money.tsx';
import { Newest } from '../../components/newest.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { useReadsBooks } from '../../frame/session.ts';
import { dateText, moneyText } from '../../format/format.ts';
import type { MobileMoneyProvider, SeriesStep, TodayQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { classWord } from '../arrears/texts.ts';
import { hasPage } from '../pages.ts';
import { todayTexts } from './texts.ts';
import './today.css';

type Data = { readonly data: TodayQuery; readonly step: SeriesStep };

/** What an institution has lent, what moved, and what its agents hold. */
export function Charts({ data, step }: Data) {
  return (
    <div className="today">
      {data.portfolioSeries ? <Portfolio points={data.portfolioSeries} /> : null}
      {data.moneySeries ? <Flows points={data.moneySeries} step={step} /> : null}
      {data.agents ? <Floats list={data.agents} /> : null}
    </div>
  );
}

function Portfolio({ points }: { readonly points: NonNullable<TodayQuery['portfolioSeries']> }) {
  const t = useTexts(todayTexts);
  const spoken = useLanguage();
  const router = useRouter();
  const last = points.at(-1);
  const open = (at: number) => void router.navigate({ to: CLOSES, search: { to: points[at]?.close.businessDate } });
  const names = [...new Set(points.flatMap(({ portfolio }) => portfolio.bands.map(({ name }) => name)))];
  return (
    <section className="panel wide">
      <header>
        <h2>{t('portfolio')}</h2>
      </header>
      {last === undefined ? (
        <EmptyState title={t('noClose')} hint={t('noCloseHint')} />
      ) : (
        <div className="body">
          <dl className="today-figures">
            <Figure
              name="gross"
              title={t('gross')}
              cents={last.portfolio.gross}
              to="/books/accounts/loan_portfolio"
              search={{ to: last.close.businessDate }}
            />
            <div>
              <dt>{t('par30')}</dt>
              <dd className="number">
                <Link to="/arrears" search={{ days: '31' }} data-figure="par30">
                  {last.portfolio.par.find((each) => each.days === 30)?.percent ?? '0.00'} %
                </Link>
              </dd>
            </div>
          </dl>
          <p className="faint">{t('closedOn', { day: dateText(last.close.businessDate, spoken) })}</p>
          <Chart
            label={t('portfolio')}
            unit="KES"
            kind="stack"
            points={points.map(({ close }) => dateText(close.businessDate, spoken))}
            series={names.map((name) => ({
              name: classWord(name, spoken),
              values: points.map(({ portfolio }) => portfolio.bands.find((band) => band.name === name)?.principal ?? 0),
            }))}
            exact={moneyText}
            {...(hasPage(CLOSES) ? { onOpen: open } : {})}
          />
          <p className="faint">{t('portfolioHint')}</p>
        </div>
      )}
    </section>
  );
}

function Flows({
  points,
  step,
}: {
  readonly points: NonNullable<TodayQuery['moneySeries']>;
  readonly step: SeriesStep;
}) {
  const t = useTexts(todayTexts);
  const spoken = useLanguage();
  const router = useRouter();
  const hasBooks = useReadsBooks();
  const last = points.at(-1);
  const open = (at: number) => {
    const { from, to } = points[at] ?? {};
    void router.navigate({ to: JOURNALS, search: { from, to } });
  };
  const days = last
    ? [...new Set([last.from, last.to])].map((day) => dateText(day, spoken).replaceAll(' ', '\u00A0')).join(' – ')
    : '–';
  const named = ({ from, to }: (typeof points)[number]) => dateText(step === 'DAY' ? to : from, spoken);
  return (
    <section className="panel">
      <header>
        <h2>{t('money')}</h2>
      </header>
      <div className="body">
        <dl className="today-figures">
          <Figure
            name="disbursed"
            title={t(`disbursed${step}`, { days })}
            cents={last?.disbursed}
            {...rowsOf('disbursement.', last)}
          />
          <Figure
            name="collected"
            title={t(`collected${step}`, { days })}
            cents={last?.collected}
            {...rowsOf('repayment.', last)}
          />
        </dl>
        <Chart
          label={t('money')}
          unit="KES"
          kind="bars"
          points={points.map(named)}
          series={[
            { name: t('disbursed'), values: points.map(({ disbursed }) => disbursed) },
            { name: t('collected'), values: points.map(({ collected }) => collected) },
          ]}
          exact={moneyText}
          {...(hasBooks ? { onOpen: open } : {})}
        />
        <p className="faint">{t('moneyHint')}</p>
      </div>
    </section>
  );
}

/** The account in which the float at a provider is booked. */
const floatAccount = (floatAt: MobileMoneyProvider) => (floatAt === 'AIRTEL' ? 'airtel_float' : 'mpesa_float');

function Floats({ list }: { readonly list: NonNullable<TodayQuery['agents']> }) {
  const t = useTexts(todayTexts);
  const spoken = useLanguage();
  const router = useRouter();
  const hasBooks = useReadsBooks();
  const { nodes: agents } = list;
  const accounts = new Set(agents.map(({ floatAt }) => floatAccount(floatAt)));
  /** What moved in the period: of the one account where there is one, of all accounts otherwise. */
  const open = (at: number) => {
    const { from, to } = points[at] ?? {};
    const account = accounts.size === 1 ? [...accounts][0] : undefined;
    void router.navigate({ to: JOURNALS, search: { account, from, to } });
  };
  const points = agents[0]?.floatSeries ?? [];
  return (
    <section className="panel">
      <header>
        <h2>{t('float')}</h2>
      </header>
      {agents.length === 0 ? (
        <EmptyState title={t('noAgents')} hint={t('noAgentsHint')} />
      ) : (
        <div className="body">
          <dl className="today-figures">
            {agents.map(({ id, agentNo, name, available, floatAt }) => (
              <Figure
                key={id}
                name="float"
                title={
                  <>
                    {name}, <RecordNo of={agentNo} />
                  </>
                }
                cents={available}
                to={`/books/accounts/${floatAccount(floatAt)}`}
                search={{ of: agentNo }}
              />
            ))}
          </dl>
          <Chart
            label={t('float')}
            unit="KES"
            kind="lines"
            points={points.map(({ to }) => dateText(to, spoken))}
            series={agents.map(({ name, floatSeries }) => ({
              name,
              values: (floatSeries ?? []).map(({ closing }) => closing),
            }))}
            exact={moneyText}
            {...(hasBooks ? { onOpen: open } : {})}
          />
          <p className="faint">{t('floatHint')}</p>
          <Newest list={list} to="/money/agents" />
        </div>
      )}
    </section>
  );
}

/** Where a point of the portfolio leads. */
const CLOSES = '/books/closes';

type FigureProps = {
  readonly name: string;
  readonly title: ReactNode;
  readonly cents: number | undefined;
  /** What the figure is the sum of. */
  readonly to: string;
  readonly search: Readonly<Record<string, string | undefined>>;
};

/** A figure, which leads to its rows. */
function Figure({ name, title, cents, to, search }: FigureProps) {
  const hasBooks = useReadsBooks();
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {hasBooks ? (
          <Link to={to} search={search} data-figure={name}>
            <Money cents={cents} />
          </Link>
        ) : (
          <Money cents={cents} />
        )}
      </dd>
    </div>
  );
}

const JOURNALS = '/books/journals';
/** The journals of a period whose sum a figure is. */
const rowsOf = (kind: string, period: { readonly from: string; readonly to: string } | undefined) => ({
  to: JOURNALS,
  search: { kind, from: period?.from, to: period?.to },
});
