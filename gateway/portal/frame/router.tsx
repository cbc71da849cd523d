import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { mayOpen, PAGES } from '../pages/pages.ts';
import { Frame } from './frame.tsx';
import { NotAllowed, NotFound } from './no-page.tsx';
import { useMay } from './session.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const routes = PAGES.map((page) => {
  const { path, load } = page;
  // Pages take nothing: the address says what they show.
  const Page = lazyRouteComponent(load, 'Page') as ComponentType;
  const Guarded = () => (mayOpen(page, useMay()) ? <Page /> : <Elsewhere from={path} />);
  return createRoute({ getParentRoute: () => root, path, component: Guarded });
});

/** Where the start is no page for the person, the first that is one is their start. */
function Elsewhere({ from }: { readonly from: string }) {
  const may = useMay();
  const first = PAGES.find((page) => page.area !== null && mayOpen(page, may));
  return from === '/' && first !== undefined ? <Navigate to={first.path} replace /> : <NotAllowed />;
}

/** The pages at their addresses. The state of a page that is worth a link is in the address. */
export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren(routes),
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Another record is another page: nothing of the one before is shown at its address.
    defaultRemountDeps: ({ params }) => params,
    defaultPendingMs: 150,
  });
