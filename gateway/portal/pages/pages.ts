import type { PageRow } from './page-row.ts';
import { BOOKS_PAGES } from './rows/books.ts';
import { BUILDING_PAGES } from './rows/building.ts';
import { LENDING_PAGES } from './rows/lending.ts';
import { MONEY_PAGES } from './rows/money.ts';
import { SCHOOL_PAGES } from './rows/school.ts';

/** Every page of the portal, one row each, in the order of the navigation. */
export const PAGES: readonly PageRow[] = [
  ...LENDING_PAGES,
  ...MONEY_PAGES,
  ...SCHOOL_PAGES,
  ...BUILDING_PAGES,
  ...BOOKS_PAGES,
];

/** The page of an address, with its parameters; null where there is none. */
export function pageAt(
  pathname: string,
): { readonly page: PageRow; readonly params: { readonly [name: string]: string } } | null {
  const parts = pathname.split('/');
  for (const page of PAGES) {
    const pattern = page.path.split('/');
    const fits =
      pattern.length === parts.length && pattern.every((part, at) => part.startsWith('$') || part === parts[at]);
    if (!fits) continue;
    const params: Record<string, string> = {};
    for (const [at, part] of pattern.entries()) {
      if (!part.startsWith('$')) continue;
      const value = decoded(parts[at] ?? '');
      if (value === null) return null;
      params[part.slice(1)] = value;
    }
    return { page, params };
  }
  return null;
}

/** A part of an address as it is meant; null where it is none: anyone may write `%` into a link. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Whether a page is one of those that a person may open. */
export const mayOpen = ({ scope, orScopes = [] }: PageRow, may: (scope: string) => boolean): boolean =>
  scope === null || may(scope) || orScopes.some(may);

/** Whether there is a page at an address: links lead to nothing else. */
export const hasPage = (path: string): boolean => PAGES.some((page) => page.path === path);
