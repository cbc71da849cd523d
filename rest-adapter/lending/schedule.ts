import Type from 'typebox';
import { found } from '../records.ts';
import { route } from '../route.ts';
import { object, onePath } from '../shapes.ts';
import { theLoan } from './loans.ts';
import { scheduleBody, ScheduleSchema } from './schedule-shape.ts';

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
      return { body: scheduleBody(loan, version, rows, ids) };
    },
  }),
];
