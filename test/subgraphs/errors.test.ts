import { describe, expect, it } from 'vitest';
import { graphql, GraphQLError, parse, type GraphQLFormattedError } from 'graphql';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { errorMask } from '#sub/errors.ts';
import { scalars } from '#sub/scalars.ts';

const schema = buildSubgraphSchema([
  {
    typeDefs: parse(`
      scalar PhoneNumber
      input Payer {
        msisdn: PhoneNumber!
      }
      type Query {
        echo(payer: Payer, msisdn: PhoneNumber): Boolean
      }
    `),
    resolvers: { PhoneNumber: scalars.PhoneNumber },
  },
]);
const { mask } = errorMask('test', { error: () => undefined, warn: () => undefined });

const refused = async (source: string, variableValues = {}): Promise<readonly GraphQLFormattedError[]> => {
  const { errors = [] } = await graphql({ schema, source, variableValues });
  return errors.map((error) => mask(error.toJSON(), error));
};

describe('A telephone number that is refused is in no error', () => {
  it.each<[string, string, object]>([
    ['a variable', 'query($msisdn: PhoneNumber) { echo(msisdn: $msisdn) }', { msisdn: '0722000111' }],
    ['a variable that is a number', 'query($msisdn: PhoneNumber) { echo(msisdn: $msisdn) }', { msisdn: 722000111 }],
    ['a variable within an input', 'query($payer: Payer) { echo(payer: $payer) }', { payer: { msisdn: '0722000111' } }],
    ['a literal', '{ echo(msisdn: "0722000111") }', {}],
    ['a literal that is a number', '{ echo(payer: { msisdn: 722000111 }) }', {}],
  ])('%s', async (_, source, variables) => {
    const errors = await refused(source, variables);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors)).not.toContain('722000111');
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('PhoneNumber takes a number that its telephone plan has'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  it('where it stood is said all the same', async () => {
    const [error] = await refused('query($payer: Payer) { echo(payer: $payer) }', { payer: { msisdn: '0722000111' } });
    expect(error?.message).toMatch(/^Variable "\$payer" got an invalid value at "payer\.msisdn"; PhoneNumber takes/);
  });
});

describe('An outage of the database', () => {
  it('is SERVICE_UNAVAILABLE with the seconds to wait, and says nothing of the inside', () => {
    const cause = Object.assign(new Error('remaining connection slots are reserved for umoja_app'), { code: '53300' });
    const error = new GraphQLError(cause.message, { originalError: cause });
    expect(mask(error.toJSON(), error)).toEqual({
      message:
        'This could not be carried out for now. Try again in 2 seconds, a mutation with the same idempotencyKey.',
      extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 2 },
    });
  });
});
