import { DateOf } from '../../components/dates.tsx';
import { dateText } from '../../format/format.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { reachTexts, unitWord, unlisted } from './person-reach.ts';
import { peopleTexts } from './texts.ts';
import { roleWords } from '../../texts/role-words.ts';
import type { Reach } from './person-page.tsx';
import '../developers/developers.css';

/** So many stand there at once; a lecturer may have half of the catalogue. */
const SHOWN = 12;

type Names = {
  readonly words: readonly string[];
  /** How many more there are, of which the page has no name. */
  readonly unnamed: number;
  readonly none: string;
};

/** What a person reaches, by name; the form that changes it lists all of it. */
function Reached({ words, unnamed, none }: Names) {
  const reach = useTexts(reachTexts);
  if (words.length + unnamed === 0) return <>{none}</>;
  const more = words.slice(SHOWN);
  const named = words.slice(0, SHOWN).join(', ');
  const beyond = unnamed === 0 ? '' : reach('more', { count: unnamed });
  if (more.length === 0) return <>{`${named} ${beyond}`.trim()}</>;
  return (
    <>
      {named}
      <details>
        <summary>{reach('more', { count: more.length + unnamed })}</summary>
        {`${more.join(', ')} ${beyond}`.trim()}
      </details>
    </>
  );
}

export function Facts({ person, branches, clients, units }: Reach) {
  const t = useTexts(peopleTexts);
  const reach = useTexts(reachTexts);
  const limitedTo = branches.filter(({ id }) => person.branchIds?.includes(id)).map(({ code }) => code);
  const ofClients = clients.filter(({ id }) => person.clientIds?.includes(id)).map(({ name }) => name);
  const ofUnits = units.filter(({ id }) => person.unitIds?.includes(id)).map(unitWord);
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
        {person.roles.includes('DEVELOPER') ? (
          <>
            <dt>{reach('clients')}</dt>
            <dd data-clients>
              <Reached
                words={ofClients}
                unnamed={unlisted(person.clientIds, clients).length}
                none={reach('noClient')}
              />
            </dd>
          </>
        ) : person.roles.includes('LECTURER') ? (
          <>
            <dt>{reach('units')}</dt>
            <dd data-units>
              <Reached words={ofUnits} unnamed={unlisted(person.unitIds, units).length} none={reach('noUnit')} />
            </dd>
          </>
        ) : (
          <>
            <dt>{reach('branches')}</dt>
            <dd data-branches>{person.branchIds === null ? reach('everyBranch') : limitedTo.join(', ')}</dd>
          </>
        )}
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
            : t('invitation', { when: dateText(person.invitation.expiresAt, spoken) })}
        </p>
      )}
    </section>
  );
}
