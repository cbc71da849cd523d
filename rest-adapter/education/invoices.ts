import Type, { type Static } from 'typebox';
import { FEE_CATEGORIES } from '#core/education/fee-category.ts';
import type { Charge } from '#core/education/invoice/invoice-line.ts';
import { PAYER_TYPES, type Invoice } from '#core/education/invoice/invoice.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import type { EndInvoice } from '#core/education/use-cases/invoice/void-invoice.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/compose.ts';
import type { Answer } from '#platform/idempotency.ts';
import type { Answered, Asked } from '#platform/transact.ts';
import type { InvoiceView } from '#platform/views/education/invoices.ts';
import { refuseBesideAction, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, date, instant, nullable, object, onePath, reference, text } from '../shapes.ts';
import { byChoice, byDate, byFlag, byId, byText, choices, day, flag } from './lists/filters.ts';
import { offsetList } from './lists/offset-list.ts';
import { referenceOrNull } from './references.ts';
import {
  actionsIn,
  at,
  given,
  invalidMember,
  oneRoute,
  presented,
  readDate,
  subjectOf,
  type Resource,
} from './resource.ts';

/** More than any charge ever is; far enough from 2^53 that sums of many still travel exactly. */
const GREATEST_CHARGE = 100_000_000_000;

const InvoiceSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    number: nullable(
      Type.String({ description: 'Without gaps within a year; null in draft.', examples: ['INV-2026-000123'] }),
    ),
    pay_code: nullable(Type.String({ description: 'What a payer types as the account; null in draft.' })),
    student_id: anyId('Who owes it.'),
    admission_no: Type.String({ description: 'The student’s.' }),
    enrolment_id: nullable(anyId('The period that it is for.')),
    term_id: nullable(anyId('The term that it is for.')),
    fee_structure_id: nullable(anyId('Where its lines were taken from.')),
    issue_date: nullable(date('Null in draft.')),
    due_date: date('The last day to pay.'),
    currency: Type.String({ examples: ['KES'] }),
    payer: object({ type: Type.Enum([...PAYER_TYPES]), ref: nullable(Type.String()) }),
    lines: Type.Array(
      object({
        id: anyId('Stable id.'),
        code: nullable(Type.String()),
        description: Type.String(),
        fee_category: Type.Enum([...FEE_CATEGORIES]),
        amount: cents('Minor units.'),
        discount: cents('Minor units.'),
        priority: Type.Integer({ description: 'Lowest takes money first.' }),
        paid: cents('What payments have put on the line, minor units.'),
      }),
    ),
    subtotal: cents('Sum of the amounts, minor units.'),
    discount_total: cents('Sum of the discounts, minor units.'),
    total: cents('subtotal - discount_total, minor units.'),
    paid: cents('Minor units.'),
    credited: cents('Taken off by credit notes, minor units.'),
    balance: cents('total - paid - credited, minor units.'),
    overdue: Type.Boolean({ description: 'Due before today, and something is owed. It turns without a new version.' }),
    state: Type.Enum([...invoiceLifecycle.states]),
    voided_at: nullable(instant('When it was declared a mistake.')),
    void_reason: nullable(Type.String()),
    written_off_at: nullable(instant('When the rest was given up.')),
    write_off_reason: nullable(Type.String()),
    available_actions: Type.Array(Type.String(), { description: 'Actions that PATCH takes in this state.' }),
    version: Type.Integer({ description: 'Also the ETag: "v7".' }),
    created_at: instant('When it was drafted.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Invoice' },
);

type Step = {
  /** The members that go with the action. */
  readonly takes: readonly 'reason'[];
  readonly take: (app: App, asked: Asked<Invoice>, command: EndInvoice) => Promise<Answered>;
};

/** The steps that partners may ask of an invoice. */
const STEPS = {
  issue: { takes: [], take: ({ education }, asked, command) => education.issueInvoice(asked, command) },
  void: { takes: ['reason'], take: ({ education }, asked, command) => education.voidInvoice(asked, command) },
  write_off: { takes: ['reason'], take: ({ education }, asked, command) => education.writeOffInvoice(asked, command) },
} satisfies Record<string, Step>;
type StepName = keyof typeof STEPS;

/** An invoice as partners see it. */
function invoiceBody(invoice: InvoiceView, ids: Ids) {
  return {
    id: ids(invoice),
    uuid: invoice.uuid,
    number: invoice.number,
    pay_code: invoice.payCode,
    student_id: ids({ id: invoice.studentId, uuid: invoice.studentUuid }),
    admission_no: invoice.admissionNo,
    enrolment_id: invoice.enrolment && ids(invoice.enrolment),
    term_id: invoice.term && ids(invoice.term),
    fee_structure_id: invoice.feeStructure && ids(invoice.feeStructure),
    issue_date: invoice.issueDate,
    due_date: invoice.dueDate,
    currency: invoice.currency,
    payer: { type: invoice.payer.type, ref: invoice.payer.ref },
    lines: invoice.lines.map((line) => ({
      id: ids(line),
      code: line.code,
      description: line.description,
      fee_category: line.feeCategory,
      amount: line.amount,
      discount: line.discount,
      priority: line.priority,
      paid: line.paid,
    })),
    subtotal: invoice.subtotal,
    discount_total: invoice.discountTotal,
    total: invoice.total,
    paid: invoice.paid,
    credited: invoice.credited,
    balance: invoice.balance,
    overdue: invoice.overdue,
    state: invoice.state,
    voided_at: invoice.voidedAt,
    void_reason: invoice.voidReason,
    written_off_at: invoice.writtenOffAt,
    write_off_reason: invoice.writeOffReason,
    available_actions: actionsIn(invoiceLifecycle, invoice.state, STEPS),
    version: invoice.version,
    created_at: invoice.createdAt,
    updated_at: invoice.updatedAt,
  };
}

const invoices: Resource<InvoiceView> = {
  noun: 'invoice',
  one: (views) => views.invoices.one,
  body: invoiceBody,
  address: (invoice, ids) => `/api/v1/invoices/${ids(invoice)}`,
};

/** The invoice that a path names. */
export const theInvoice = subjectOf(invoices);

const Terms = {
  enrolment_id: Type.Optional(nullable(reference('An enrolment of the student.'))),
  term_id: Type.Optional(nullable(reference('A row of GET /api/v1/terms.'))),
  fee_structure_id: Type.Optional(nullable(reference('A row of GET /api/v1/fee_structures.'))),
  payer: Type.Optional(
    object({ type: Type.Enum([...PAYER_TYPES]), ref: Type.Optional(nullable(text('The payer’s own reference.', 128))) }),
  ),
};

const Line = object({
  code: Type.Optional(nullable(text('Your own code.', 40))),
  description: text('What is charged.', 200),
  fee_category: Type.Enum([...FEE_CATEGORIES]),
  amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_CHARGE }),
  discount: Type.Optional(cents('Minor units, at most the amount.', { minimum: 0, maximum: GREATEST_CHARGE })),
  discount_percent: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,3}(\\.[0-9]{1,4})?$',
      description: 'Instead of discount: a decimal string from 0 to 100, worked out once, half up.',
      examples: ['12.5'],
    }),
  ),
  priority: Type.Optional(
    nullable(Type.Integer({ minimum: 0, maximum: 1000, description: 'Lowest takes money first; by category if missing.' })),
  ),
});
const Lines = Type.Array(Line, { minItems: 1, maxItems: 200 });

function chargesIn(lines: Static<typeof Lines>): Charge[] {
  return lines.map((line, index) => {
    const { discount, discount_percent: percent } = line;
    if (discount !== undefined && percent !== undefined) {
      throw invalidMember(`lines/${index}/discount_percent`, 'ambiguous', 'Send discount or discount_percent, not both.');
    }
    return {
      code: line.code ?? null,
      description: line.description,
      feeCategory: line.fee_category,
      amount: BigInt(line.amount),
      discount: percent === undefined ? { cents: BigInt(discount ?? 0) } : { percent },
      priority: line.priority ?? null,
    };
  });
}

type TermsBody = Static<ReturnType<typeof object<typeof Terms>>>;

async function termsIn(app: App, caller: Caller, body: TermsBody) {
  const { payer } = body;
  return given({
    enrolmentId: await referenceOrNull(app, caller, 'enrolment_id', body.enrolment_id, (views) => views.enrolments.byUuids),
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

const NOTHING: Answer = { status: 204, headers: {}, body: '' };
const common = { surface: 'education', tag: 'Invoices', scope: 'invoices:write', bucket: 'C.write' } as const;

export const invoiceRoutes = [
  offsetList({
    path: '/api/v1/invoices',
    operation: 'listInvoices',
    summary: 'Invoices',
    tag: 'Invoices',
    scope: 'invoices:read',
    schema: InvoiceSchema,
    filters: {
      programme: byText('The student’s programme, by code, id or uuid.', 'BSC-CS'),
      student_id: byId('Of this student.'),
      admission_no: byText('Of the student with this admission number.', 'BSC-CS/0042/2026', 40),
      state: byChoice('The state.', invoiceLifecycle.states),
      overdue: byFlag('Due before today with something owed, or not.'),
      due_before: byDate('Due before this day.'),
      due_after: byDate('Due after this day.'),
    },
    of: (views) => views.invoices,
    filter: (values) => ({
      programme: values['programme'],
      student: values['student_id'],
      admissionNo: values['admission_no'],
      states: choices(values['state']),
      overdue: flag(values['overdue']),
      dueBefore: day(values['due_before']),
      dueAfter: day(values['due_after']),
    }),
    show: invoiceBody,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/invoices',
    operation: 'createInvoice',
    summary: 'Draft an invoice, or issue one at once',
    description: 'Lines are written, or taken from a fee structure where there are none.',
    body: object({
      student_id: reference('Who owes it.'),
      due_date: date('Today or later.'),
      ...Terms,
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
      const { caller, body, asked } = call;
      return app.education.draftInvoice(asked(presented(invoices, app, call, 201)), {
        studentId: await referenceOrNull(app, caller, 'student_id', body.student_id, (views) => views.students.byUuids),
        dueDate: readDate('due_date', body.due_date),
        ...(await termsIn(app, caller, body)),
        ...given({ lines: body.lines && chargesIn(body.lines), issue: body.issue }),
      });
    },
  }),
  oneRoute(invoices, {
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
      'Send {action} for a step; void and write_off need a reason. Without an action the body is a merge patch of a ' +
      'draft. An issued invoice is corrected by a credit note.',
    params: onePath('invoice'),
    subject: theInvoice,
    body: object(
      {
        action: Type.Optional(Type.Enum(Object.keys(STEPS) as StepName[], { description: 'The step to take.' })),
        reason: Type.Optional(nullable(text('Why; required by void and write_off.', 500))),
        due_date: Type.Optional(date('Today or later.')),
        ...Terms,
        lines: Type.Optional(Lines),
      },
      { minProperties: 1 },
    ),
    example: { action: 'issue' },
    reply: { status: 200, schema: InvoiceSchema, describe: 'The invoice after the step or change.' },
    refusals: ['invalid_state_transition', 'unknown_reference', 'invoice_has_payments', 'invoice_reserved_by_loan'],
    handle: async (app, call) => {
      const { caller, body, version, subjectId, asked } = call;
      const answer = asked(presented(invoices, app, call, 200));
      const command = { invoiceId: await subjectId(), ...at(version) };
      const { action, reason, due_date: due, lines } = body;
      if (action !== undefined) {
        const step: Step = STEPS[action];
        refuseBesideAction(Object.keys(body), ['action', ...step.takes]);
        return step.take(app, answer, { ...command, ...given({ reason }) });
      }
      refuseLoneReason(body);
      return app.education.changeInvoice(answer, {
        ...command,
        changes: {
          ...(await termsIn(app, caller, body)),
          ...given({ dueDate: due === undefined ? undefined : readDate('due_date', due), lines: lines && chargesIn(lines) }),
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
    handle: async (app, { version, subjectId, asked }) =>
      app.education.discardInvoice(
        asked(async () => NOTHING),
        { invoiceId: await subjectId(), ...at(version) },
      ),
  }),
];
