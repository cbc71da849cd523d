import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import type { StepField } from '#core/kernel/step-fields.ts';
import { fieldsOf, type Step, type StepTable } from '#core/kernel/steps.ts';
import type { Scope } from '#core/partners/scopes.ts';
import type { WordsByEnum } from './derive-enums.ts';
import { FORMS } from './forms.ts';

/** Steps on one type of record, whose mutations are derived: `steps.graphql` has their inputs and payloads. */
export type StepsOfType<Table extends StepTable = StepTable> = {
  /** The type of the record, such as `AmlAlert`: the payload shows it as `amlAlert`. */
  readonly type: string;
  /** What sentences call it. */
  readonly noun: string;
  /** The member of the commands that has its id, and the field of the inputs. */
  readonly id: string;
  readonly scope: Scope;
  /** What some of the steps take in its place: all of one of these. */
  readonly ownScopes?: { readonly [Action in keyof Table]?: readonly (readonly Scope[])[] };
  readonly cycle: Lifecycle;
  readonly steps: Table;
};

/** The text of steps.graphql. */
export function stepsSdl(tables: readonly StepsOfType[]): string {
  const head = '# Derived from the tables of steps in core/ by `npm run derive`. Don’t edit: change the table.\n';
  return [head, ...tables.flatMap((table) => [...typesOf(table), mutationsSdl(table)])].join('\n');
}

function typesOf({ type, noun, id, cycle, steps }: StepsOfType): string[] {
  return Object.entries(steps).flatMap(([action, step]) => [
    typeSdl('input', `${upperFirst(step.name)}Input`, `What ${step.name} takes.`, [
      [`The ${noun}, by id.`, `${id}: ID!`],
      ...Object.entries(fieldsOf(cycle, action, step)).map(
        ([member, field]) => [meaningOf(field), `${member}: ${typeOf(field)}${field.isOptional ? '' : '!'}`] as const,
      ),
    ]),
    typeSdl('type', `${upperFirst(step.name)}Payload`, `What ${step.name} answers.`, [
      [`The ${noun}; null where the mutation was refused.`, `${lowerFirst(type)}: ${type}`],
      ...(step.isProposable ? [PROPOSAL] : []),
      ['Why it was refused; empty where it was done.', 'userErrors: [UserError!]!'],
    ]),
  ]);
}

const PROPOSAL = [
  'What it became where it takes two people: nothing is done until another person approves it.',
  'proposal: Proposal',
] as const;

function typeSdl(
  keyword: 'input' | 'type',
  name: string,
  means: string,
  fields: readonly (readonly [means: string, field: string])[],
): string {
  const lines = fields.map(([description, field]) => `  ${JSON.stringify(description)}\n  ${field}\n`);
  return `${JSON.stringify(means)}\n${keyword} ${name} {\n${lines.join('')}}\n`;
}

function mutationsSdl({ noun, scope, ownScopes = {}, steps }: StepsOfType): string {
  const scopesOf = (action: string) => JSON.stringify(ownScopes[action] ?? [[scope]]);
  const mutations = Object.entries(steps).map(
    ([action, { name, means }]) => `  ${JSON.stringify(means)}
  ${name}(
    "What it takes."
    input: ${upperFirst(name)}Input!
    "Makes a repetition safe: for 24 hours the same key with the same input is carried out once."
    idempotencyKey: String
    "The version that you decided on; the mutation is refused where the ${noun} has changed since."
    version: Int
  ): ${upperFirst(name)}Payload @requiresScopes(scopes: ${scopesOf(action)})
`,
  );
  return `extend type Mutation {\n${mutations.join('\n')}}\n`;
}

function typeOf(field: StepField): string {
  switch (field.kind) {
    case 'amount':
      return 'Cents';
    case 'day':
      return 'Date';
    case 'instant':
      return 'DateTime';
    case 'phone':
      return 'PhoneNumber';
    case 'form':
      return FORMS[field.form].type;
    case 'text':
    case 'document number':
      return 'String';
    case 'number':
      return 'Int';
    case 'choice':
      return field.of.name;
    case 'record':
      return 'ID';
  }
}

function meaningOf(field: StepField): string {
  if (field.kind === 'text' || field.kind === 'document number')
    return `${field.means.slice(0, -1)}; at most ${field.most} characters.`;
  if (field.kind === 'number') return `${field.means.slice(0, -1)}; ${field.least} to ${field.most}.`;
  return field.means;
}

const upperFirst = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
/** The field of a payload that shows a type. */
export const lowerFirst = (name: string) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;

/** The enums of the words that these steps choose from. */
export function stepWords(tables: readonly StepsOfType[]): WordsByEnum {
  const rows = tables.flatMap(({ steps }) => Object.values<Step>(steps));
  const choices = rows.flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => (field.kind === 'choice' ? [field.of] : [])),
  );
  return Object.fromEntries(choices.map(({ name, means, words }) => [name, { means, words }]));
}
