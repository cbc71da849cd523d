import { Compile, type Validator } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { refuse, type Refusal } from '#core/kernel/domain-error.ts';
import { canonicalInput, textErrors } from '#core/kernel/input-text.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { restRefusals } from './refusals.ts';
import { sentenceOf, type Failure } from './sentences.ts';

/** One thing that is wrong with a body: where, what, and what to do. */
type FieldProblem = { readonly pointer: string; readonly code: string; readonly detail: string };

/** At most so many are listed; a body with more has another trouble. */
const MOST_ERRORS = 50;

/** Gives the body with its texts in their canonical form. */
export type BodyCheck = (body: unknown) => unknown;

/**
 * Checks bodies against a schema.
 * @param rowsIn the member whose items are checked one by one elsewhere: their texts are not looked at here
 * @throws DomainError validation_failed (invalid) listing everything together
 */
export function bodyCheck(schema: TSchema, rowsIn?: string): BodyCheck {
  const validator = compiledAtFirst(schema);
  return (sent) => {
    const body = canonicalInput(sent);
    const inRow = (path: readonly string[]) => rowsIn !== undefined && path[0] === rowsIn && path.length > 1;
    const found = textErrors(body).filter(({ path }) => !inRow(path));
    const texts = found.map(({ path, code, detail }) => ({
      pointer: `#${path.map((name) => `/${escaped(name)}`).join('')}`,
      code,
      detail: `${path.join('.') || 'The body'}: ${detail}`,
    }));
    const wrong = new Set(texts.map(({ pointer }) => pointer));
    const shape = firstOfEach(failuresOf(validator(), body).flatMap((failure) => describe(failure, schema)));
    const problems = [...texts, ...shape.filter(({ pointer }) => !wrong.has(pointer))];
    if (problems.length === 0) return body;
    const shown = problems.slice(0, MOST_ERRORS);
    throw refuse(
      kernelRefusals.validation_failed,
      `The body has ${shown.length === 1 ? 'an error' : 'errors'}: ${shown[0]?.detail}`,
      {
        errors: shown,
      },
    );
  };
}

/**
 * Checks parameters of the address.
 * @param unknownRefusal what an unknown parameter is: of a list that takes its filters as parameters, an unknown filter
 * @throws DomainError invalid_parameter, unknown_filter (malformed) with parameter, allowed
 */
export function parameterCheck(
  schema: TSchema,
  allowed: readonly string[],
  unknownRefusal: Refusal = restRefusals.invalid_parameter,
): (values: Readonly<Record<string, unknown>>) => void {
  const validator = compiledAtFirst(schema);
  return (values) => {
    for (const failure of failuresOf(validator(), values)) {
      const unknown = unknownMembers(failure)[0];
      const parameter = unknown ?? (failure.instancePath.split('/')[1] || (missingMembers(failure)[0] ?? ''));
      throw refuse(
        unknown === undefined ? restRefusals.invalid_parameter : unknownRefusal,
        unknown === undefined
          ? `The parameter ${sentenceOf(parameter, failure, schema)}`
          : `There is no parameter ${parameter.slice(0, 100)} here.`,
        { parameter: parameter.slice(0, 100), allowed },
      );
    }
  };
}

/** Hundreds of rows have schemas, and a process is up sooner where each is compiled when its first request comes. */
function compiledAtFirst(schema: TSchema): () => Validator {
  let compiled: Validator | null = null;
  return () => (compiled ??= Compile(schema));
}

function failuresOf(validator: Validator, value: unknown): Failure[] {
  if (validator.Check(value)) return [];
  // The library types the errors of each keyword apart; what is read of them here they all have.
  // The "false" behind an unknown member is reported by the failure above it.
  const failures = (validator.Errors(value) as unknown as Failure[]).filter(({ keyword }) => keyword !== 'boolean');
  return withoutIdleBranches(failures);
}

/**
 * Of a choice, what is wrong with the branch that was meant: the only one of the value's own type. Where several or none
 * could be meant, the choice itself is reported.
 */
function withoutIdleBranches(failures: readonly Failure[]): Failure[] {
  let reported = [...failures];
  const choices = failures.filter(({ keyword }) => keyword === 'anyOf');
  for (const choice of choices.toSorted((a, b) => a.schemaPath.length - b.schemaPath.length)) {
    if (!reported.includes(choice)) continue;
    const prefix = `${choice.schemaPath}/anyOf/`;
    const branches = Map.groupBy(
      reported.filter(
        (each) => each.schemaPath.startsWith(prefix) && each.instancePath.startsWith(choice.instancePath),
      ),
      ({ schemaPath }) => schemaPath.slice(prefix.length).split('/', 1)[0],
    );
    const meant = [...branches.values()].filter(
      (branch) => !branch.some((each) => each.keyword === 'type' && each.instancePath === choice.instancePath),
    );
    const shown = meant.length === 1 ? (meant[0] ?? []) : [choice];
    const idle = new Set([choice, ...[...branches.values()].flat()].filter((each) => !shown.includes(each)));
    reported = reported.filter((each) => !idle.has(each));
  }
  return reported;
}

// The names are those of JSON Schema’s own errors.
const missingMembers = (failure: Failure): string[] =>
  failure.keyword === 'required' ? (failure.params['requiredProperties'] as string[]) : [];
const unknownMembers = (failure: Failure): string[] =>
  failure.keyword === 'additionalProperties' ? (failure.params['additionalProperties'] as string[]) : [];

const CODES: { readonly [keyword: string]: string } = {
  type: 'type',
  format: 'format',
  pattern: 'format',
  enum: 'choice',
  const: 'choice',
  anyOf: 'choice',
  minimum: 'range',
  maximum: 'range',
  exclusiveMinimum: 'range',
  minLength: 'length',
  maxLength: 'length',
  minItems: 'length',
  maxItems: 'length',
  minProperties: 'length',
  maxProperties: 'length',
};

/** A value that breaks the form and the format of a text is one thing that is wrong. */
function firstOfEach(problems: readonly FieldProblem[]): FieldProblem[] {
  const byPointer = Map.groupBy(problems, ({ pointer, code }) => `${pointer} ${code}`);
  return [...byPointer.values()].flatMap(([first]) => first ?? []);
}

/** A name as a part of a JSON pointer (RFC 6901). */
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100);

function describe(failure: Failure, schema: TSchema): FieldProblem[] {
  const at = (member: string) => `#${failure.instancePath}/${escaped(member)}`;
  const missing = missingMembers(failure);
  if (missing.length > 0) {
    return missing.map((member) => ({ pointer: at(member), code: 'required', detail: `${member} is required.` }));
  }
  const unknown = unknownMembers(failure);
  if (unknown.length > 0) {
    return unknown.map((member) => ({
      pointer: at(member),
      code: 'unknown_field',
      detail: `${member.slice(0, 100)} is no field of this request.`,
    }));
  }
  const pointer = `#${failure.instancePath}`;
  const name = failure.instancePath === '' ? 'The body' : failure.instancePath.slice(1).replaceAll('/', '.');
  return [{ pointer, code: CODES[failure.keyword] ?? 'invalid', detail: sentenceOf(name, failure, schema) }];
}
