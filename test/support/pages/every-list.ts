import { SCOPES } from '#core/partners/scopes.ts';
import { lists, schoolLists, type Criteria, type List, type ListQuery, type SchoolList } from '#platform/app/lists.ts';
import type { Slice, Views } from '#platform/app/views.ts';

/** How a page of a list is read on each surface that has it; what it belongs to is the first of its kind. */
type Pages = {
  readonly rest?: (views: Views, query: ListQuery) => Promise<unknown>;
  readonly graph?: (views: Views, criteria: Criteria, slice: Slice) => Promise<unknown>;
};

type SchoolPages = {
  readonly [name in keyof typeof schoolLists]: (views: Views) => {
    readonly list: (
      criteria: Criteria,
      paging: { readonly limit: number; readonly offset: number },
    ) => Promise<unknown>;
    readonly slice: (criteria: Criteria, slice: Slice) => Promise<unknown>;
  };
};

/** Of whom a page is, where it belongs to a record. */
const PARENT = 1;

const both = (
  of: (views: Views) => {
    readonly list: (query: ListQuery) => Promise<unknown>;
    readonly slice: (criteria: Criteria, slice: Slice) => Promise<unknown>;
  },
): Pages => ({
  rest: (views, query) => of(views).list(query),
  graph: (views, criteria, slice) => of(views).slice(criteria, slice),
});

const READER = { clientId: PARENT, scopes: SCOPES, sandbox: true, idFormat: 'uuid', ownOnly: false } as const;

/** The pages of all lists: a list that is not here is a type error. */
const PAGES: { readonly [name in keyof Omit<typeof lists, 'bridge'>]: Pages } = {
  agents: { graph: (views, criteria, slice) => views.agents.slice(criteria, slice) },
  amlAlerts: both((views) => views.amlAlerts),
  proposals: both((views) => views.proposals),
  disbursements: { graph: (views, criteria, slice) => views.disbursements.slice(criteria, slice) },
  allDisbursements: { graph: (views, criteria, slice) => views.disbursements.slice(criteria, slice) },
  floatTopUps: both((views) => views.floatTopUps),
  incidents: both((views) => views.incidents),
  loans: both((views) => views.loans),
  products: both((views) => views.products),
  repayments: { graph: (views, criteria, slice) => views.repayments.slice(criteria, slice) },
  allRepayments: { graph: (views, criteria, slice) => views.repayments.slice(criteria, slice) },
  apps: { graph: ({ bridge }, criteria, slice) => bridge.institution.slice(criteria, slice) },
  appPayouts: { graph: ({ bridge }, criteria, slice) => bridge.appPayments.payouts.slice(criteria, slice) },
  appCollections: { graph: ({ bridge }, criteria, slice) => bridge.appPayments.collections.slice(criteria, slice) },
  members: both((views) => views.members),
  deathClaims: both((views) => views.deathClaims),
  people: both((views) => views.people),
  clients: { graph: (views, criteria, slice) => views.clients.slice(null, criteria, slice) },
  audit: { graph: (views, criteria, slice) => views.audit.slice(null, criteria, slice) },
  mobileMoney: both((views) => views.mobileMoney),
  events: { rest: (views, query) => views.events.list({ ...READER, now: views.businessTime }, query) },
  requests: { rest: (views, query) => views.requests.list(PARENT, query) },
  personalReadings: { rest: (views, query) => views.personalReadings.list(query) },
  webhookDeliveries: { rest: (views, query) => views.webhookDeliveries.list(PARENT, query) },
  webhooks: {
    rest: (views, query) => views.webhooks.list(PARENT, query),
    graph: (views, criteria, slice) => views.webhooks.slice([PARENT], criteria, slice),
  },
  breaks: both((views) => views.breaks),
  reconciliations: both((views) => views.reconciliations),
  savingsAccounts: both((views) => views.savingsAccounts),
  savingsProducts: both((views) => views.savingsProducts),
  savingsTransactions: { rest: (views, query) => views.savingsTransactions.list(PARENT, query) },
};

const BRIDGE_PAGES: { readonly [name in keyof (typeof lists)['bridge']]: Pages } = {
  batches: { rest: ({ bridge }, query) => bridge.batches.list(PARENT, query) },
  collections: { rest: ({ bridge }, query) => bridge.collections.list(PARENT, query) },
  payouts: { rest: ({ bridge }, query) => bridge.payouts.list(PARENT, query) },
  payoutsOfBatch: { rest: ({ bridge }, query) => bridge.payouts.ofBatch(PARENT, PARENT, query) },
  refunds: { rest: ({ bridge }, query) => bridge.refunds.list(PARENT, query) },
  topups: { rest: ({ bridge }, query) => bridge.topups.list(PARENT, query) },
  transactions: { rest: ({ bridge }, query) => bridge.transactions.list(PARENT, query) },
};

const SCHOOL_PAGES: SchoolPages = {
  students: (views) => views.students,
  enrolments: (views) => views.enrolments,
  invoices: (views) => views.invoices,
  payments: (views) => views.payments,
  creditNotes: (views) => views.creditNotes,
  results: (views) => views.results,
  programmes: (views) => views.programmes,
  units: (views) => views.units,
  academicYears: (views) => views.academicYears,
  terms: (views) => views.terms,
  intakes: (views) => views.intakes,
  feeStructures: (views) => views.feeStructures,
  gradingScales: (views) => views.gradingScales,
};

/** The tables of the schools' lists. */
const SCHOOL_TABLES: { readonly [name in keyof typeof schoolLists]: string } = {
  students: 'student',
  enrolments: 'enrolment',
  invoices: 'invoice',
  payments: 'invoice_payment',
  creditNotes: 'credit_note',
  results: 'result',
  programmes: 'programme',
  units: 'unit',
  academicYears: 'academic_year',
  terms: 'term',
  intakes: 'intake',
  feeStructures: 'fee_structure',
  gradingScales: 'grading_scale',
};

export type AskedList = { readonly name: string; readonly list: List; readonly pages: Pages };
export type AskedSchoolList = {
  readonly name: string;
  readonly table: string;
  readonly list: SchoolList;
  readonly of: SchoolPages[keyof SchoolPages];
};

const { bridge, ...ofTenants } = lists;
const named = <Name extends string, Of>(of: { readonly [name in Name]: Of }) => Object.entries(of) as [Name, Of][];

export const everyList: readonly AskedList[] = [
  ...named(ofTenants).map(([name, list]) => ({ name, list, pages: PAGES[name] })),
  ...named(bridge).map(([name, list]) => ({ name: `bridge.${name}`, list, pages: BRIDGE_PAGES[name] })),
];

export const everySchoolList: readonly AskedSchoolList[] = named(schoolLists).map(([name, list]) => ({
  name,
  table: SCHOOL_TABLES[name],
  list,
  of: SCHOOL_PAGES[name],
}));
