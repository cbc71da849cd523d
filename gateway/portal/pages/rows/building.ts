import type { PageRow } from '../page-row.ts';

/** What partners build on, and what an administrator sets. */
export const BUILDING_PAGES: readonly PageRow[] = [
  {
    path: '/login',
    title: { en: 'Connect a command line', sw: 'Unganisha mstari wa amri' },
    area: null,
    scope: null,
    load: () => import('../login/login-page.tsx'),
  },
  {
    path: '/developers',
    title: { en: 'Developers', sw: 'Wasanidi' },
    area: 'build',
    scope: 'clients:read',
    load: () => import('../developers/developers-page.tsx'),
  },
  {
    path: '/developers/clients/$id',
    title: { en: 'Client', sw: 'Programu' },
    area: null,
    scope: 'clients:read',
    load: () => import('../developers/client-page.tsx'),
  },
  {
    path: '/developers/webhooks/$id',
    title: { en: 'Webhook', sw: 'Webhook' },
    area: null,
    scope: 'webhooks:read',
    load: () => import('../developers/webhook-page.tsx'),
  },
  {
    path: '/developers/test-clock',
    title: { en: 'Test clock', sw: 'Saa ya majaribio' },
    area: 'build',
    scope: 'sandbox:read',
    load: () => import('../developers/test-clock-page.tsx'),
  },
  {
    path: '/developers/simulator',
    title: { en: 'Simulator', sw: 'Kiigizaji' },
    area: 'build',
    scope: 'sandbox:read',
    load: () => import('../developers/simulator-page.tsx'),
  },
  {
    path: '/settings/people',
    title: { en: 'People', sw: 'Watu' },
    area: 'build',
    scope: 'people:read',
    load: () => import('../settings/people-page.tsx'),
  },
  {
    path: '/settings/people/$id',
    title: { en: 'Person', sw: 'Mtu' },
    area: null,
    scope: 'people:read',
    load: () => import('../settings/person-page.tsx'),
  },
  {
    path: '/settings',
    title: { en: 'Settings', sw: 'Mipangilio' },
    area: 'build',
    scope: 'settings:read',
    load: () => import('../settings/settings-page.tsx'),
  },
  {
    path: '/audit',
    title: { en: 'Audit', sw: 'Ukaguzi' },
    area: 'build',
    scope: 'audit:read',
    load: () => import('../audit/audit-page.tsx'),
  },
];
