import {
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import type {
  FieldNode,
  GraphQLCompositeType,
  GraphQLEnumType,
  GraphQLLeafType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import { isObject, type Fetched } from './fetched.ts';
import type { Selections } from './selection.ts';
import { fieldOf, innerSets } from './selection.ts';

/** JSON text of a value; null for a value that is null, or that its type does not allow. */
type Write = (value: unknown) => string | null;
type WriteObject = (value: Fetched) => string | null;
type Member = { readonly prefix: string; readonly key: string; readonly write: Write; readonly isNullable: boolean };

/**
 * Compiles how the response of an operation is written from what was fetched: straight to JSON text, by the rules
 * of GraphQL for nulls. A null where the type allows none takes its parent along.
 * @param dataKeys under which key the value of a field stands in what was fetched
 * @param supergraph with what clients don't see
 */
export function projection(
  selections: Selections,
  dataKeys: ReadonlyMap<FieldNode, string>,
  supergraph: GraphQLSchema,
): (data: Fetched) => string {
  const { schema, operation } = selections;
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The graph has no ${operation.operation}.`);
  const writeRoot = objectOf(root, [operation.selectionSet]);
  return (data) => writeRoot(data) ?? 'null';

  function objectOf(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): WriteObject {
    const members: Member[] = [];
    for (const group of selections.collect(type, sets)) {
      const prefix = `${members.length === 0 ? '' : ','}${JSON.stringify(group.responseKey)}:`;
      const [node] = group.nodes;
      const key = (node && dataKeys.get(node)) ?? group.name;
      if (group.name === '__typename') {
        members.push({ prefix, key, write: typenameOf(type), isNullable: false });
        continue;
      }
      const field = fieldOf(schema, type, group.name);
      if (field === undefined) throw new Error(`${type.name} has no field ${group.name}.`);
      const isNullable = !isNonNullType(field.type);
      members.push({ prefix, key, write: valueOf(field.type, innerSets(group)), isNullable });
    }
    return writerOf(members);
  }

  function valueOf(type: GraphQLOutputType, sets: readonly SelectionSetNode[]): Write {
    const nullable = getNullableType(type);
    if (isListType(nullable))
      return listOf({ write: valueOf(nullable.ofType, sets), isNullable: !isNonNullType(nullable.ofType) });
    if (isCompositeType(nullable)) return compositeOf(nullable, sets);
    // What is neither a list nor has fields is a leaf.
    const leaf = nullable as GraphQLLeafType;
    return isEnumType(leaf) ? enumOf(leaf, supergraph) : leafOf(leaf);
  }

  function compositeOf(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): Write {
    const byType = new Map<string, WriteObject | null>();
    const writerFor = (name: string): WriteObject | null => {
      let write = byType.get(name);
      if (write === undefined) {
        const runtime = schema.getType(name);
        write = isCompositeType(runtime) ? objectOf(runtime, sets) : null;
        byType.set(name, write);
      }
      return write;
    };
    const own = isObjectType(type) ? objectOf(type, sets) : null;
    if (own !== null) byType.set(type.name, own);
    return (value) => {
      if (!isObject(value)) return null;
      const name = value['__typename'];
      const write = typeof name === 'string' ? writerFor(name) : (own ?? writerFor(type.name));
      return write === null ? null : write(value);
    };
  }
}

/** An object of a known type has its name; of an abstract one that was not resolved, there is none to give. */
function typenameOf(type: GraphQLCompositeType): Write {
  const text = isObjectType(type) ? JSON.stringify(type.name) : null;
  return () => text;
}

/**
 * Compiled for each object of the operation: every field is read and written at a place of its own in the code, which the
 * engine learns. In one loop over all fields of all operations it would look each name up again for every object. Nothing
 * is spliced but names and texts of our own, as JSON.
 */
function writerOf(members: readonly Member[]): WriteObject {
  const fields = members.map(({ prefix, key, isNullable }, index) => {
    const ofNull = isNullable ? "written = 'null'" : 'return null';
    return `written = write${index}(value[${JSON.stringify(key)}]);
      if (written === null) ${ofNull};
      text += ${JSON.stringify(prefix)} + written;`;
  });
  const source = `return (value) => { let text = '{', written; ${fields.join('\n')} return text + '}'; };`;
  const parameters = members.map((_, index) => `write${index}`);
  // What source text makes, only the text can say.
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func
  return new Function(...parameters, source)(...members.map(({ write }) => write)) as WriteObject;
}

function listOf({ write, isNullable }: Pick<Member, 'write' | 'isNullable'>): Write {
  return (value) => {
    if (!Array.isArray(value)) return null;
    let text = '[';
    for (let index = 0; index < value.length; index++) {
      const written = write(value[index]);
      if (written === null && !isNullable) return null;
      text += index === 0 ? (written ?? 'null') : `,${written ?? 'null'}`;
    }
    return `${text}]`;
  };
}

/**
 * A value that this version's graph lacks is a later version's, whose subgraph or records are beside this process while
 * versions change: it is written as that version writes it. What the graph has and hides from clients stays hidden.
 */
function enumOf(type: GraphQLEnumType, supergraph: GraphQLSchema): Write {
  const texts = new Map<unknown, string>(type.getValues().map(({ name }) => [name, JSON.stringify(name)]));
  const whole = supergraph.getType(type.name);
  const isHidden = (name: string) => isEnumType(whole) && whole.getValue(name) !== undefined;
  return (value) =>
    texts.get(value) ?? (typeof value === 'string' && NAME.test(value) && !isHidden(value) ? `"${value}"` : null);
}

/** How values of enums are spelled. */
const NAME = /^[A-Z][A-Z0-9_]*$/;

/** Values are checked as the stock gateway does: what is no Int is null, a scalar of our own may be anything. */
function leafOf(type: Exclude<GraphQLLeafType, GraphQLEnumType>): Write {
  if (!isSpecifiedScalarType(type))
    return (value) =>
      typeof value === 'string' ? quoted(value) : value === undefined || value === null ? null : JSON.stringify(value);
  const text = (value: unknown) => (typeof value === 'string' ? quoted(value) : null);
  switch (type.name) {
    case 'Int':
      return integer;
    case 'Float':
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : null);
    case 'Boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : null);
    case 'ID':
      return (value) => (typeof value === 'string' ? quoted(value) : integer(value));
    default:
      return text;
  }
}

/** Longer texts are looked through faster by JSON itself. */
const SHORT = 40;

function quoted(value: string): string {
  if (value.length > SHORT) return JSON.stringify(value);
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    // Quotes, backslashes, control characters, and halves of characters, which JSON escapes where they stand alone.
    if (code < 32 || code === 34 || code === 92 || code >= 0xd800) return JSON.stringify(value);
  }
  return `"${value}"`;
}

const integer = (value: unknown): string | null =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21 ? String(value) : null;
