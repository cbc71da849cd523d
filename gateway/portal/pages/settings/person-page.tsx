import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { Ago, DateOf } from '../../components/dates.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import type { Step } from '../../components/step.ts';
import { plainWords } from '../../format/format.ts';
import { NotFound } from '../../frame/no-page.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import '../developers/developers.css';
import { LinkDialog, linkIn } from './link-dialog.tsx';
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
import { peopleTexts, personStates, personStepTexts, roleWords } from './texts.ts';

const PERSON = graphql(`
  query Person($id: ID!) {
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
    }
  }
`);

/** One person: roles, sessions, what they did, and what may be done about them. */
export function Page() {
  const { id = '' } = useParams({ strict: false });
  const [{ data, error, fetching }, reload] = useQuery({ query: PERSON, variables: { id } });
  if (error && !data?.person) return <ErrorBox error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={10} />;
  if (!data.person) return fetching ? <Skeleton lines={10} /> : <NotFound />;
  return <PersonView person={data.person} reload={() => reload({ requestPolicy: 'network-only' })} />;
}

type View = { readonly person: Person; readonly reload: () => void };

function PersonView({ person, reload }: View) {
  const t = useTexts(peopleTexts);
  const steps = useTexts(personStepTexts);
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
          ? stepsOn(person, spoken, steps).map((step) => <Action key={step.name} step={step} onDone={done} />)
          : null}
        <ShowQuery document={PERSON} variables={{ id: person.id }} />
      </PageHead>
      <div className="two-columns">
        <div className="column">
          <Sessions person={person} onDone={done} />
          {may('audit:read') ? <DoneBy person={person} /> : null}
        </div>
        <div className="column">
          <Facts person={person} />
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
              {plainWords(method)} <span className="faint">{isThisOne ? t('thisOne') : agent}</span>
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
            <code>{command}</code>
            <span className="faint">{eventType}</span>
            <span className="faint">
              <Ago of={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ person }: { readonly person: Person }) {
  const t = useTexts(peopleTexts);
  const spoken = useLanguage();
  return (
    <section className="panel">
      <header>
        <h2>{t('facts')}</h2>
      </header>
      <dl className="facts body">
        <dt>{t('email')}</dt>
        <dd>{person.email}</dd>
        <dt>{t('roles')}</dt>
        <dd>{person.roles.map((role) => roleWords[role][spoken]).join(', ')}</dd>
        <dt>{t('invited')}</dt>
        <dd>
          <DateOf of={person.createdAt} />
        </dd>
        <dt>{t('joined')}</dt>
        <dd>{person.joinedAt === null ? t('notYet') : <DateOf of={person.joinedAt} />}</dd>
        {person.stateReason === null ? null : (
          <>
            <dt>{t('reason')}</dt>
            <dd>{person.stateReason}</dd>
          </>
        )}
      </dl>
      {person.invitation === null ? null : (
        <p className="body faint">
          {person.invitation.awaitsSecond
            ? t('awaits')
            : t('invitation', { when: person.invitation.expiresAt.slice(0, 10) })}
        </p>
      )}
    </section>
  );
}
