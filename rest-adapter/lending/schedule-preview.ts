import Type from 'typebox';
import { METHODS, MOST_INSTALMENTS } from '#core/lending/schedule/terms.ts';
import type { SchedulePreview } from '#core/lending/schedule/preview.ts';
import { subjectAt } from '../records.ts';
import { route } from '../route.ts';
import { cents, date, nullable, object, onePath, positiveCents } from '../shapes.ts';
import { readSupposed, readTerms, withTermsAtTop } from './terms/read.ts';
import { ConventionFields, LoanTermFields, METHOD, rate, SupposedFields } from './terms/schemas.ts';

const Amounts = {
  principal: cents('Principal, minor units.'),
  interest: cents('Interest, minor units.'),
  fees: cents('Fees, minor units.'),
  penalties: cents('Penalties, minor units.'),
  total: cents('All of it, minor units.'),
};

const PreviewSchema = object(
  {
    method: Type.Enum([...METHODS]),
    annual_rate: Type.String({ description: 'Percent a year, a decimal string.' }),
    principal: cents('What is paid out first, minor units, deducted fees included.'),
    disbursed_on: date('When the money is paid out.'),
    maturity_date: date('Due date of the last instalment.'),
    instalment: nullable(cents('The level instalment before fees, minor units; null where the method has none.')),
    netted_fees: cents('Fees deducted from the money paid out, minor units.'),
    paid_out: cents('What reaches the borrower, minor units.'),
    data: Type.Array(
      object({
        number: Type.Integer({ minimum: 1 }),
        due_date: date('When it falls due.'),
        days: Type.Integer({ description: 'Days from the due date before it, or from the disbursement.' }),
        ...Amounts,
        balance_after: cents('Principal that is left once this instalment is paid, minor units.'),
        paid: nullable(
          object({ principal: cents('Minor units.'), interest: cents('Minor units.'), total: cents('Minor units.') }),
        ),
      }),
      { description: 'All instalments, by number. paid is null unless payments were supposed.' },
    ),
    totals: object(Amounts),
    cost_of_credit: object({
      total: cents('Interest and fees, deducted ones among them, minor units.'),
      total_payable: cents('All that the borrower pays back, minor units.'),
      annual_percentage_rate: nullable(
        Type.String({ description: 'APR: percent a year with two decimals; null where nothing reaches the borrower.' }),
      ),
    }),
    overpaid: cents('What the supposed payments bring beyond all that is owed, minor units.'),
    settlement: nullable(
      object({
        on: date('The requested day.'),
        ...Amounts,
      }),
    ),
  },
  { $id: 'SchedulePreview' },
);

function previewBody({ terms, schedule, cost, paid, overpaid, settlement }: SchedulePreview) {
  return {
    method: terms.method,
    annual_rate: terms.annualRate,
    principal: terms.principal,
    disbursed_on: terms.disbursedOn,
    maturity_date: schedule.maturityDate,
    instalment: schedule.instalment,
    netted_fees: schedule.netted,
    paid_out: schedule.paidOut,
    data: schedule.rows.map((row, index) => {
      const got = paid?.[index];
      return {
        number: row.number,
        due_date: row.dueDate,
        days: row.days,
        principal: row.principal,
        interest: row.interest,
        fees: row.fees,
        penalties: row.penalties,
        total: row.total,
        balance_after: row.balanceAfter,
        paid: got ? { ...got, total: got.principal + got.interest } : null,
      };
    }),
    totals: schedule.totals,
    cost_of_credit: {
      total: cost.totalCost,
      total_payable: cost.totalPayable,
      annual_percentage_rate: cost.annualPercentageRate,
    },
    overpaid,
    settlement,
  };
}

const reply = { status: 200, schema: PreviewSchema, describe: 'The schedule, and what it costs.' } as const;

export const schedulePreviewRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/schedule_preview',
    surface: 'lending',
    operation: 'previewSchedule',
    summary: 'What a loan of these terms would cost',
    description:
      'The schedule, the total cost of credit and the annual percentage rate. Nothing is written. Every option of the ' +
      'schedule engine can be named; what is left out has its usual value. Reschedules, payments and a settlement may ' +
      'be supposed.',
    tag: 'Loan products',
    scope: 'loan_products:read',
    bucket: 'B.read',
    body: object({
      method: METHOD,
      principal: positiveCents('What is paid out on disbursed_on, minor units.'),
      annual_rate: rate('Percent a year, a decimal string.'),
      instalments: Type.Optional(
        nullable(
          Type.Integer({
            minimum: 1,
            maximum: MOST_INSTALMENTS,
            description: 'How many rows; a fixed_instalment may leave it out: as many as the amount needs.',
          }),
        ),
      ),
      ...ConventionFields,
      ...LoanTermFields,
      ...SupposedFields,
    }),
    example: {
      method: 'declining_equal_instalments',
      principal: 5_000_000,
      annual_rate: '12',
      instalments: 12,
      disbursed_on: '2026-01-31',
    },
    reply,
    refusals: [],
    handle: async (app, { caller, body }) => {
      const { supposed, rest } = readSupposed(body);
      const preview = await withTermsAtTop(() =>
        app.lending.previewSchedule(caller, { terms: readTerms(rest), supposed }),
      );
      return { body: previewBody(preview) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/loan_products/{id}/schedule_preview',
    surface: 'lending',
    operation: 'previewProductSchedule',
    summary: 'What a loan of this product would cost',
    description:
      'The product’s terms and limits hold; what is named here stands in place of the product’s. Nothing is written.',
    tag: 'Loan products',
    scope: 'loan_products:read',
    bucket: 'B.read',
    params: onePath('product'),
    subject: subjectAt('loan_product', (views) => views.products.one),
    body: object({
      principal: positiveCents('What is requested, minor units.'),
      term_months: Type.Integer({ minimum: 1, maximum: 600 }),
      ...ConventionFields,
      ...LoanTermFields,
      ...SupposedFields,
    }),
    example: { principal: 5_000_000, term_months: 12 },
    reply,
    refusals: ['out_of_product_range'],
    handle: async (app, { caller, body, subjectId }) => {
      const productId = await subjectId();
      const {
        supposed,
        rest: { term_months: termMonths, ...rest },
      } = readSupposed(body);
      const preview = await withTermsAtTop(
        () =>
          app.lending.previewSchedule(caller, {
            productId,
            termMonths: Number(termMonths),
            terms: readTerms(rest),
            supposed,
          }),
        { instalments: 'term_months' },
      );
      return { body: previewBody(preview) };
    },
  }),
];
