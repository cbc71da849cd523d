import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Ago } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { HistoryLink } from '../../components/history-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useAgain, useLive } from '../../frame/live.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { SettingsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { RoleMeanings } from './role-meanings-panel.tsx';
import { settingsTexts } from './texts.ts';
import { By, Whole } from '../approvals/waiting.tsx';
import { Institution, Rows, Roles, Rails, Bands, Charges } from './settings-panels.tsx';
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
      scopes
      grants
      pii
      limits {
        approve
        disburse
      }
    }
    pendingApprovals(first: 10, filter: { subjectType: "institution" }) {
      nodes {
        id
        proposer
        proposedBy
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
        {policies ? <HistoryLink recordId={policies.id} /> : null}
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
          <RoleMeanings roles={data.roles} />
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
        {waiting.map((row) => (
          <li key={row.id}>
            <Whole proposalId={row.id} />{' '}
            <span className="faint">
              <By of={row} />
            </span>{' '}
            <Ago of={row.proposedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
