import type { PageRow } from '../page-row.ts';

/** Where the day begins, and the work with members, loans and savings. */
export const LENDING_PAGES: readonly PageRow[] = [
  {
    path: '/',
    title: { en: 'Today', sw: 'Leo' },
    area: 'home',
    scope: 'loans:read',
    load: () => import('../today/today-page.tsx'),
  },
  {
    path: '/approvals',
    title: { en: 'Approvals', sw: 'Idhini' },
    area: 'home',
    scope: 'approvals:read',
    load: () => import('../approvals/approvals-page.tsx'),
  },
  {
    path: '/members',
    title: { en: 'Members', sw: 'Wanachama' },
    area: 'lend',
    scope: 'members:read',
    load: () => import('../members/members-page.tsx'),
  },
  {
    path: '/members/$memberNo',
    title: { en: 'Member', sw: 'Mwanachama' },
    area: null,
    scope: 'members:read',
    load: () => import('../members/member-page.tsx'),
  },
  {
    path: '/loans',
    title: { en: 'Loans', sw: 'Mikopo' },
    area: 'lend',
    scope: 'loans:read',
    load: () => import('../loans/loans-page.tsx'),
  },
  {
    path: '/loans/$loanNo',
    title: { en: 'Loan', sw: 'Mkopo' },
    area: null,
    scope: 'loans:read',
    load: () => import('../loans/loan-page.tsx'),
  },
  {
    path: '/loan-products',
    title: { en: 'Loan products', sw: 'Bidhaa za mikopo' },
    area: 'lend',
    scope: 'loan_products:read',
    load: () => import('../products/products-page.tsx'),
  },
  {
    path: '/loan-products/$id',
    title: { en: 'Loan product', sw: 'Bidhaa ya mkopo' },
    area: null,
    scope: 'loan_products:read',
    load: () => import('../products/product-page.tsx'),
  },
  {
    path: '/arrears',
    title: { en: 'Arrears', sw: 'Malimbikizo' },
    area: 'lend',
    scope: 'loans:read',
    load: () => import('../arrears/arrears-page.tsx'),
  },
  {
    path: '/savings',
    title: { en: 'Savings', sw: 'Akiba' },
    area: 'save',
    scope: 'savings_accounts:read',
    load: () => import('../savings/savings-page.tsx'),
  },
  {
    path: '/savings/$accountNo',
    title: { en: 'Savings account', sw: 'Akaunti ya akiba' },
    area: null,
    scope: 'savings_accounts:read',
    load: () => import('../savings/account-page.tsx'),
  },
];
