import { readdirSync, readFileSync } from 'node:fs';
import { ROLES, type Role } from '#core/people/roles.ts';

type Page = readonly [path: string, scope: string | null];

/** The pages of the navigation with their scopes, as their rows have them. */
export const pagesInNavigation = (): Page[] =>
  rowsLike(/path: '([^'$]+)',[^}]*\},\s+area: '\w+',\s+scope: (?:'([^']+)'|null),/g);

/** The pages of records: `/loans/$loanNo`. */
export const pagesOfRecords = (): Page[] =>
  rowsLike(/path: '([^']*\$[^']+)',[^}]*\},\s+area: null,\s+scope: (?:'([^']+)'|null),/g);

function rowsLike(pattern: RegExp): Page[] {
  const folder = new URL('../../gateway/portal/pages/rows/', import.meta.url);
  const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return [...sources.join('').matchAll(pattern)].map(([, path = '', scope]) => [path, scope ?? null] as const);
}

/** A role that may see a page. */
export function roleWith(scope: string | null): string {
  const names = Object.keys(ROLES) as Role[];
  const holds = (role: Role) => scope === null || (ROLES[role].scopes as readonly string[]).includes(scope);
  return names.find(holds) ?? 'administrator';
}
