import Type, { type TSchema } from 'typebox';
import { invalidField } from '#core/kernel/field-error.ts';
import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import type { RecordNoun, StepField, StepFields } from '#core/kernel/step-fields.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { RecordId, Views } from '#platform/app/views.ts';
import type { ActionFields } from './action-body.ts';
import { readDate } from './lending/terms/read.ts';
import { referenceIn, refuseBesideAction, requireMembers, type Identified } from './records.ts';
import { date, nullable, positiveCents, reference, text } from './shapes.ts';

/** Steps of a PATCH by their verb: what each takes beside its reason. */
type Steps = { readonly [action: string]: { readonly fields: StepFields } };

const LOOKUPS: { readonly [N in RecordNoun]: (views: Views) => (id: RecordId) => Promise<Identified | null> } = {
  disbursement: (views) => views.disbursements.one,
  'loan product': (views) => views.products.one,
  member: (views) => views.members.one,
  'savings account': (views) => views.savingsAccounts.one,
};

const nameOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function schemaOf(field: StepField): TSchema {
  const { means } = field;
  switch (field.kind) {
    case 'amount':
      return positiveCents(`${means} Minor units.`);
    case 'day':
      return date(means);
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

/** What each of these steps is sent with, as the document shows it. */
export function stepVariants(steps: Steps): { readonly [action: string]: ActionFields } {
  return Object.fromEntries(
    Object.entries(steps).map(([action, { fields }]) => {
      const own = Object.fromEntries(Object.entries(fields).map(([name, field]) => [nameOf(name), memberOf(field)]));
      const takes = [...namesOf(fields, ({ isOptional }) => isOptional), 'reason'];
      return [action, { needs: namesOf(fields, isNeeded), takes, own }];
    }),
  );
}

/** The members of all these steps, as one body is checked: one that several have may be what any of them takes. */
export function stepMembers(steps: Steps): { readonly [name: string]: TSchema } {
  const all = Object.values(steps).flatMap(({ fields }) => Object.entries(fields));
  return Object.fromEntries(
    [...Map.groupBy(all, ([name]) => nameOf(name))].map(([name, same]) => {
      const fields = same.map(([, field]) => field);
      return [name, Type.Optional(memberOf(fields.reduce(either)))];
    }),
  );
}

/** The field that takes what either takes. @throws Error where two steps have fields of one name and different kinds */
function either(one: StepField, other: StepField): StepField {
  const isOptional = one.isOptional || other.isOptional;
  const means = one.means === other.means ? one.means : `${one.means} ${other.means}`;
  if (one.kind === 'choice' && other.kind === 'choice') {
    return { ...one, means, isOptional, of: { ...one.of, words: { ...one.of.words, ...other.of.words } } };
  }
  const shape = ({ means: _means, isOptional: _isOptional, ...rest }: StepField) => JSON.stringify(rest);
  if (shape(one) !== shape(other)) throw new Error(`Two steps take one field differently: ${means}`);
  return { ...one, means, isOptional };
}

/**
 * What the use case of a step takes, read from the body.
 * @throws DomainError validation_failed, unknown_reference (invalid)
 */
export async function readStep(
  { steps, cycle }: { readonly steps: Steps; readonly cycle: Lifecycle },
  body: { readonly [member: string]: unknown; readonly action: string },
  { app, caller }: { readonly app: App; readonly caller: Caller },
): Promise<object> {
  const fields = steps[body.action]?.fields ?? {};
  refuseBesideAction(Object.keys(body), ['action', 'reason', ...Object.keys(fields).map(nameOf)]);
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const reason = cycle.verbs[body.action]?.needsReason ? ['reason'] : [];
  requireMembers(body.action, sent, [...namesOf(fields, isNeeded), ...reason]);
  const read = async ([name, field]: [string, StepField]) =>
    [name, await valueOf(field, nameOf(name), body[nameOf(name)], { app, caller })] as const;
  return Object.fromEntries(await Promise.all(Object.entries(fields).map(read)));
}

/** The value of a member that the schema has let through. */
async function valueOf(
  field: StepField,
  name: string,
  sent: unknown,
  { app, caller }: { readonly app: App; readonly caller: Caller },
): Promise<unknown> {
  if (sent === undefined || sent === null) return null;
  switch (field.kind) {
    case 'amount':
      // The schema of the step takes integers here.
      return BigInt(sent as number);
    case 'day':
      return readDate(name, sent);
    case 'choice':
      return oneOf(Object.keys(field.of.words), name, sent);
    case 'record':
      // The schema of the step takes ids here.
      return referenceIn(app, caller, name, sent as number | string, LOOKUPS[field.noun]);
    case 'text':
    case 'number':
      return sent;
  }
}

function oneOf(words: readonly string[], name: string, sent: unknown): unknown {
  if (words.includes(String(sent))) return sent;
  throw invalidField(name, 'choice', `${name} has to be one of ${words.join(', ')} for this action.`);
}
