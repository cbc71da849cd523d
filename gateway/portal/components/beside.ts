import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { PAGES } from '../pages/pages.ts';
import type { Filters } from './filters.ts';

type Params = { readonly [name: string]: string | undefined };

/** A record that is shown beside the list from which it was opened. */
export type Beside = {
  readonly path: string;
  readonly params: Params;
  /** What it is filtered by: the address has the filters of the list. */
  readonly filters: Filters;
  readonly setFilters: (changes: Readonly<Record<string, string | null>>) => void;
  readonly close: () => void;
};

/** What is around a record beside its list; null around a page of its own. */
export const BesideContext = createContext<Beside | null>(null);
export const useBeside = (): Beside | null => useContext(BesideContext);

/** The parameters of the page's address, wherever it is shown. */
export function useAddress(): Params {
  const own: Params = useParams({ strict: false });
  return useBeside()?.params ?? own;
}

/** Where in the address of a list the record stands that is open beside it. */
export const OPEN = 'open';

// A list and a record have room beside each other from here on.
const room = matchMedia('(min-width: 1440px)');
const follow = (listener: () => void) => {
  room.addEventListener('change', listener);
  return () => room.removeEventListener('change', listener);
};
// Paper is narrow, and no reason to leave the list.
const paper = matchMedia('print');
export const useRoom = (): boolean => useSyncExternalStore(follow, () => room.matches || paper.matches);

/** The address of the record that the list has open; null where none is. */
export function useOpen(): string | null {
  const { [OPEN]: open }: { readonly [name: string]: unknown } = useSearch({ strict: false });
  return typeof open === 'string' && open.startsWith('/') ? open : null;
}

/** Opens a record from a list: beside it where there is room, else in its place. */
export function useOpening(): { readonly isBeside: boolean; readonly open: (path: string) => void } {
  const router = useRouter();
  const hasRoom = useRoom();
  const isInside = useBeside() !== null;
  const { pathname } = router.state.location;
  const isList = PAGES.some(({ path, area }) => area !== null && path === pathname);
  const isBeside = hasRoom && isList && !isInside;
  const open = (path: string) =>
    void router.navigate(
      isBeside ? { to: '.', search: (search: object) => ({ ...search, [OPEN]: path }) } : { to: path },
    );
  return { isBeside, open };
}
