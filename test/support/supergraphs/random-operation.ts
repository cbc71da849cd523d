import {
  astFromValue,
  getNamedType,
  GraphQLBoolean,
  GraphQLNonNull,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  print,
} from 'graphql';
import type { GraphQLCompositeType, GraphQLField, GraphQLInputType, GraphQLSchema } from 'graphql';

export type RandomOperation = { readonly text: string; readonly variables: Readonly<Record<string, unknown>> };

/** Numbers that follow from a seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * An operation of a schema: fields, aliases, fragments, conditions, literals and variables, as they come. It may be
 * invalid, where two fields of one name differ: the caller leaves such ones out.
 */
export function randomOperation(schema: GraphQLSchema, below: (limit: number) => number): RandomOperation {
  const definitions: string[] = [];
  const variables: Record<string, unknown> = {};
  const fragments: string[] = [];
  const chance = (percent: number) => below(100) < percent;

  const variable = (type: GraphQLInputType, value: unknown): string => {
    const name = `v${definitions.length}`;
    const isOptional = !isNonNullType(type);
    definitions.push(`$${name}: ${String(type)}${isOptional && chance(30) ? ` = ${literal(type, value)}` : ''}`);
    if (!isOptional || chance(70)) variables[name] = value;
    return `$${name}`;
  };
  const argument = (type: GraphQLInputType): string => {
    const value = randomValue(type, below);
    return chance(60) ? literal(type, value) : variable(type, value);
  };
  const conditions = (): string => {
    if (!chance(12)) return '';
    const condition = chance(70) ? variable(new GraphQLNonNull(GraphQLBoolean), chance(50)) : String(chance(50));
    return ` @${chance(50) ? 'skip' : 'include'}(if: ${condition})`;
  };

  const field = (owner: GraphQLField<unknown, unknown>, depth: number): string => {
    const inner = getNamedType(owner.type);
    const passed = owner.args
      .filter((each) => (isNonNullType(each.type) && each.defaultValue === undefined) || chance(60))
      .map((each) => `${each.name}: ${argument(each.type)}`);
    const alias = chance(20) ? `${['a', 'b', 'c', 'name', 'title'][below(5)]}: ` : '';
    const text = `${alias}${owner.name}${passed.length === 0 ? '' : `(${passed.join(', ')})`}${conditions()}`;
    return isCompositeType(inner) ? `${text} { ${selection(inner, depth - 1)} }` : text;
  };
  const selection = (type: GraphQLCompositeType, depth: number): string => {
    const parts: string[] = [];
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const possible = fields.filter((each) => depth > 0 || !isCompositeType(getNamedType(each.type)));
    for (let count = 1 + below(4); count > 0 && possible.length > 0; count--) {
      const chosen = possible[below(possible.length)];
      if (chosen !== undefined) parts.push(field(chosen, depth));
    }
    if (depth > 0 && (isAbstractType(type) || chance(15))) {
      const types = isAbstractType(type) ? [...schema.getPossibleTypes(type), type] : [type];
      for (const each of types) if (chance(60)) parts.push(fragment(each, depth - 1));
    }
    if (parts.length === 0 || chance(12)) parts.push(chance(25) ? 'kind: __typename' : '__typename');
    return parts.join(' ');
  };
  const fragment = (type: GraphQLCompositeType, depth: number): string => {
    const inner = selection(type, depth);
    if (!chance(30)) return `... on ${type.name}${conditions()} { ${inner} }`;
    fragments.push(`fragment F${fragments.length} on ${type.name} { ${inner} }`);
    return `...F${fragments.length - 1}`;
  };

  const mutation = schema.getMutationType();
  const isChange = mutation !== undefined && mutation !== null && chance(50);
  const root = isChange ? mutation : schema.getQueryType();
  if (!root) throw new Error('The schema has no queries.');
  const body = selection(root, 4);
  const head = definitions.length === 0 ? '' : `(${definitions.join(', ')})`;
  return { text: [`${isChange ? 'mutation' : 'query'} Random${head} { ${body} }`, ...fragments].join('\n'), variables };
}

/** A value of an input's type; fields of inputs that may be left out are, half of the time, and below some depth. */
export function randomValue(type: GraphQLInputType, below: (limit: number) => number, depth = 2): unknown {
  if (isNonNullType(type)) return randomValue(type.ofType, below, depth);
  if (isListType(type)) return [0, 1].map(() => randomValue(type.ofType, below, depth));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || (depth > 0 && below(100) < 50),
    );
    return Object.fromEntries(fields.map((field) => [field.name, randomValue(field.type, below, depth - 1)]));
  }
  if (isEnumType(type)) return type.getValues()[0]?.name;
  const plain = { Int: 1 + below(3), Float: 0.5, Boolean: below(100) < 50 };
  return plain[type.name as keyof typeof plain] ?? ['anyone', 'KES', 'x"; y'][below(3)];
}

function literal(type: GraphQLInputType, value: unknown): string {
  const node = astFromValue(value, type);
  if (node === null || node === undefined) throw new Error(`${String(value)} is no ${String(type)}.`);
  return print(node);
}
