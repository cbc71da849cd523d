import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { Ago } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { SettingsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import {
  aloneRows,
  institutionRows,
  lendingRows,
  retentionRows,
  savingsRows,
  schoolRows,
  type Policies,
  type PolicyRow,
} from './policy-rows.ts';
import { settingsTexts } from './texts.ts';
import { classWord } from '../arrears/texts.ts';
import { roleWords } from '../../texts/role-words.ts';
import './settings.css';

const SETTINGS = graphql(`
  query Settings {
    policies {
      institution
      timeZone
      currency
      fourEyes
      verifiedNumbersOnly
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
  }
`);

/** What the institution has decided, as it is in force. */
export function Page() {
  const t = useTexts(settingsTexts);
  const [{ data, error }, reload] = useQuery({ query: SETTINGS });
  if (error && !data?.policies) return <ErrorBox error={error} onRetry={reload} />;
  const policies = data?.policies;
  return (
    <>
      <PageHead title={t('settings')}>
        <ShowQuery document={SETTINGS} />
      </PageHead>
      <p className="faint lead">{t('changedBy')}</p>
      {policies ? (
        <div className="policies">
          <Rows title={t('institution')} rows={institutionRows(policies, t)} />
          <Rows title={t('lending')} rows={lendingRows(policies, t)} />
          <Rows title={t('alone')} rows={aloneRows(policies, t)} />
          <Roles roles={data.roles} />
          <Rails rails={data.rails ?? []} />
          <Bands policies={policies} />
          <Charges policies={policies} />
          <Rows title={t('savings')} rows={savingsRows(policies, t)} />
          <Rows title={t('school')} rows={schoolRows(policies, t)} />
          <Rows title={t('retention')} rows={retentionRows(policies, t)} />
        </div>
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

const Panel = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="panel">
    <header>
      <h2>{title}</h2>
    </header>
    {children}
  </section>
);

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly PolicyRow[] }) {
  const spoken = useLanguage();
  return (
    <Panel title={title}>
      <dl className="lines">
        {rows.map(([label, value]) => (
          <div key={label.en}>
            <dt>{label[spoken]}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Roles({ roles }: Pick<SettingsQuery, 'roles'>) {
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
          </tr>
        </thead>
        <tbody>
          {roles.map(({ role, limits }) => (
            <tr key={role}>
              <td>{roleWords[role][spoken]}</td>
              <td className="number">{limit(limits.approve)}</td>
              <td className="number">{limit(limits.disburse)}</td>
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
              <State word={`${kind}: ${t(isOpen ? 'open' : 'closed')}`} tone={isOpen ? 'good' : 'bad'} />
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

function Bands({ policies: { arrearsBands } }: { readonly policies: Policies }) {
  const t = useTexts(settingsTexts);
  const spoken = useLanguage();
  return (
    <Panel title={t('bands')}>
      <dl className="lines">
        {arrearsBands.map(({ name, fromDays, provisionRate }) => (
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

function Charges({ policies: { appTariff } }: { readonly policies: Policies }) {
  const t = useTexts(settingsTexts);
  return (
    <Panel title={t('charges')}>
      {appTariff.length === 0 ? <p className="body faint">{t('free')}</p> : null}
      <dl className="lines">
        {appTariff.map(({ direction, upTo, fee }) => (
          <div key={`${direction} ${upTo}`}>
            <dt>
              {direction}{' '}
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
      </dl>
    </Panel>
  );
}
