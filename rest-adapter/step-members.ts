import Type, { type TSchema } from 'typebox';
import { invalidField } from '#core/kernel/field-error.ts';
import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import type { FormName, RecordNoun, StepField, StepFields } from '#core/kernel/step-fields.ts';
import { actionsOf, fieldsOf, type StepName, type StepTable } from '#core/kernel/steps.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { RecordId, Views } from '#platform/app/views.ts';
import type { ProposableRequest } from '#platform/app/transact.ts';
import { actionBody, type ActionFields } from './action-body.ts';
import { KycSchema, kycOf, type KycBody } from './lending/member-shape.ts';
import { readDate } from './lending/terms/read.ts';
import { referenceIn, refuseBesideAction, requireMembers, type Identified } from './records.ts';
import type { Handled } from './route.ts';
import {
  date,
  documentNo,
  instant,
  nullable,
  object,
  phone,
  positiveCents,
  readInstant,
  reference,
  text,
} from './shapes.ts';

type Lookup = (views: Views) => (id: RecordId) => Promise<Identified | null>;
const LOOKUPS: { readonly [N in RecordNoun]: Lookup } = {
  disbursement: (views) => views.disbursements.one,
  loan: (views) => views.loans.one,
  'loan product': (views) => views.products.one,
  member: (views) => views.members.one,
  programme: (views) => views.programmes.one,
  'savings account': (views) => views.savingsAccounts.one,
};

/** Particulars in a form of their own: their schema, and what the use case takes of them. */
const FORMS: { readonly [N in FormName]: { readonly schema: TSchema; readonly read: (sent: object) => object } } = {
  // The schema of the step lets nothing else through.
  kyc: { schema: KycSchema, read: (sent) => kycOf(sent as KycBody) },
};

const nameOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function schemaOf(field: StepField): TSchema {
  const { means } = field;
  switch (field.kind) {
    case 'amount':
      return positiveCents(`${means} Minor units.`);
    case 'day':
      return date(means);
    case 'instant':
      return instant(means);
    case 'phone':
      return phone(means);
    case 'document number':
      return documentNo(means, field.most);
    case 'form':
      return FORMS[field.form].schema;
    case 'text':
      return text(means, field.most);
    case 'number':
      return Type.Integer({ description: means, minimum: field.least, maximum: field.most });
    case 'choice':
      return Type.Enum(Object.keys(field.of.words), { description: means });
    case 'record':
      return reference(means);
  }
}

const memberOf = (field: StepField) => (field.isOptional ? nullable(schemaOf(field)) : schemaOf(field));
const namesOf = (fields: StepFields, which: (field: StepField) => boolean) =>
  Object.entries(fields).flatMap(([name, field]) => (which(field) ? [nameOf(name)] : []));
const isNeeded = ({ isOptional }: StepField) => !isOptional;

/** A table of steps, and the lifecycle that says which of them need a reason. */
export type StepsOf<Table extends StepTable = StepTable> = { readonly steps: Table; readonly cycle: Lifecycle };

/** What each of these steps is sent with, as the document shows it. */
export function stepVariants({ steps, cycle }: StepsOf): { readonly [action: string]: ActionFields } {
  return Object.fromEntries(
    Object.entries(steps).map(([action, step]) => {
      const fields = fieldsOf(cycle, action, step);
      const own = Object.fromEntries(Object.entries(fields).map(([name, field]) => [nameOf(name), memberOf(field)]));
      return [
        action,
        { needs: namesOf(fields, isNeeded), takes: namesOf(fields, ({ isOptional }) => isOptional), own },
      ];
    }),
  );
}

/**
 * The members of all these steps, as one body is checked: one that several have may be what any of them takes. No type
 * follows them: `takeStep` reads them by the table.
 */
export function stepMembers({ steps, cycle }: StepsOf): Record<never, TSchema> {
  const all = Object.entries(steps).flatMap(([action, step]) => Object.entries(fieldsOf(cycle, action, step)));
  return Object.fromEntries(
    [...Map.groupBy(all, ([name]) => nameOf(name))].map(([name, same]) => {
      const fields = same.map(([, field]) => field);
      return [name, Type.Optional(memberOf(fields.reduce(either)))];
    }),
  );
}

/** The body of a PATCH that takes these steps, and nothing else. */
export function stepBody<Table extends StepTable>(table: StepsOf<Table>) {
  const action = Type.Enum(actionsOf<keyof Table & string>(table.steps), { description: 'The step to take.' });
  return actionBody(object({ ...stepMembers(table), action }), stepVariants(table), { cycle: table.cycle });
}

/** The field that takes what either takes. @throws Error where two steps have fields of one name and different kinds */
function either(one: StepField, other: StepField): StepField {
  const isOptional = one.isOptional || other.isOptional;
  const means = one.means === other.means ? one.means : `${one.means} ${other.means}`;
  if (one.kind === 'choice' && other.kind === 'choice') {
    return { ...one, means, isOptional, of: { ...one.of, words: { ...one.of.words, ...other.of.words } } };
  }
  // One of some words for one step, and any text for another: each step reads its own.
  if (one.kind === 'choice' && other.kind === 'text') return { ...other, means, isOptional };
  if (one.kind === 'text' && other.kind === 'choice') return { ...one, means, isOptional };
  const shape = ({ means: _means, isOptional: _isOptional, ...rest }: StepField) => JSON.stringify(rest);
  if (shape(one) !== shape(other)) throw new Error(`Two steps take one field differently: ${means}`);
  return { ...one, means, isOptional };
}

type Calling = { readonly app: App; readonly caller: Caller };
type Body = { readonly action: string; readonly [member: string]: unknown };

/**
 * Carries out the step that a body names, by the binding of its name.
 * @param on the members of its command that name the record, and the version
 * @throws DomainError validation_failed, unknown_reference (invalid), and those of the step
 */
export async function takeStep<Table extends StepTable, Result>(
  table: StepsOf<Table>,
  { action, ...members }: { readonly action: string },
  call: Calling & {
    readonly bound: {
      readonly [N in StepName<Table>]: (request: ProposableRequest<Result>, command: never) => Promise<Handled>;
    };
    readonly on: object;
    readonly request: ProposableRequest<Result>;
  },
): Promise<Handled> {
  const { bound, on, request } = call;
  const fields = await readStep(table, { action, ...members }, call);
  // The fields of a row are those of its use case, and it is bound by its name: the tables are typed so.
  const carryOut = bound[table.steps[action]?.name as StepName<Table>] as (
    request: ProposableRequest<Result>,
    command: object,
  ) => Promise<Handled>;
  return carryOut(request, { ...on, ...fields });
}

async function readStep({ steps, cycle }: StepsOf, body: Body, calling: Calling): Promise<object> {
  const step = steps[body.action];
  if (!step) throw new Error(`There is no step ${body.action}.`);
  const fields = fieldsOf(cycle, body.action, step);
  refuseBesideAction(Object.keys(body), ['action', ...Object.keys(fields).map(nameOf)]);
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  requireMembers(body.action, sent, namesOf(fields, isNeeded));
  const read = async ([name, field]: [string, StepField]) =>
    [name, await valueOf(field, nameOf(name), body[nameOf(name)], calling)] as const;
  const values = Object.fromEntries(await Promise.all(Object.entries(fields).map(read)));
  return { reason: null, ...values };
}

/** The value of a member that the schema has let through. */
async function valueOf(field: StepField, name: string, sent: unknown, { app, caller }: Calling): Promise<unknown> {
  if (sent === undefined || sent === null) return null;
  switch (field.kind) {
    case 'amount':
      // The schema of the step takes integers here.
      return BigInt(sent as number);
    case 'day':
      return readDate(name, sent);
    case 'instant':
      return readInstant(name, String(sent));
    case 'form':
      // The schema of the form takes objects here.
      return FORMS[field.form].read(sent as object);
    case 'choice':
      return oneOf(Object.keys(field.of.words), name, sent);
    case 'record':
      // The schema of the step takes ids here.
      return referenceIn(app, caller, name, sent as number | string, LOOKUPS[field.noun]);
    case 'text':
    case 'phone':
    case 'document number':
    case 'number':
      return sent;
  }
}

function oneOf(words: readonly string[], name: string, sent: unknown): unknown {
  if (words.includes(String(sent))) return sent;
  throw invalidField(name, 'choice', `${name} has to be one of ${words.join(', ')} for this action.`);
}
