import { setTimeout as after } from 'node:timers/promises';
import type { Caller } from '#platform/auth/caller.ts';
import { typeDefs } from '#sub/schema.ts';
import type { Resolvers } from '#sub/schema.ts';

/** A second toy subgraph: what people say of books. It knows a book by its key only. */
export const reviewsTypeDefs = typeDefs(
  `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])

  type Query { reviews: [Review!]!, slowReviews(ms: Int!): [Review!] }

  type Review @key(fields: "id") {
    id: ID!
    stars: Int!
    author: Author!
    book: Book!
  }
  type Author { name: String!, email: String @requiresScopes(scopes: [["people:read"]]) }

  type Book @key(fields: "id") {
    id: ID!
    reviews: [Review!]!
    slowReviews(ms: Int!): [Review!]
    averageStars: Float
  }
`,
  'reviews',
);

const authors = {
  ann: { name: 'Ann', email: 'ann@example.org' },
  ben: { name: 'Ben', email: 'ben@example.org' },
};
const reviews = [
  { id: 'r1', stars: 5, author: authors.ann, bookId: 'b1' },
  { id: 'r2', stars: 3, author: authors.ben, bookId: 'b1' },
  { id: 'r3', stars: 4, author: authors.ann, bookId: 'b2' },
];
const of = (id: string) => reviews.filter(({ bookId }) => bookId === id);

export const reviewsResolvers: Resolvers<{ readonly caller: Caller }> = {
  Query: {
    reviews: () => reviews,
    slowReviews: (_, { ms }) => after(ms, reviews),
  },
  Review: {
    __resolveReference: ({ id }: { id: string }) => reviews.find((review) => review.id === id) ?? null,
    book: ({ bookId }: { bookId: string }) => ({ id: bookId }),
  },
  Book: {
    __resolveReference: ({ id }: { id: string }) => ({ id }),
    reviews: ({ id }: { id: string }) => of(id),
    slowReviews: ({ id }: { id: string }, { ms }) => after(ms, of(id)),
    averageStars: ({ id }: { id: string }) => of(id).reduce((sum, { stars }) => sum + stars, 0) / of(id).length,
  },
};
