import { createRootRoute, createRoute, createRouter, redirect, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { PAGES } from '../pages/pages.ts';
import { Frame } from './frame.tsx';
import { NotAllowed, NotFound } from './no-page.tsx';
import { scopesHeld, useMay } from './session.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const routes = PAGES.map(({ path, load, scope }) => {
  const Page = lazyRouteComponent(load, 'Page') as ComponentType;
  const Guarded = () => (useMay()(scope ?? '') || scope === null ? <Page /> : <NotAllowed />);
  return createRoute({ getParentRoute: () => root, path, component: Guarded });
});
/** Where there is no page of today, the first that the person may see is the start. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    const first = PAGES.find(({ area, scope }) => area !== null && (scope === null || scopesHeld().includes(scope)));
    if (first !== undefined) throw redirect({ to: first.path, replace: true });
  },
  component: NotAllowed,
});

/** The pages at their addresses. The state of a page that is worth a link is in the address. */
export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren(PAGES.some(({ path }) => path === '/') ? routes : [start, ...routes]),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 150,
  });

/** Begins to load the page of an address, while it is found out who is signed in. */
export function preloadPage(pathname: string): void {
  const parts = pathname.split('/');
  const found = PAGES.find(({ path }) => {
    const pattern = path.split('/');
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith('$') || part === parts[at]);
  });
  // Where it fails, the router says so.
  found?.load().catch(() => undefined);
}
