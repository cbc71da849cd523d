import type { PageRow } from '../page-row.ts';

/** The school. */
export const SCHOOL_PAGES: readonly PageRow[] = [
  {
    path: '/students',
    title: { en: 'Students', sw: 'Wanafunzi' },
    area: 'teach',
    scope: 'students:read',
    load: () => import('../school/students-page.tsx'),
  },
  {
    path: '/students/$id',
    title: { en: 'Student', sw: 'Mwanafunzi' },
    area: null,
    scope: 'students:read',
    load: () => import('../school/student-page.tsx'),
  },
  {
    path: '/enrolments',
    title: { en: 'Enrolments', sw: 'Usajili wa masomo' },
    area: 'teach',
    scope: 'enrolments:read',
    load: () => import('../school/enrolments-page.tsx'),
  },
  {
    path: '/enrolments/$id',
    title: { en: 'Enrolment', sw: 'Usajili wa masomo' },
    area: null,
    scope: 'enrolments:read',
    load: () => import('../school/enrolment-page.tsx'),
  },
  {
    path: '/invoices',
    title: { en: 'Invoices', sw: 'Ankara' },
    area: 'teach',
    scope: 'invoices:read',
    load: () => import('../school/invoices-page.tsx'),
  },
  {
    path: '/invoices/$id',
    title: { en: 'Invoice', sw: 'Ankara' },
    area: null,
    scope: 'invoices:read',
    load: () => import('../school/invoice-page.tsx'),
  },
  {
    path: '/results',
    title: { en: 'Results', sw: 'Matokeo' },
    area: 'teach',
    scope: 'results:read',
    load: () => import('../school/results-page.tsx'),
  },
  {
    path: '/results/$id',
    title: { en: 'Result', sw: 'Tokeo' },
    area: null,
    scope: 'results:read',
    load: () => import('../school/result-page.tsx'),
  },
  {
    path: '/marks',
    title: { en: 'Marks', sw: 'Alama' },
    area: 'teach',
    scope: 'results:write',
    load: () => import('../school/marks/marks-page.tsx'),
  },
  {
    path: '/catalogue',
    title: { en: 'Catalogue', sw: 'Katalogi' },
    area: 'teach',
    scope: 'programmes:read',
    load: () => import('../school/catalogue/catalogue-page.tsx'),
  },
];
