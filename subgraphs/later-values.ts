import { GraphQLEnumType, isEnumType, isIntrospectionType } from 'graphql';
import type { GraphQLSchema } from 'graphql';

/**
 * Lets results show values of enums that this version does not know. While versions change, a record may be in a state that
 * only the next one has: the process beside this one shows it, and clients meet it there in any case. Refused here, one such
 * record would take the whole list along, until the last process of this version is gone, or for as long as one is back.
 * What a client sends is read as strictly as ever: nothing is written that this version does not know.
 * @param note is called for the first time that each of them is shown
 */
export function showLaterValues(schema: GraphQLSchema, note: (type: string, value: string) => void): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (isEnumType(type) && !isIntrospectionType(type)) showLaterValuesOf(type, note);
}

function showLaterValuesOf(type: GraphQLEnumType, note: (type: string, value: string) => void): void {
  const known = new Map<unknown, string>(type.getValues().map(({ name, value }) => [value, name]));
  const noted = new Set<string>();
  // The library's own, also where subgraphs that are started one after the other share the schema.
  const strictly = GraphQLEnumType.prototype.serialize.bind(type);
  type.serialize = (value) => {
    const name = known.get(value);
    if (name !== undefined) return name;
    if (typeof value !== 'string' || !WORD.test(value)) return strictly(value);
    if (noted.size < MOST_NOTED && !noted.has(value)) {
      noted.add(value);
      note(type.name, value);
    }
    return value.toUpperCase();
  };
}

/** How values are spelled inside; the schema has them in upper case. */
const WORD = /^[a-z][a-z0-9_]{0,62}$/;
/** A later version has a few of them; more are a fault, which the log need not repeat. */
const MOST_NOTED = 20;
