import { describe, expect, it } from 'vitest';
import { GraphQLInputObjectType, getNamedType, type GraphQLResolveInfo } from 'graphql';
import { subgraphSchema } from '#sub/schema.ts';
import { educationResolvers, educationTypeDefs } from '#sub/education/subgraph.ts';
import { lendingResolvers, lendingTypeDefs } from '#sub/lending/subgraph.ts';

const schemas = [
  subgraphSchema('lending', lendingTypeDefs, lendingResolvers),
  subgraphSchema('education', educationTypeDefs, educationResolvers),
];
const mutations = schemas.flatMap((schema) => Object.values(schema.getMutationType()?.getFields() ?? {}));
const inputs = schemas.flatMap((schema) =>
  Object.values(schema.getTypeMap()).filter((type) => type instanceof GraphQLInputObjectType),
);

describe('The mutations of the graph', () => {
  it('are many', () => expect(mutations.length).toBeGreaterThan(90));

  it.each(mutations.map((field) => [field.name, field] as const))(
    '%s refuses text that no reader sees, before anything else',
    async (fieldName, { resolve }) => {
      const input = { anything: [{ deep: 'Ami\u202Ena' }], blank: ' \u00A0' };
      const payload = await resolve?.(null, { input }, { caller: {} }, { fieldName } as GraphQLResolveInfo);
      expect(payload).toEqual({
        userErrors: [
          expect.objectContaining({ code: 'unseen_character', path: ['input', 'anything', '0', 'deep'] }),
          expect.objectContaining({ code: 'length', path: ['input', 'blank'] }),
        ],
      });
    },
  );

  it('take telephone numbers as such', () => {
    const commands = inputs.filter(({ name }) => !name.endsWith('Filter'));
    const numbers = commands.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ name }) => /(^phone|Phone|^msisdn|Msisdn)$/.test(name))
        .map((field) => [`${type.name}.${field.name}`, getNamedType(field.type).name]),
    );
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.filter(([, type]) => type !== 'PhoneNumber')).toEqual([]);
  });
});
