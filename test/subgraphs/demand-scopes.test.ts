import { describe, expect, it } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { demandScopes } from '#sub/demand-scopes.ts';
import { typeDefs } from '#sub/schema.ts';
import { aCaller } from '#test/support/caller.ts';

const schema = typeDefs(
  `type Query {
     open: Int
     books: Int @requiresScopes(scopes: [["books:read"]])
     either: Int @requiresScopes(scopes: [["a", "b"], ["c"]])
   }
   type Book @requiresScopes(scopes: [["books:read"], ["books:write"]]) { id: ID! }`,
  'toy',
);
const guarded = demandScopes<{ caller: Caller }>(schema, {
  Query: { open: () => 1, books: () => 2, either: () => 3 },
  Book: { __resolveReference: ({ id }) => ({ id }) },
  Mood: { GLAD: 'glad' },
});
const query = (field: string, ...scopes: string[]) =>
  (guarded['Query'] as Record<string, (...args: unknown[]) => unknown>)[field]?.(
    null,
    {},
    { caller: aCaller({ scopes }) },
    {},
  );
const resolve = (...scopes: string[]) =>
  guarded['Book']?.__resolveReference?.({ id: 'b1' }, { caller: aCaller({ scopes }) });

describe('The root fields of a subgraph', () => {
  it('let in who has the scopes that the schema requires', () => {
    expect([query('open'), query('books', 'books:read'), query('either', 'c'), query('either', 'b', 'a')]).toEqual([
      1, 2, 3, 3,
    ]);
  });

  it('refuse who lacks them, and say which', () => {
    const refusal = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        return error;
      }
    };
    expect(refusal(() => query('books', 'books:write'))).toMatchObject({
      kind: 'forbidden',
      code: 'insufficient_scope',
      details: { required_scopes: ['books:read'], granted_scopes: ['books:write'] },
    });
    expect(refusal(() => query('either', 'a'))).toMatchObject({ message: 'either needs the scope a and b, or c.' });
  });

  it('show an entity to who may see it, and nothing to others', () => {
    expect([resolve('books:write'), resolve('books:read'), resolve('c')]).toEqual([{ id: 'b1' }, { id: 'b1' }, null]);
  });

  it('leave everything else as it is', () => {
    expect(guarded['Mood']).toEqual({ GLAD: 'glad' });
  });
});
