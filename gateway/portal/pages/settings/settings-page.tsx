import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { Ago } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import type { Step } from '../../components/step.ts';
import { useAgain, useLive } from '../../frame/live.ts';
import { useMay, useViewer } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SettingsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { namesOf, policyFields, valueWords, type Policies, type Section } from './policy-fields.ts';
import { bandsStep, chargesStep, limitStep, sectionStep, type Words } from './policy-steps.ts';
import { settingsTexts } from './texts.ts';
import { chargeWords, railWords } from './words.ts';
import { Rule } from '../approvals/waiting.tsx';
import { classWord } from '../arrears/texts.ts';
import { roleWords } from '../../texts/role-words.ts';
import './settings.css';

const SETTINGS = graphql(`
  query Settings {
    policies {
      id
      version
      institution
      timeZone
      currency
      fourEyes
      verifiedNumbersOnly
      phoneChangeDays
      queuesPayouts
      backdateDays
      overpaymentLimit
      chargeLimitPercent
      inDuplum
      reversalLimit
      chargeLimit
      waiverLimit
      bankChargeLimit
      reschedulesByTwo
      proposalDays
      savingsNeedApproval
      dormancyDays
      shareBuyer
      shareNoticeDays
      schoolPaybill
      admissionPattern
      fourEyesOnResults
      lateRegistration
      appFeeLimit
      personalReadingDays
      retentionYears
      studentRetentionYears
      booksClosedThrough
      arrearsBands {
        name
        fromDays
        provisionRate
      }
      appTariff {
        direction
        upTo
        fee
      }
    }
    rails {
      id
      kind
      balance
      balanceAt
      isOpen
    }
    roles {
      role
      limits {
        approve
        disburse
      }
    }
    pendingApprovals(first: 10, filter: { subjectType: "institution" }) {
      nodes {
        id
        rule
        proposer
        proposedAt
      }
    }
  }
`);

/** How soon what another person decided is seen by those who look at it. */
const AGAIN_MS = 15_000;

/** What the institution has decided, as it is in force; who may changes it here. */
export function Page() {
  const t = useTexts(settingsTexts);
  const spoken = useLanguage();
  const may = useMay();
  const [{ data, error }, reload] = useQuery({ query: SETTINGS });
  const again = () => reload({ requestPolicy: 'network-only' });
  useLive(['proposal.'], again);
  // What one person may change alone is not published: no client receives it, and no stream has it.
  useAgain(AGAIN_MS, again);
  if (error && !data?.policies) return <ErrorBox error={error} onRetry={reload} />;
  const policies = data?.policies;
  const words = { t, spoken };
  return (
    <>
      <PageHead title={t('settings')}>
        {policies && may('audit:read') ? (
          <Link className="button" to="/audit" search={{ subject: policies.id }}>
            {t('history')}
          </Link>
        ) : null}
        <ShowQuery document={SETTINGS} />
      </PageHead>
      <p className="faint lead">{t('changedBy')}</p>
      <Waiting waiting={data?.pendingApprovals?.nodes ?? []} />
      {policies ? (
        <div className="policies">
          <Institution policies={policies} />
          <Rows section="lending" {...{ policies, words, again }} />
          <Rows section="alone" {...{ policies, words, again }} />
          <Roles roles={data.roles} {...{ policies, words, again }} />
          <Rails rails={data.rails ?? []} />
          <Bands {...{ policies, words, again }} />
          <Charges {...{ policies, words, again }} />
          <Rows section="savings" {...{ policies, words, again }} />
          <Rows section="school" {...{ policies, words, again }} />
          <Rows section="retention" {...{ policies, words, again }}>
            <div>
              <dt>{t('feed')}</dt>
              <dd>{t('days', { count: 30 })}</dd>
            </div>
          </Rows>
        </div>
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

type Shown = { readonly policies: Policies; readonly words: Words; readonly again: () => void };

/** What another administrator has to approve. */
function Waiting({ waiting }: { readonly waiting: NonNullable<SettingsQuery['pendingApprovals']>['nodes'] }) {
  const t = useTexts(settingsTexts);
  if (waiting.length === 0) return null;
  return (
    <section className="panel waiting-policies">
      <header>
        <h2>{t('waiting')}</h2>
        <Link to="/approvals">{t('approvals')}</Link>
      </header>
      <ul className="body">
        {waiting.map(({ id, rule, proposer, proposedAt }) => (
          <li key={id}>
            <Rule rule={rule ?? ''} /> <span className="faint">{proposer}</span> <Ago of={proposedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type PanelProps = {
  readonly title: string;
  readonly step?: Step | null;
  readonly again?: () => void;
  readonly children: ReactNode;
};

function Panel({ title, step = null, again = () => undefined, children }: PanelProps) {
  const may = useMay();
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {step !== null && may('settings:write') ? <Action step={step} onDone={again} /> : null}
      </header>
      {children}
    </section>
  );
}

function Institution({ policies }: Pick<Shown, 'policies'>) {
  const t = useTexts(settingsTexts);
  const rows = [
    [t('name'), policies.institution],
    [t('timeZone'), policies.timeZone],
    [t('currency'), policies.currency],
    [t('closedThrough'), policies.booksClosedThrough ?? t('none')],
  ] as const;
  return (
    <Panel title={t('institution')}>
      <dl className="lines">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

type RowsProps = Shown & { readonly section: Exclude<Section, 'charges'>; readonly children?: ReactNode };

function Rows({ section, policies, words, again, children }: RowsProps) {
  return (
    <Panel title={words.t(section)} step={sectionStep(section, policies, words)} again={again}>
      <dl className="lines">
        {namesOf(section).map((name) => (
          <div key={name} data-policy={name}>
            <dt>{policyFields[name].label[words.spoken]}</dt>
            <dd>{valueWords(name, policies[name], words)}</dd>
          </div>
        ))}
        {children}
      </dl>
    </Panel>
  );
}

function Roles({ roles, policies, words, again }: Shown & Pick<SettingsQuery, 'roles'>) {
  const may = useMay();
  const held = useViewer().person?.roles ?? [];
  const t = useTexts(settingsTexts);
  const spoken = useLanguage();
  const limit = (cents: number | null) =>
    cents === 0 ? t('nothing') : cents === null ? t('noLimit') : <Money cents={cents} />;
  return (
    <Panel title={t('roles')}>
      <table className="plain-table" aria-label={t('roles')}>
        <thead>
          <tr>
            <th scope="col">{t('roles')}</th>
            <th scope="col">{t('approves')}</th>
            <th scope="col">{t('pays')}</th>
            {may('settings:write') ? <th scope="col">{t('change')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {roles.map(({ role, limits }) => (
            <tr key={role}>
              <td>{roleWords[role][spoken]}</td>
              <td className="number">{limit(limits.approve)}</td>
              <td className="number">{limit(limits.disburse)}</td>
              {may('settings:write') ? (
                <td className="number">
                  {held.includes(role) ? null : <Action step={limitStep(role, policies, words)} onDone={again} />}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Rails({ rails }: { readonly rails: NonNullable<SettingsQuery['rails']> }) {
  const t = useTexts(settingsTexts);
  return (
    <Panel title={t('rails')}>
      {rails.length === 0 ? <p className="body faint">{t('simulated')}</p> : null}
      <dl className="lines">
        {rails.map(({ id, kind, balance, balanceAt, isOpen }) => (
          <div key={id}>
            <dt>
              <State
                word={`${railWords[kind] ?? kind}: ${t(isOpen ? 'open' : 'closed')}`}
                tone={isOpen ? 'good' : 'bad'}
              />
            </dt>
            <dd>
              <Money cents={balance} /> {balanceAt === null ? null : <Ago of={balanceAt} />}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Bands({ policies, words, again }: Shown) {
  const { t, spoken } = words;
  return (
    <Panel title={t('bands')} step={bandsStep(policies, words)} again={again}>
      <dl className="lines">
        {policies.arrearsBands.map(({ name, fromDays, provisionRate }) => (
          <div key={name}>
            <dt>
              {classWord(name, spoken)} <span className="faint">{t('from', { days: fromDays })}</span>
            </dt>
            <dd>{t('setAside', { rate: provisionRate })}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Charges({ policies, words, again }: Shown) {
  const { t, spoken } = words;
  const { appTariff, appFeeLimit } = policies;
  return (
    <Panel title={t('charges')} step={chargesStep(policies, words)} again={again}>
      {appTariff.length === 0 ? <p className="body faint">{t('free')}</p> : null}
      <dl className="lines">
        {appTariff.map(({ direction, upTo, fee }) => (
          <div key={`${direction} ${upTo}`}>
            <dt>
              {chargeWords[direction][spoken]}{' '}
              <span className="faint">
                {upTo === null ? (
                  t('above')
                ) : (
                  <>
                    {t('upTo')} <Money cents={upTo} />
                  </>
                )}
              </span>
            </dt>
            <dd>
              <Money cents={fee} />
            </dd>
          </div>
        ))}
        <div data-policy="appFeeLimit">
          <dt>{policyFields.appFeeLimit.label[spoken]}</dt>
          <dd>{valueWords('appFeeLimit', appFeeLimit, words)}</dd>
        </div>
      </dl>
    </Panel>
  );
}
