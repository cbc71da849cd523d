import Type from 'typebox';
import type { Credited } from '#core/education/use-cases/invoice/issue-credit-note.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { View, Views } from '#platform/app/views.ts';
import { PROPOSED } from '../lending/proposals.ts';
import { showRecord } from '../responses.ts';
import { found, type Ids, type Subject } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, date, instant, object, onePath, pathId, positiveCents, text } from '../shapes.ts';
import { theInvoice } from './invoices.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from './lists/offset-list.ts';
import { presented, type Resource } from '../resource.ts';
import { at } from './resource.ts';

export const CreditNoteSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    number: Type.String({ description: 'Without gaps within a year.', examples: ['CN-2026-000004'] }),
    invoice_id: anyId('The invoice that it lowers: the one of the address.'),
    amount: cents('Minor units.'),
    reason: Type.String(),
    issued_on: date('When it was issued.'),
    issued_by: Type.String({ description: 'The client that issued it.' }),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was issued.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'CreditNote' },
);

function creditNoteBody(note: View<'creditNotes'>, ids: Ids) {
  return {
    id: ids(note),
    uuid: note.uuid,
    number: note.number,
    invoice_id: ids(note.invoice),
    amount: note.amount,
    reason: note.reason,
    issued_on: note.issuedOn,
    issued_by: note.issuedBy,
    version: note.version,
    created_at: note.createdAt,
    updated_at: note.updatedAt,
  };
}

export const creditNotes: Resource<View<'creditNotes'>> = {
  noun: 'credit_note',
  one: (views) => views.creditNotes.one,
  body: creditNoteBody,
  address: (note, ids) => `/api/v1/invoices/${ids(note.invoice)}/credit_notes/${ids(note)}`,
};

/** The credit note that a path names: one of the invoice's. */
async function noteAt(
  views: Views,
  params: Readonly<Record<string, string>>,
  caller: Caller,
): Promise<View<'creditNotes'>> {
  const invoice = await theInvoice.require(views, { caller, params });
  return found('credit_note', params['credit_note_id'] ?? '', async (id) => {
    const note = await views.creditNotes.one(id);
    return note?.invoice.id === invoice.id ? note : null;
  });
}

const theNote: Subject = {
  resource: 'credit_note',
  require: (views, { caller, params }) => noteAt(views, params, caller),
  idOf: async (app, { caller, params }) => (await app.read(caller, (views) => noteAt(views, params, caller))).id,
};

const common = { surface: 'education', tag: 'Credit notes' } as const;

export const creditNoteRoutes = [
  offsetList({
    path: '/api/v1/invoices/{id}/credit_notes',
    operation: 'listCreditNotes',
    summary: 'Credit notes of an invoice',
    tag: 'Credit notes',
    scope: 'invoices:read',
    params: onePath('invoice'),
    parent: { subject: theInvoice, field: 'invoice_id' },
    schema: CreditNoteSchema,
    list: schoolLists.creditNotes,
    of: (views) => views.creditNotes,
    show: creditNoteBody,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/invoices/{id}/credit_notes',
    operation: 'createCreditNote',
    summary: 'Lower what an issued invoice asks for',
    description:
      'By at most its balance; beyond what one person waives it takes two. If-Match takes the ETag of the invoice.',
    scope: 'invoices:write',
    bucket: 'C.write',
    params: onePath('invoice'),
    subject: theInvoice,
    body: object({ amount: positiveCents('At most the balance, minor units.'), reason: text('Why.', 500) }),
    example: { amount: 50_000, reason: 'The library card was charged twice.' },
    reply: { status: 201, schema: CreditNoteSchema, describe: 'The credit note.' },
    alsoReplies: [PROPOSED],
    refusals: ['invalid_state_transition', 'precondition_failed', 'already_proposed'],
    handle: async (app, call) => {
      const present = presented(creditNotes, call, 201);
      return app.education.issueCreditNote(
        call.request(({ creditNote }: Credited, views) => present(creditNote, views)),
        {
          invoiceId: await call.subjectId(),
          amount: BigInt(call.body.amount),
          reason: call.body.reason,
          ...at(call.version),
        },
      );
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v1/invoices/{id}/credit_notes/{credit_note_id}',
    operation: 'getCreditNote',
    summary: 'One credit note',
    scope: 'invoices:read',
    bucket: 'C.read',
    params: object({
      id: pathId('The invoice’s id: the integer or the uuid.'),
      credit_note_id: pathId('The credit note’s id: the integer or the uuid.'),
    }),
    subject: theNote,
    reply: { status: 200, schema: CreditNoteSchema, describe: 'The credit note.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const note = await app.read(caller, (views) => noteAt(views, params, caller));
      return showRecord(note, creditNoteBody(note, ids));
    },
  }),
];
