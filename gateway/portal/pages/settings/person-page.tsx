import { useState } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Ago } from '../../components/dates.tsx';
import { HistoryLink } from '../../components/history-link.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { Newest } from '../../components/newest.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import type { Offered, Step } from '../../components/step.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { eventWord } from '../../texts/record-words.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../texts/texts.ts';
import { LinkDialog, linkIn } from './link-dialog.tsx';
import {
  branchesStep,
  byWord,
  clientsStep,
  reachTexts,
  unitsStep,
  type Branch,
  type NamedClient,
  type Unit,
} from './person-reach.ts';
import {
  againStep,
  confirmLinkStep,
  confirmStep,
  dismissStep,
  endSessionsStep,
  endSessionStep,
  resumeStep,
  rolesStep,
  suspendStep,
  type Person,
  type StepText,
} from './person-steps.ts';
import { peopleTexts, personStepTexts } from './texts.ts';
import { personStates, signInMethods } from './words.ts';
import { Facts } from './person-facts.tsx';
import '../developers/developers.css';

const PERSON = graphql(`
  query Person($id: ID!, $clients: Boolean!, $units: Boolean!) {
    branches {
      id
      code
      name
    }
    clients(first: 50) @include(if: $clients) {
      nodes {
        id
        name
      }
    }
    units(first: 60) @include(if: $units) {
      nodes {
        id
        code
        title
        programme {
          code
        }
      }
    }
    person(id: $id) {
      id
      version
      name
      email
      roles
      state
      stateReason
      joinedAt
      createdAt
      availableActions
      branchIds
      clientIds
      unitIds
      invitation {
        expiresAt
        awaitsSecond
      }
      sessions {
        id
        method
        agent
        openedAt
        lastUsedAt
        isThisOne
      }
    }
  }
`);
const DONE_BY = graphql(`
  query DoneBy($actor: String!) {
    audit(filter: { actor: $actor }, first: 15) {
      nodes {
        id
        command
        eventType
        subjectType
        at
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

/** One person: roles, sessions, what they did, and what may be done about them. */
export function Page() {
  const { id = '' } = useAddress();
  const may = useMay();
  const variables = { id, clients: may('clients:read'), units: may('programmes:read') };
  return (
    <RecordPage document={PERSON} variables={variables} recordOf={({ person }) => person}>
      {(person, reload, { branches, clients, units }) => (
        <PersonView
          person={person}
          variables={variables}
          branches={branches ?? []}
          clients={clients?.nodes ?? []}
          units={units?.nodes.toSorted(byWord) ?? []}
          reload={reload}
        />
      )}
    </RecordPage>
  );
}

export type Reach = {
  readonly person: Person;
  readonly branches: readonly Branch[];
  readonly clients: readonly NamedClient[];
  readonly units: readonly Unit[];
};
type View = Reach & { readonly variables: object; readonly reload: () => void };

function PersonView({ variables, reload, ...of }: View) {
  const { person } = of;
  const t = useTexts(peopleTexts);
  const steps = useTexts(personStepTexts);
  const reach = useTexts(reachTexts);
  const spoken = useLanguage();
  const may = useMay();
  const [link, setLink] = useState<string | null>(null);
  const done = (data: unknown) => {
    setLink(linkIn(data));
    reload();
  };
  const { tone, word } = personStates[person.state];
  return (
    <>
      <PageHead
        title={person.name}
        crumbs={[{ to: '/settings/people', title: t('people') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {may('people:write')
          ? [...reachSteps(of, reach), ...stepsOn(person, spoken, steps)].map((step) => (
              <Action key={step.name} step={step} onDone={done} />
            ))
          : null}
        <HistoryLink recordId={person.id} />
        <ShowQuery document={PERSON} variables={variables} />
      </PageHead>
      <div className="two-columns">
        <div className="column">
          <Sessions person={person} onDone={done} />
          {may('audit:read') ? <DoneBy person={person} /> : null}
        </div>
        <div className="column">
          <Facts {...of} />
        </div>
      </div>
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  );
}

const STEPS: { readonly [Action in Person['availableActions'][number]]?: (person: Person, t: StepText) => Step } = {
  CONFIRM: confirmStep,
  INVITE_AGAIN: againStep,
  SUSPEND: suspendStep,
  RESUME: resumeStep,
  LEAVE: dismissStep,
};

function stepsOn(person: Person, spoken: Language, t: StepText): readonly Step[] {
  const { availableActions, invitation } = person;
  return [
    ...(availableActions.includes('ASSIGN_ROLES') ? [rolesStep(person, spoken, t)] : []),
    ...(invitation?.awaitsSecond ? [confirmLinkStep(person, t)] : []),
    ...availableActions.flatMap((action) => STEPS[action]?.(person, t) ?? []),
  ];
}

function Sessions({ person, onDone }: { readonly person: Person; readonly onDone: (data: unknown) => void }) {
  const spoken = useLanguage();
  const t = useTexts(peopleTexts);
  const steps = useTexts(personStepTexts);
  const mayEnd = useMay()('people:write');
  return (
    <section className="panel">
      <header>
        <h2>{t('sessions')}</h2>
        {mayEnd && person.sessions.length > 0 ? <Action step={endSessionsStep(person, steps)} onDone={onDone} /> : null}
      </header>
      {person.sessions.length === 0 ? <p className="body faint">{t('noSessions')}</p> : null}
      <ul className="rows">
        {person.sessions.map(({ id, method, agent, openedAt, lastUsedAt, isThisOne }) => (
          <li key={id}>
            <span title={agent}>
              {signInMethods[method][spoken]} <span className="faint">{isThisOne ? t('thisOne') : agent}</span>
            </span>
            <span className="faint">
              {t('opened')} <Ago of={openedAt} />
            </span>
            <span className="faint">
              {t('used')} <Ago of={lastUsedAt} />
            </span>
            {mayEnd ? <Action step={endSessionStep(id, steps)} onDone={onDone} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DoneBy({ person }: { readonly person: Person }) {
  const t = useTexts(peopleTexts);
  const spoken = useLanguage();
  const variables = { actor: `person:${person.id}` };
  const [{ data }] = useQuery({ query: DONE_BY, variables });
  const entries = data?.audit?.nodes;
  return (
    <section className="panel">
      <header>
        <h2>{t('did')}</h2>
        <ShowQuery document={DONE_BY} variables={variables} />
      </header>
      {entries?.length === 0 ? <p className="body faint">{t('didNothing')}</p> : null}
      <ul className="rows">
        {entries?.map(({ id, command, eventType, at }) => (
          <li key={id}>
            <span title={`${eventType} · ${command}`}>{eventWord(eventType, spoken)}</span>
            <span className="faint">
              <Ago of={at} />
            </span>
          </li>
        ))}
      </ul>
      <Newest list={data?.audit} to="/audit" search={variables} />
    </section>
  );
}

/** What a person reaches: a developer some clients, a lecturer classes, everyone else the records of branches. */
function reachSteps({ person, branches }: Reach, t: Translate<(typeof reachTexts)['en']>): readonly Offered[] {
  const { availableActions, roles } = person;
  if (roles.includes('DEVELOPER')) return availableActions.includes('ASSIGN_CLIENTS') ? [clientsStep(person, t)] : [];
  if (roles.includes('LECTURER')) return availableActions.includes('ASSIGN_UNITS') ? [unitsStep(person, t)] : [];
  return availableActions.includes('ASSIGN_BRANCHES') && branches.length > 0 ? [branchesStep(person, branches, t)] : [];
}
