import { isTypeDefinitionNode, Kind, valueFromASTUntyped } from 'graphql';
import type { ConstDirectiveNode, DocumentNode } from 'graphql';

/** What the schema files say of costs, with @cost and @listSize; Apollo Router reads the same of the same file. */
export type CostRules = {
  /** By coordinate: `Type`, `Type.field`, `Type.field(argument:)`, `Input.field`. */
  readonly weights: ReadonlyMap<string, number>;
  /** By coordinate, `Type.field`. */
  readonly lists: ReadonlyMap<string, ListSize>;
  /** Names of types that are looked up by a key, as the composition notes it. */
  readonly records: ReadonlySet<string>;
};

/** How long a list is taken to be: what the slicing arguments ask for, else `assumed`. */
export type ListSize = {
  readonly assumed: number | null;
  readonly slicing: readonly string[];
  /** Of a connection: the fields that are lists of this size. Empty where the field is the list itself. */
  readonly sized: readonly string[];
};

type Annotated = { readonly directives?: readonly ConstDirectiveNode[] };

/** Reads the costs that a supergraph declares. */
export function costRulesOf(supergraph: DocumentNode): CostRules {
  const weights = new Map<string, number>();
  const lists = new Map<string, ListSize>();
  const records = new Set<string>();
  const weigh = (coordinate: string, node: Annotated): void => {
    const weight = argumentsOf(node, 'cost')?.['weight'];
    if (typeof weight === 'number') weights.set(coordinate, weight);
  };
  for (const node of supergraph.definitions) {
    if (!isTypeDefinitionNode(node)) continue;
    const type = node.name.value;
    weigh(type, node);
    if (typeof argumentsOf(node, 'join__type')?.['key'] === 'string') records.add(type);
    const isInput = node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION;
    if (isInput) for (const field of node.fields ?? []) weigh(`${type}.${field.name.value}`, field);
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    for (const field of node.fields ?? []) {
      const coordinate = `${type}.${field.name.value}`;
      weigh(coordinate, field);
      for (const argument of field.arguments ?? []) weigh(`${coordinate}(${argument.name.value}:)`, argument);
      const list = argumentsOf(field, 'listSize');
      if (list === null) continue;
      lists.set(coordinate, {
        assumed: typeof list['assumedSize'] === 'number' ? list['assumedSize'] : null,
        slicing: namesIn(list['slicingArguments']),
        sized: namesIn(list['sizedFields']),
      });
    }
  }
  return { weights, lists, records };
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function argumentsOf({ directives = [] }: Annotated, name: string): Record<string, unknown> | null {
  const directive = directives.find((each) => each.name.value === name);
  if (directive === undefined) return null;
  return Object.fromEntries(
    (directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
  );
}
