import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { BesideContext, OPEN, useOpen, useRoom, type Beside } from '../components/beside.ts';
import type { Filters } from '../components/filters.ts';
import { Skeleton } from '../components/skeleton.tsx';
import { mayOpen, pageAt } from '../pages/pages.ts';
import { useTexts } from '../texts/texts.ts';
import { NotAllowed, NotFound } from './no-page.tsx';
import { useMay } from './session.ts';
import { frameTexts } from './texts.ts';
import './record-beside.css';

/** The page of the address, and beside it the record that it has open where there is room for both. */
export function Pages() {
  const router = useRouter();
  const path = useOpen();
  const hasRoom = useRoom();
  // A link that was made on a wide screen leads to the record on a narrow one.
  useEffect(() => {
    if (path !== null && !hasRoom) void router.navigate({ to: path, replace: true });
  }, [router, path, hasRoom]);
  const isOpen = path !== null && hasRoom;
  return (
    <div className={isOpen ? 'with-record' : undefined}>
      <div className="list">
        <Outlet />
      </div>
      {isOpen ? <RecordBeside key={path} path={path} /> : null}
    </div>
  );
}

function RecordBeside({ path }: { readonly path: string }) {
  const t = useTexts(frameTexts);
  const may = useMay();
  const router = useRouter();
  const [filters, setFilters] = useState<Filters>({});
  const found = pageAt(path);
  const beside = useMemo<Beside>(
    () => ({
      path,
      params: pageAt(path)?.params ?? {},
      filters,
      setFilters: (changes) =>
        setFilters((before) => {
          const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value != null);
          // What was null is left out.
          return Object.fromEntries(merged) as Filters;
        }),
      close: () => {
        document.querySelector<HTMLElement>('tr[aria-current=true]')?.focus();
        void router.navigate({ to: '.', search: (search: object) => ({ ...search, [OPEN]: undefined }) });
      },
    }),
    [path, filters, router],
  );
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      // What lies over the page is closed first.
      if (key === 'Escape' && document.querySelector('dialog[open], :popover-open') === null) beside.close();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [beside]);
  const isAllowed = found !== null && mayOpen(found.page, may);
  return (
    <BesideContext value={beside}>
      <section className="record-beside" aria-label={t('beside')} tabIndex={0}>
        {found === null ? <NotFound /> : isAllowed ? <Loaded load={found.page.load} /> : <NotAllowed />}
      </section>
    </BesideContext>
  );
}

function Loaded({ load }: { readonly load: () => Promise<{ readonly Page: ComponentType }> }) {
  const [module, setModule] = useState<{ readonly Page: ComponentType } | null>(null);
  useEffect(() => {
    let isShown = true;
    // Where it fails, the page of its own says so.
    load().then(
      (loaded) => isShown && setModule(loaded),
      () => undefined,
    );
    return () => void (isShown = false);
  }, [load]);
  return module === null ? <Skeleton lines={10} /> : <module.Page />;
}
