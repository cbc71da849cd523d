import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import type { RecordNoun, StepField, StepFields } from '#core/kernel/step-fields.ts';
import type { Scope } from '#core/partners/scopes.ts';
import { named } from './change.ts';
import { text, wholeNumber, type Rule } from './check-input.ts';
import type { WordsByEnum } from './derive-enums.ts';

/** Steps on one type of record, whose mutations are derived: `steps.graphql` has their inputs and payloads. */
export type StepsOfType = {
  /** The type of the record, such as `Loan`: the input names it as `loanId`, and the payload shows it as `loan`. */
  readonly type: string;
  readonly scope: Scope;
  readonly cycle: Lifecycle;
  readonly steps: { readonly [action: string]: StepRow };
};
type StepRow = {
  /** Of the mutation. */
  readonly name: string;
  readonly means: string;
  readonly isProposable?: true;
  readonly fields: StepFields;
};

const REASON = 'Why, in a sentence that an auditor understands; at most 500 characters.';

/** The text of steps.graphql. */
export function stepsSdl(tables: readonly StepsOfType[]): string {
  const head = '# Derived from the tables of steps in core/ by `npm run derive`. Don’t edit: change the table.\n';
  return [head, ...tables.flatMap((table) => [...typesOf(table), mutationsSdl(table)])].join('\n');
}

function typesOf({ type, cycle, steps }: StepsOfType): string[] {
  const noun = type.toLowerCase();
  return Object.entries(steps).flatMap(([action, { name, isProposable, fields }]) => [
    typeSdl('input', `${upperFirst(name)}Input`, `What ${name} takes.`, [
      [`The ${noun}, by id.`, `${lowerFirst(type)}Id: ID!`],
      ...Object.entries(fields).map(
        ([member, field]) => [meaningOf(field), `${member}: ${typeOf(field)}${field.isOptional ? '' : '!'}`] as const,
      ),
      ...(cycle.verbs[action]?.needsReason ? [[REASON, 'reason: String!'] as const] : []),
    ]),
    typeSdl('type', `${upperFirst(name)}Payload`, `What ${name} answers.`, [
      [`The ${noun}; null where the mutation was refused.`, `${lowerFirst(type)}: ${type}`],
      ...(isProposable ? [PROPOSAL] : []),
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

function mutationsSdl({ type, scope, steps }: StepsOfType): string {
  const mutations = Object.values(steps).map(
    ({ name, means }) => `  ${JSON.stringify(means)}
  ${name}(
    "What it takes."
    input: ${upperFirst(name)}Input!
    "Makes a repetition safe: for 24 hours the same key with the same input is carried out once."
    idempotencyKey: String
    "The version that you decided on; the mutation is refused where the ${type.toLowerCase()} has changed since."
    version: Int
  ): ${upperFirst(name)}Payload @requiresScopes(scopes: [["${scope}"]])
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
    case 'text':
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
  if (field.kind === 'text') return `${field.means.slice(0, -1)}; at most ${field.most} characters.`;
  if (field.kind === 'number') return `${field.means.slice(0, -1)}; ${field.least} to ${field.most}.`;
  return field.means;
}

const upperFirst = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
const lowerFirst = (name: string) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;

/** The enums of the words that these steps choose from. */
export function stepWords(steps: StepsOfType['steps']): WordsByEnum {
  const choices = Object.values(steps).flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => (field.kind === 'choice' ? [field.of] : [])),
  );
  return Object.fromEntries(choices.map(({ name, means, words }) => [name, { means, words }]));
}

/** What the type of a step's input can't say. */
export function stepRules(fields: StepFields): { readonly [name: string]: Rule } {
  const rules = Object.entries(fields).map(([name, field]) => [name, ruleOf(field)] as const);
  return { reason: text(500), ...Object.fromEntries(rules.filter(([, rule]) => rule !== null)) };
}

function ruleOf(field: StepField): Rule | null {
  if (field.kind === 'text') return text(field.most);
  return field.kind === 'number' ? wholeNumber(field.least, field.most) : null;
}

/** Where records that a field may name are loaded. */
export type RecordLoaders = {
  readonly [N in RecordNoun]: { load(id: string): Promise<{ readonly id: number } | null> };
};

/** What the use case of a step takes, read from the input. @throws DomainError unknown_reference (invalid) */
export async function readStep(
  fields: StepFields,
  input: { readonly [name: string]: unknown },
  loaders: RecordLoaders,
): Promise<object> {
  const read = async ([name, field]: [string, StepField]) => {
    const sent = input[name] ?? null;
    if (sent === null || field.kind !== 'record') return [name, sent];
    return [name, (await named(name, String(sent), field.noun, loaders[field.noun])).id];
  };
  return Object.fromEntries(await Promise.all(Object.entries(fields).map(read)));
}
