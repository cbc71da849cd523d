import type { View } from '#platform/app/views.ts';
import Type from 'typebox';
import { found } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, date, object, onePath } from '../shapes.ts';
import { theLoan } from './loans.ts';

const Parts = {
  principal: cents('Principal, minor units.'),
  interest: cents('Interest, minor units.'),
  fees: cents('Fees, minor units.'),
  penalties: cents('Penalties, minor units.'),
  total: cents('All of it, minor units.'),
};

const InstalmentSchema = object(
  {
    number: Type.Integer({ minimum: 1 }),
    due_date: date('When it falls due.'),
    ...Parts,
    paid: object(Parts),
    outstanding: cents('Still to be paid, minor units.'),
    balance_after: cents('Principal that is left once this instalment is paid, minor units.'),
    state: Type.Enum(['pending', 'partially_paid', 'paid', 'overdue']),
  },
  { $id: 'Instalment' },
);

const ScheduleSchema = object(
  {
    loan_id: anyId('The loan.'),
    schedule_version: Type.Integer({ description: 'Counts the schedules of the loan; 0 before it is disbursed.' }),
    data: Type.Array(InstalmentSchema, {
      description: 'All instalments in force, by number; none before disbursement.',
    }),
    totals: object({ ...Parts, outstanding: cents('Still to be paid, minor units.') }),
  },
  { $id: 'LoanSchedule' },
);

function instalmentBody(row: View<'instalments', 'ofLoans'>) {
  return {
    number: row.number,
    due_date: row.dueDate,
    principal: row.principal,
    interest: row.interest,
    fees: row.fees,
    penalties: row.penalties,
    total: row.total,
    paid: row.paid,
    outstanding: row.outstanding,
    balance_after: row.balanceAfter,
    state: row.state,
  };
}

const sum = (rows: readonly View<'instalments', 'ofLoans'>[], part: keyof typeof Parts | 'outstanding') =>
  rows.reduce((total, row) => total + row[part], 0n);

export const scheduleRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/loans/{id}/schedule',
    surface: 'lending',
    operation: 'getLoanSchedule',
    summary: 'The schedule of a loan',
    description: 'The schedule starts when a disbursement is booked; until then there is no instalment.',
    tag: 'Loans',
    scope: 'loans:read',
    bucket: 'B.read',
    params: onePath('loan'),
    subject: theLoan,
    query: object({
      version: Type.Optional(
        Type.String({
          pattern: '^[1-9][0-9]{0,5}$',
          description: 'An earlier version; the one in force by default.',
          examples: ['1'],
        }),
      ),
    }),
    reply: { status: 200, schema: ScheduleSchema, describe: 'The schedule in force.' },
    refusals: [],
    handle: async (app, { caller, params, query, ids }) => {
      const { loan, rows, version } = await app.read(caller, async (views) => {
        const loan = await found('loan', params.id, views.loans.one);
        const version = query.version === undefined ? loan.scheduleVersion : Number(query.version);
        return { loan, version, rows: await views.instalments.ofVersion(loan.id, version) };
      });
      return {
        body: {
          loan_id: ids(loan),
          schedule_version: version,
          data: rows.map(instalmentBody),
          totals: {
            principal: sum(rows, 'principal'),
            interest: sum(rows, 'interest'),
            fees: sum(rows, 'fees'),
            penalties: sum(rows, 'penalties'),
            total: sum(rows, 'total'),
            outstanding: sum(rows, 'outstanding'),
          },
        },
      };
    },
  }),
];
