import type { PersonRole } from '../../graph/generated/graphql.ts';
import { roleMeanings } from '../../texts/role-meanings.ts';
import { roleWords } from '../../texts/role-words.ts';
import type { Language } from '../../texts/texts.ts';
import type { Person, StepText } from './person-steps.ts';

/** What is gained and lost by roles, by what each of them is for. */
export function rolesMean(person: Person, chosen: readonly PersonRole[], spoken: Language, t: StepText): string {
  const what = (roles: readonly PersonRole[]) =>
    roles.map((role) => `${roleWords[role][spoken]}: ${roleMeanings[role][spoken]}`).join(' ');
  const gained = chosen.filter((role) => !person.roles.includes(role));
  const lost = person.roles.filter((role) => !chosen.includes(role));
  if (gained.length + lost.length === 0) return t('rolesSame', { name: person.name });
  return [
    ...(gained.length === 0 ? [] : [t('rolesGained', { what: what(gained) })]),
    ...(lost.length === 0 ? [] : [t('rolesLost', { what: what(lost) })]),
    t('rolesWhen'),
  ].join(' ');
}
