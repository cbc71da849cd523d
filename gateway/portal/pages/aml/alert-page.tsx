import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago, DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { phoneText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AmlAlertQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { RecordLine } from '../money/record-link.tsx';
import { Due } from './due.tsx';
import { stepsOf } from './steps.ts';
import { alertStates, amlTexts, ruleWord, severities } from './texts.ts';
import './aml.css';

const ALERT = graphql(`
  query AmlAlert($id: ID!) {
    amlAlert(id: $id) {
      id
      ruleId
      severity
      state
      stateReason
      windowStart
      windowEnd
      amount
      threshold
      exchangeRate
      holds
      assignee
      dueAt
      overdue
      escalatedBy
      filedBy
      reportReference
      availableActions
      version
      pendingApprovals {
        ...Waiting
      }
      createdAt
      msisdn
      evidence {
        ...Named
      }
      member {
        memberNo
        name
      }
    }
  }
`);

export type Alert = NonNullable<AmlAlertQuery['amlAlert']>;

/** An alert: what triggered it, how long there is to decide, and what can be decided. */
export function Page() {
  const { id = '' } = useAddress();
  const variables = { id };
  return (
    <RecordPage
      document={ALERT}
      variables={variables}
      recordOf={({ amlAlert }) => amlAlert}
      live={['aml_alert.', 'proposal.']}
    >
      {(record, reload) => <AlertView alert={record} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type View = { readonly alert: Alert; readonly variables: object; readonly reload: () => void };

function AlertView({ alert, variables, reload }: View) {
  const t = useTexts(amlTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { tone, word } = alertStates[alert.state];
  return (
    <>
      <PageHead
        title={ruleWord(alert.ruleId, spoken)}
        crumbs={[{ to: '/aml', title: t('alerts') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {may('aml_alerts:write')
          ? stepsOf(alert, t).map((step) => <Action key={step.name} step={step} onDone={reload} />)
          : null}
        <ShowQuery document={ALERT} variables={variables} />
      </PageHead>
      <WaitingHere rows={alert.pendingApprovals} onDone={reload} />
      <div className="alert">
        <section className="panel">
          <Facts alert={alert} />
        </section>
        <section className="panel">
          <header>
            <h2>{t('evidence')}</h2>
          </header>
          <ul className="body evidence-list">
            <li className="faint">{t('evidenceHint', { count: alert.evidence.length })}</li>
            {alert.evidence.map((record) => (
              <li key={record.id}>
                <RecordLine record={record} />
              </li>
            ))}
          </ul>
        </section>
        <Life recordId={alert.id} version={alert.version} />
      </div>
    </>
  );
}

function Facts({ alert }: { readonly alert: Alert }) {
  const t = useTexts(amlTexts);
  const { member, msisdn, severity, amount, threshold, windowStart, windowEnd, dueAt, overdue } = alert;
  return (
    <dl className="facts body">
      <dt>{t('about')}</dt>
      <dd>
        {member ? (
          <Link to={`/members/${member.memberNo}`}>{member.name}</Link>
        ) : msisdn === null ? (
          '–'
        ) : (
          phoneText(msisdn)
        )}
      </dd>
      <dt>{t('severity')}</dt>
      <dd>
        <StateOf words={severities} state={severity} />
      </dd>
      <dt>{t('moved')}</dt>
      <dd>
        <Money cents={amount} />
      </dd>
      <dt>{t('threshold')}</dt>
      <dd>
        <Money cents={threshold} />
      </dd>
      <dt>{t('window')}</dt>
      <dd>
        <DateOf of={windowStart} /> – <DateOf of={windowEnd} />
      </dd>
      <dt>{t('decideBy')}</dt>
      <dd>
        <Due dueAt={dueAt} overdue={overdue} />
      </dd>
      <dt>{t('assignee')}</dt>
      <dd>{alert.assignee ?? '–'}</dd>
      <dt>{t('reason')}</dt>
      <dd>{alert.stateReason ?? '–'}</dd>
      <dt>{t('report')}</dt>
      <dd>{alert.reportReference ?? '–'}</dd>
      <dt>{t('raised')}</dt>
      <dd>
        <Ago of={alert.createdAt} />
      </dd>
    </dl>
  );
}
