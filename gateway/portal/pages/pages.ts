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
    const params = pattern.flatMap((part, at) =>
      part.startsWith('$') ? [[part.slice(1), decodeURIComponent(parts[at] ?? '')] as const] : [],
    );
    return { page, params: Object.fromEntries(params) };
  }
  return null;
}

/** Whether there is a page at an address: links lead to nothing else. */
export const hasPage = (path: string): boolean => PAGES.some((page) => page.path === path);
