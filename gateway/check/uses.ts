import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  parse,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { GraphQLInputType, GraphQLSchema } from 'graphql';

/**
 * What an operation uses of a graph, by coordinate: types, `Type.field`, `Type.field(argument)`, and of what it sends
 * `Input.member` and `Enum.VALUE`. What a variable holds is not in its text: a variable uses all that it may hold, and the object
 * that it stands for where it is an input, so that a member which is required by now concerns it.
 * @param text valid in the schema
 */
export function usedBy(schema: GraphQLSchema, text: string): ReadonlySet<string> {
  const used = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    parse(text, { noLocation: true }),
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        const parent = types.getParentType();
        const type = types.getType();
        if (parent) used.add(parent.name).add(`${parent.name}.${name.value}`);
        if (type) used.add(getNamedType(type).name);
      },
      // A fragment on a type that is gone, or is no longer one of its union.
      FragmentDefinition: ({ typeCondition }) => void used.add(typeCondition.name.value),
      InlineFragment: ({ typeCondition }) => void (typeCondition && used.add(typeCondition.name.value)),
      Argument: ({ name }) => {
        const [parent, field] = [types.getParentType(), types.getFieldDef()];
        if (parent && field) used.add(`${parent.name}.${field.name}(${name.value})`);
      },
      VariableDefinition: ({ type }) => {
        const held = typeFromAST(schema, type);
        // What a variable is of is an input: the operation is valid.
        if (held) addAllOf(held as GraphQLInputType, used);
        return false;
      },
      ObjectValue: () => {
        const type = types.getInputType();
        if (type) used.add(getNamedType(type).name);
      },
      ObjectField: ({ name }) => {
        const type = types.getParentInputType();
        if (type) used.add(`${getNamedType(type).name}.${name.value}`);
      },
      EnumValue: ({ value }) => {
        const type = types.getInputType();
        if (type) used.add(`${getNamedType(type).name}.${value}`);
      },
    }),
  );
  return used;
}

/** All that a value of the type may hold. */
function addAllOf(type: GraphQLInputType, used: Set<string>): void {
  const named = getNamedType(type);
  if (used.has(named.name)) return;
  used.add(named.name);
  if (isEnumType(named)) for (const { name } of named.getValues()) used.add(`${named.name}.${name}`);
  if (!isInputObjectType(named)) return;
  for (const member of Object.values(named.getFields())) {
    used.add(`${named.name}.${member.name}`);
    addAllOf(member.type, used);
  }
}
