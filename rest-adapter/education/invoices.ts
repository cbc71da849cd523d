import { actionsOf } from '#core/kernel/steps.ts';
import { invoiceSteps } from '#core/education/use-cases/invoice/steps.ts';
import { stepMembers, stepVariants, takeStep } from '../step-members.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import Type, { type Static } from 'typebox';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import type { View } from '#platform/app/views.ts';
import { defined } from '#core/kernel/defined.ts';
import { actionBody } from '../action-body.ts';
import { PROPOSED } from '../lending/proposals.ts';
import { route } from '../route.ts';
import { date, object, onePath, reference } from '../shapes.ts';
import { chargesIn, invoiceBody, InvoiceSchema, InvoiceTerms, Lines } from './invoice-shape.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from './lists/offset-list.ts';
import { referenceOrNull } from './references.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { OF_SCHOOLS, at, readDate, refuseWithoutAction } from './resource.ts';

const invoiceTable = { steps: invoiceSteps, cycle: invoiceLifecycle };

export const invoices: Resource<View<'invoices'>> = {
  noun: 'invoice',
  one: (views) => views.invoices.one,
  body: (invoice, ids) => invoiceBody(invoice, ids, invoiceSteps),
  address: (invoice, ids) => `/api/v1/invoices/${ids(invoice)}`,
};

/** The invoice that a path names. */
export const theInvoice = subjectOf(invoices);

type TermsBody = Static<ReturnType<typeof object<typeof InvoiceTerms>>>;

async function termsIn(app: App, caller: Caller, body: TermsBody) {
  const { payer } = body;
  return defined({
    enrolmentId: await referenceOrNull(
      app,
      caller,
      'enrolment_id',
      body.enrolment_id,
      (views) => views.enrolments.byUuids,
    ),
    termId: await referenceOrNull(app, caller, 'term_id', body.term_id, (views) => views.terms.byUuids),
    feeStructureId: await referenceOrNull(
      app,
      caller,
      'fee_structure_id',
      body.fee_structure_id,
      (views) => views.feeStructures.byUuids,
    ),
    payer: payer && { type: payer.type, ref: payer.ref ?? null },
  });
}

const NOTHING: CommandResponse = { status: 204, headers: {}, body: '' };
const common = { surface: 'education', tag: 'Invoices', scope: 'invoices:write', bucket: 'C.write' } as const;

export const invoiceRoutes = [
  offsetList({
    path: '/api/v1/invoices',
    operation: 'listInvoices',
    summary: 'Invoices',
    tag: 'Invoices',
    scope: 'invoices:read',
    schema: InvoiceSchema,
    list: schoolLists.invoices,
    of: (views) => views.invoices,
    show: invoices.body,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/invoices',
    operation: 'createInvoice',
    summary: 'Draft an invoice, or issue one immediately',
    description: 'Lines are written, or taken from a fee structure where there are none.',
    body: object({
      student_id: reference('Who owes it.'),
      due_date: date('Today or later.'),
      ...InvoiceTerms,
      lines: Type.Optional(Lines),
      currency: Type.Optional(Type.Enum(['KES'])),
      issue: Type.Optional(Type.Boolean({ description: 'true: it takes its number and is owed from now on.' })),
    }),
    example: {
      student_id: 1,
      due_date: '2099-02-28',
      issue: true,
      lines: [
        { description: 'Tuition, semester 2', fee_category: 'tuition', amount: 3_000_000 },
        { description: 'Library', fee_category: 'library', amount: 50_000, discount: 10_000 },
      ],
    },
    reply: { status: 201, schema: InvoiceSchema, describe: 'The invoice, in state draft or issued.' },
    refusals: ['unknown_reference'],
    handle: async (app, call) => {
      const { caller, body, request } = call;
      return app.education.draftInvoice(request(presented(invoices, call, 201)), {
        studentId: await referenceOrNull(app, caller, 'student_id', body.student_id, (views) => views.students.byUuids),
        dueDate: readDate('due_date', body.due_date),
        ...(await termsIn(app, caller, body)),
        ...defined({ lines: body.lines && chargesIn(body.lines), issue: body.issue }),
      });
    },
  }),
  oneRoute(invoices, {
    ...OF_SCHOOLS,
    path: '/api/v1/invoices/{id}',
    operation: 'getInvoice',
    summary: 'One invoice',
    tag: 'Invoices',
    scope: 'invoices:read',
    schema: InvoiceSchema,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v1/invoices/{id}',
    operation: 'changeInvoice',
    summary: 'Issue, void or write off an invoice, or change a draft',
    description:
      'Send {action} for a step; void and write_off need a reason, and two people beyond what one waives. Without an action the body is a merge patch of a ' +
      'draft. An issued invoice is corrected by a credit note.',
    params: onePath('invoice'),
    subject: theInvoice,
    body: actionBody(
      object(
        {
          ...stepMembers(invoiceTable),
          action: Type.Optional(Type.Enum(actionsOf(invoiceSteps), { description: 'The step to take.' })),
          due_date: Type.Optional(date('Today or later.')),
          ...InvoiceTerms,
          lines: Type.Optional(Lines),
        },
        { minProperties: 1 },
      ),
      stepVariants(invoiceTable),
      { cycle: invoiceLifecycle, edits: ['due_date', ...Object.keys(InvoiceTerms), 'lines'] },
    ),
    example: { action: 'issue' },
    reply: { status: 200, schema: InvoiceSchema, describe: 'The invoice after the step or change.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'unknown_reference',
      'invoice_has_payments',
      'invoice_reserved_by_loan',
      'already_proposed',
    ],
    handle: async (app, call) => {
      const { caller, body, version, subjectId, request } = call;
      const response = request(presented(invoices, call, 200));
      const command = { invoiceId: await subjectId(), ...at(version) };
      const { action, due_date: due, lines } = body;
      if (action !== undefined) {
        const calling = { app, caller, bound: app.education, on: command, request: response };
        return takeStep(invoiceTable, { ...body, action }, calling);
      }
      refuseWithoutAction(Object.keys(body), ['reason']);
      return app.education.changeInvoice(response, {
        ...command,
        changes: {
          ...(await termsIn(app, caller, body)),
          ...defined({
            dueDate: due === undefined ? undefined : readDate('due_date', due),
            lines: lines && chargesIn(lines),
          }),
        },
      });
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/api/v1/invoices/{id}',
    operation: 'deleteInvoice',
    summary: 'Delete a draft',
    description: 'Drafts only; an invoice that was issued is voided instead. Readers who sync get a tombstone.',
    params: onePath('invoice'),
    subject: theInvoice,
    reply: { status: 204, schema: null, describe: 'It is gone.' },
    refusals: ['invalid_state_transition'],
    handle: async (app, { version, subjectId, request }) =>
      app.education.discardInvoice(
        request(async () => NOTHING),
        { invoiceId: await subjectId(), ...at(version) },
      ),
  }),
];
