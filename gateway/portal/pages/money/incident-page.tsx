import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { IncidentQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { EvidencePanel, Fact, LoanLink, MemberLink, Moments, Panel } from './parts.tsx';
import { RecordLine } from './record-link.tsx';
import { Sentence } from './sentence.tsx';
import { moneyStepTexts } from './step-texts.ts';
import { moneyTexts } from './texts.ts';
import { seenText } from './seen-words.ts';
import { incidentSteps } from './work-steps.ts';
import { incidentKinds, incidentStates } from './words.ts';

const INCIDENT = graphql(`
  query Incident($id: ID!) {
    incident(id: $id) {
      id
      version
      kind
      state
      availableActions
      subject {
        ...Named
      }
      amount
      summary
      assignee
      resolution
      resolvedBy
      resolver
      resolvedAt
      createdAt
      disbursement {
        id
        loan {
          loanNo
          member {
            memberNo
            name
          }
        }
        evidence {
          reported
          source
          receiptNo
          amount
          message
          at
        }
      }
    }
  }
`);

export type Incident = NonNullable<IncidentQuery['incident']>;

/** One incident: what was seen, what to do, what it is about, and how it ended. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage document={INCIDENT} variables={{ id }} recordOf={({ incident }) => incident} live={['incident.']}>
      {(incident, reload) => <View incident={incident} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly incident: Incident; readonly reload: () => void };

function View({ incident, reload }: Props) {
  const t = useTexts(moneyTexts);
  const steps = useTexts(moneyStepTexts);
  const spoken = useLanguage();
  const may = useMay();
  const { id, kind, state, summary, disbursement, resolution } = incident;
  const resolvedBy = incident.resolver ?? incident.resolvedBy;
  return (
    <>
      <PageHead
        title={incidentKinds[kind][spoken]}
        crumbs={[{ to: '/money/incidents', title: t('incidents') }]}
        aside={<StateOf words={incidentStates} state={state} />}
      >
        {may('disbursements:write')
          ? incidentSteps(incident, steps).map((step) => <Action key={step.name} step={step} onDone={reload} />)
          : null}
        <ShowQuery document={INCIDENT} variables={{ id }} />
      </PageHead>
      <div className="payment">
        <div className="column">
          <section className="panel">
            <p className="body">
              <Sentence text={seenText(kind, summary, spoken)} about={incident.subject} />
            </p>
          </section>
          {disbursement && disbursement.evidence.length > 0 ? <EvidencePanel evidence={disbursement.evidence} /> : null}
          <Moments
            moments={[
              { what: t('seen'), at: incident.createdAt },
              {
                what: resolvedBy === null ? t('resolution') : t('resolvedBy', { name: resolvedBy }),
                at: incident.resolvedAt,
                note: resolution,
              },
            ]}
          />
        </div>
        <div className="column">
          <Facts incident={incident} />
          <Life recordId={incident.id} version={incident.version} />
        </div>
      </div>
    </>
  );
}

function Facts({ incident }: Pick<Props, 'incident'>) {
  const t = useTexts(moneyTexts);
  const { amount, disbursement, subject } = incident;
  const loan = disbursement?.loan;
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('amount')}>{amount === null ? null : <Money cents={amount} />}</Fact>
        <Fact name={t('about')}>{subject ? <RecordLine record={subject} /> : null}</Fact>
        <Fact name={t('borrower')}>{loan?.member ? <MemberLink member={loan.member} /> : null}</Fact>
        <Fact name={t('loan')}>{loan ? <LoanLink loan={loan} /> : null}</Fact>
        <Fact name={t('assignee')}>{incident.assignee}</Fact>
        <Fact name={t('resolution')}>{incident.resolution}</Fact>
      </dl>
    </Panel>
  );
}
