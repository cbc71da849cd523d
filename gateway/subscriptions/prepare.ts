import { getArgumentValues, getVariableValues, GraphQLError, Kind } from 'graphql';
import type { FieldNode } from 'graphql';
import type { ResultMap } from '../access/complete-with-nulls.ts';
import type { GuardedOperation } from '../access/guard.ts';
import type { Run } from '../execute/fetch.ts';
import type { Operation } from '../execute/operation.ts';
import { valuesFor } from '../execute/operation.ts';
import type { FeedRule } from './feed.ts';

/** A subscription that was found valid, priced, planned and allowed. */
export type Prepared = {
  readonly operation: Operation;
  readonly guarded: GuardedOperation | null;
  readonly values: Pick<Run, 'variables' | 'conditions'>;
  readonly rule: FeedRule;
  readonly chosen: {
    readonly id: string | null;
    readonly types: readonly string[] | null;
    /** The number behind which to go on; null: from now on. */
    readonly after: number | null;
  };
};

type Sent = {
  readonly operation: Operation;
  readonly guarded: GuardedOperation | null;
  readonly variables: Readonly<Record<string, unknown>>;
};
export type Refused = { readonly refused: { data?: ResultMap | null; errors: readonly GraphQLError[] } };

/** Patterns of event types that one subscription may name. */
const MOST_PATTERNS = 50;

/**
 * @returns what is to be served; or the response, where the client lacks the right or a variable does not fit
 * @throws GraphQLError where an argument has no use
 */
export function prepareSubscription({ operation, guarded, variables }: Sent): Prepared | Refused {
  const field = fieldOf(operation);
  if (field === null) {
    const { data, errors } = guarded?.complete({}) ?? { data: null, errors: [] };
    return { refused: { ...(data === undefined ? {} : { data }), errors } };
  }
  const { errors, ...values } = valuesFor(operation, variables);
  if (errors !== null) return { refused: { errors } };
  const rule = operation.graph.feeds.get(field.name.value);
  if (rule === undefined) throw new Error(`The subscription ${field.name.value} follows nothing.`);
  return { operation, guarded, values, rule, chosen: chosenBy(field, operation, variables) };
}

/** The one field of a subscription; null where its client may not see it. */
function fieldOf({ node, document }: Operation): FieldNode | null {
  const sets = [node.selectionSet];
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        if (!selection.name.value.startsWith('__')) return selection;
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : document.definitions.find(
              (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
            );
      if (inner !== undefined && 'selectionSet' in inner && inner.selectionSet !== undefined)
        sets.push(inner.selectionSet);
    }
  }
  return null;
}

function chosenBy(field: FieldNode, { graph, node }: Operation, variables: Sent['variables']): Prepared['chosen'] {
  const definition = graph.apiSchema.getSubscriptionType()?.getFields()[field.name.value];
  const { coerced = {} } = getVariableValues(graph.apiSchema, node.variableDefinitions ?? [], variables);
  const passed = definition === undefined ? {} : getArgumentValues(definition, field, coerced);
  // Their types are those of the schema, which was composed; null is what was left out.
  const { id = null, types = null, after = null } = passed as Partial<Prepared['chosen']>;
  if (id !== null && !UUID.test(id)) throw badInput('id takes the id of a record, a UUID.');
  if (types !== null && (types.length === 0 || types.length > MOST_PATTERNS))
    throw badInput(`types takes 1 to ${MOST_PATTERNS} event types, or patterns such as loan.*.`);
  if (after !== null && after < 0) throw badInput('after takes the number of a change, or 0.');
  return { id, types, after };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
