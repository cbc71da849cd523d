import type { PageRow } from '../page-row.ts';

/** The books. */
export const BOOKS_PAGES: readonly PageRow[] = [
  {
    path: '/books',
    title: { en: 'Trial balance', sw: 'Mizania ya majaribio' },
    area: 'books',
    scope: 'savings_accounts:read',
    load: () => import('../books/trial-balance-page.tsx'),
  },
  {
    path: '/books/accounts/$account',
    title: { en: 'Statement', sw: 'Taarifa' },
    area: null,
    scope: 'savings_accounts:read',
    load: () => import('../books/account-page.tsx'),
  },
  {
    path: '/books/journals',
    title: { en: 'Journals', sw: 'Maingizo' },
    area: 'books',
    scope: 'savings_accounts:read',
    load: () => import('../books/journals-page.tsx'),
  },
  {
    path: '/books/journals/$id',
    title: { en: 'Journal', sw: 'Ingizo' },
    area: null,
    scope: 'savings_accounts:read',
    load: () => import('../books/journal-page.tsx'),
  },
  {
    path: '/books/proofs',
    title: { en: 'Proofs of the books', sw: 'Uthibitisho wa vitabu' },
    area: 'books',
    scope: 'loans:read',
    load: () => import('../books/proofs-page.tsx'),
  },
  {
    path: '/books/closes',
    title: { en: 'Closes of business', sw: 'Ufungaji wa siku' },
    area: 'books',
    scope: 'loans:read',
    load: () => import('../books/closes-page.tsx'),
  },
];
