import type { ComponentType } from 'react';
import type { InLanguages } from '../texts/texts.ts';

/** The work by which the navigation is ordered. */
export const AREAS = ['home', 'lend', 'save', 'collect', 'teach', 'books', 'build'] as const;
export type Area = (typeof AREAS)[number];

export type PageRow = {
  /** `/loans/$loanNo`: a part with $ is handed to the page as a parameter. */
  readonly path: string;
  readonly title: InLanguages;
  /** Where it stands in the navigation; null for the page of a record, which is reached from its list. */
  readonly area: Area | null;
  /** Who lacks it sees neither the entry nor the page; null: everyone who is signed in. */
  readonly scope: string | null;
  /** A module that exports `Page`; it is loaded when somebody opens it. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
};

/** Every page of the portal, one row each, in the order of the navigation. */
export const PAGES: readonly PageRow[] = [
  {
    path: '/',
    title: { en: 'Today', sw: 'Leo' },
    area: 'home',
    scope: 'loans:read',
    load: () => import('./today/today-page.tsx'),
  },
  {
    path: '/approvals',
    title: { en: 'Approvals', sw: 'Idhini' },
    area: 'home',
    scope: 'approvals:read',
    load: () => import('./approvals/approvals-page.tsx'),
  },
  {
    path: '/members',
    title: { en: 'Members', sw: 'Wanachama' },
    area: 'lend',
    scope: 'members:read',
    load: () => import('./members/members-page.tsx'),
  },
  {
    path: '/members/$memberNo',
    title: { en: 'Member', sw: 'Mwanachama' },
    area: null,
    scope: 'members:read',
    load: () => import('./members/member-page.tsx'),
  },
  {
    path: '/loans',
    title: { en: 'Loans', sw: 'Mikopo' },
    area: 'lend',
    scope: 'loans:read',
    load: () => import('./loans/loans-page.tsx'),
  },
  {
    path: '/loans/$loanNo',
    title: { en: 'Loan', sw: 'Mkopo' },
    area: null,
    scope: 'loans:read',
    load: () => import('./loans/loan-page.tsx'),
  },
  {
    path: '/arrears',
    title: { en: 'Arrears', sw: 'Malimbikizo' },
    area: 'lend',
    scope: 'loans:read',
    load: () => import('./arrears/arrears-page.tsx'),
  },
  {
    path: '/savings',
    title: { en: 'Savings', sw: 'Akiba' },
    area: 'save',
    scope: 'savings_accounts:read',
    load: () => import('./savings/savings-page.tsx'),
  },
  {
    path: '/savings/$accountNo',
    title: { en: 'Savings account', sw: 'Akaunti ya akiba' },
    area: null,
    scope: 'savings_accounts:read',
    load: () => import('./savings/account-page.tsx'),
  },
  {
    path: '/money/disbursements',
    title: { en: 'Disbursements', sw: 'Malipo ya mikopo' },
    area: 'collect',
    scope: 'disbursements:read',
    load: () => import('./money/disbursements-page.tsx'),
  },
  {
    path: '/money/repayments',
    title: { en: 'Repayments', sw: 'Marejesho' },
    area: 'collect',
    scope: 'repayments:read',
    load: () => import('./money/repayments-page.tsx'),
  },
  {
    path: '/money/collections',
    title: { en: 'Collections', sw: 'Makusanyo' },
    area: 'collect',
    scope: 'mobile_money:read',
    load: () => import('./money/collections-page.tsx'),
  },
  {
    path: '/money/payouts',
    title: { en: 'Payouts of apps', sw: 'Malipo ya programu' },
    area: 'collect',
    scope: 'mobile_money:read',
    load: () => import('./money/payouts-page.tsx'),
  },
  {
    path: '/money/apps',
    title: { en: 'Apps', sw: 'Programu' },
    area: 'collect',
    scope: 'mobile_money:read',
    load: () => import('./money/apps-page.tsx'),
  },
  {
    path: '/money/suspense',
    title: { en: 'Suspense', sw: 'Pesa zisizopangiwa' },
    area: 'collect',
    scope: 'mobile_money:read',
    load: () => import('./money/suspense-page.tsx'),
  },
  {
    path: '/money/breaks',
    title: { en: 'Breaks', sw: 'Tofauti' },
    area: 'collect',
    scope: 'mobile_money:read',
    load: () => import('./money/breaks-page.tsx'),
  },
  {
    path: '/money/incidents',
    title: { en: 'Incidents', sw: 'Matukio' },
    area: 'collect',
    scope: 'disbursements:read',
    load: () => import('./money/incidents-page.tsx'),
  },
  {
    path: '/money/reviews',
    title: { en: 'Reviews', sw: 'Ukaguzi wa malipo' },
    area: 'collect',
    scope: 'mobile_money:read',
    load: () => import('./money/reviews-page.tsx'),
  },
  {
    path: '/money/disbursements/$id',
    title: { en: 'Disbursement', sw: 'Malipo ya mkopo' },
    area: null,
    scope: 'disbursements:read',
    load: () => import('./money/disbursement-page.tsx'),
  },
  {
    path: '/money/repayments/$id',
    title: { en: 'Repayment', sw: 'Marejesho' },
    area: null,
    scope: 'repayments:read',
    load: () => import('./money/repayment-page.tsx'),
  },
  {
    path: '/money/received/$id',
    title: { en: 'Collection', sw: 'Makusanyo' },
    area: null,
    scope: 'mobile_money:read',
    load: () => import('./money/received-page.tsx'),
  },
  {
    path: '/money/payouts/$id',
    title: { en: 'Payment of an app', sw: 'Malipo ya programu' },
    area: null,
    scope: 'mobile_money:read',
    load: () => import('./money/app-payment-page.tsx'),
  },
  {
    path: '/money/apps/$clientId',
    title: { en: 'App', sw: 'Programu' },
    area: null,
    scope: 'mobile_money:read',
    load: () => import('./money/app-page.tsx'),
  },
  {
    path: '/money/breaks/$id',
    title: { en: 'Break', sw: 'Tofauti' },
    area: null,
    scope: 'mobile_money:read',
    load: () => import('./money/break-page.tsx'),
  },
  {
    path: '/money/incidents/$id',
    title: { en: 'Incident', sw: 'Tukio' },
    area: null,
    scope: 'disbursements:read',
    load: () => import('./money/incident-page.tsx'),
  },
  {
    path: '/money/top-ups/$id',
    title: { en: 'Top-up of float', sw: 'Nyongeza ya floti' },
    area: null,
    scope: 'disbursements:read',
    load: () => import('./money/top-up-page.tsx'),
  },
  {
    path: '/aml',
    title: { en: 'AML alerts', sw: 'Tahadhari za AML' },
    area: 'collect',
    scope: 'aml_alerts:read',
    load: () => import('./aml/alerts-page.tsx'),
  },
  {
    path: '/aml/$id',
    title: { en: 'Alert', sw: 'Tahadhari' },
    area: null,
    scope: 'aml_alerts:read',
    load: () => import('./aml/alert-page.tsx'),
  },
  {
    path: '/students',
    title: { en: 'Students', sw: 'Wanafunzi' },
    area: 'teach',
    scope: 'students:read',
    load: () => import('./school/students-page.tsx'),
  },
  {
    path: '/students/$id',
    title: { en: 'Student', sw: 'Mwanafunzi' },
    area: null,
    scope: 'students:read',
    load: () => import('./school/student-page.tsx'),
  },
  {
    path: '/enrolments',
    title: { en: 'Enrolments', sw: 'Usajili wa masomo' },
    area: 'teach',
    scope: 'enrolments:read',
    load: () => import('./school/enrolments-page.tsx'),
  },
  {
    path: '/invoices',
    title: { en: 'Invoices', sw: 'Ankara' },
    area: 'teach',
    scope: 'invoices:read',
    load: () => import('./school/invoices-page.tsx'),
  },
  {
    path: '/invoices/$id',
    title: { en: 'Invoice', sw: 'Ankara' },
    area: null,
    scope: 'invoices:read',
    load: () => import('./school/invoice-page.tsx'),
  },
  {
    path: '/results',
    title: { en: 'Results', sw: 'Matokeo' },
    area: 'teach',
    scope: 'results:read',
    load: () => import('./school/results-page.tsx'),
  },
  {
    path: '/results/$id',
    title: { en: 'Result', sw: 'Tokeo' },
    area: null,
    scope: 'results:read',
    load: () => import('./school/result-page.tsx'),
  },
  {
    path: '/marks',
    title: { en: 'Marks', sw: 'Alama' },
    area: 'teach',
    scope: 'results:write',
    load: () => import('./school/marks/marks-page.tsx'),
  },
  {
    path: '/developers',
    title: { en: 'Developers', sw: 'Wasanidi' },
    area: 'build',
    scope: 'clients:read',
    load: () => import('./developers/developers-page.tsx'),
  },
  {
    path: '/developers/clients/$id',
    title: { en: 'Client', sw: 'Programu' },
    area: null,
    scope: 'clients:read',
    load: () => import('./developers/client-page.tsx'),
  },
  {
    path: '/developers/webhooks/$id',
    title: { en: 'Webhook', sw: 'Webhook' },
    area: null,
    scope: 'webhooks:read',
    load: () => import('./developers/webhook-page.tsx'),
  },
  {
    path: '/developers/test-clock',
    title: { en: 'Test clock', sw: 'Saa ya majaribio' },
    area: 'build',
    scope: 'sandbox:read',
    load: () => import('./developers/test-clock-page.tsx'),
  },
  {
    path: '/settings/people',
    title: { en: 'People', sw: 'Watu' },
    area: 'build',
    scope: 'people:read',
    load: () => import('./settings/people-page.tsx'),
  },
  {
    path: '/settings/people/$id',
    title: { en: 'Person', sw: 'Mtu' },
    area: null,
    scope: 'people:read',
    load: () => import('./settings/person-page.tsx'),
  },
  {
    path: '/settings',
    title: { en: 'Settings', sw: 'Mipangilio' },
    area: 'build',
    scope: 'settings:read',
    load: () => import('./settings/settings-page.tsx'),
  },
  {
    path: '/audit',
    title: { en: 'Audit', sw: 'Ukaguzi' },
    area: 'build',
    scope: 'audit:read',
    load: () => import('./audit/audit-page.tsx'),
  },
  {
    path: '/books',
    title: { en: 'Trial balance', sw: 'Mizania ya majaribio' },
    area: 'books',
    scope: 'savings_accounts:read',
    load: () => import('./books/trial-balance-page.tsx'),
  },
  {
    path: '/books/accounts/$account',
    title: { en: 'Statement', sw: 'Taarifa' },
    area: null,
    scope: 'savings_accounts:read',
    load: () => import('./books/account-page.tsx'),
  },
  {
    path: '/books/journals',
    title: { en: 'Journals', sw: 'Maingizo' },
    area: 'books',
    scope: 'savings_accounts:read',
    load: () => import('./books/journals-page.tsx'),
  },
  {
    path: '/books/journals/$id',
    title: { en: 'Journal', sw: 'Ingizo' },
    area: null,
    scope: 'savings_accounts:read',
    load: () => import('./books/journal-page.tsx'),
  },
  {
    path: '/books/closes',
    title: { en: 'Closes of business', sw: 'Ufungaji wa siku' },
    area: 'books',
    scope: 'loans:read',
    load: () => import('./books/closes-page.tsx'),
  },
];

/** Whether there is a page at an address: links lead to nothing else. */
export const hasPage = (path: string): boolean => PAGES.some((page) => page.path === path);
