import { setTimeout as after } from 'node:timers/promises';
import { refuse, refusals } from '#core/kernel/domain-error.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { typeDefs } from '#sub/schema.ts';
import type { Resolvers } from '#sub/schema.ts';
import { withUserErrors } from '#sub/user-errors.ts';

/** A toy subgraph: books, with a price, a secret, an interface, mutations, and ways to go wrong. */
export const booksTypeDefs = typeDefs(
  `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.9"
      import: ["@key", "@authenticated", "@requiresScopes", "@composeDirective"]
    )
    @link(url: "https://umoja.invalid/feed/v1.0", import: ["@fromFeed"])
    @composeDirective(name: "@fromFeed")

  directive @fromFeed(types: [String!]!, of: String) on FIELD_DEFINITION

  type Subscription {
    bookChanged(after: Int, types: [String!]): BookChange @fromFeed(types: ["book.*"])
    booksBurnt: BookChange @fromFeed(types: ["book.burnt"]) @requiresScopes(scopes: [["books:burn"]])
  }
  type BookChange @key(fields: "sequence") { sequence: Int!, book: Book, text(length: Int!): String }

  scalar Cents
  scalar Date
  scalar DateTime

  type Query {
    book(id: ID!): Book
    books: [Book!]! @authenticated
    things: [Thing!]!
    whoAmI: WhoAmI!
    echo(amount: Cents!, on: Date, at: DateTime): Echo!
    slow(ms: Int!): String
    refused: String
    faulty: String
    faultyNotNull: String!
    ledgerTotal: Cents! @requiresScopes(scopes: [["ledger:read"]])
  }

  type Mutation {
    addBook(input: AddBookInput!): AddBookPayload!
    slowlyAddBook(ms: Int!): Int
    burnBooks: Int @requiresScopes(scopes: [["books:burn"]])
  }

  input AddBookInput { id: ID!, title: String!, price: Cents!, publishedOn: Date }
  type AddBookPayload { book: Book, userErrors: [UserError!]! }
  type UserError { code: String!, message: String!, path: [String!] }

  interface Thing { id: ID!, title: String! }
  enum BookState { ON_SALE, SOLD_OUT }

  type Book implements Thing @key(fields: "id") {
    id: ID!
    title: String!
    price: Cents!
    state: BookState!
    publishedOn: Date
    "Nullable and guarded: becomes null."
    costPrice: Cents @requiresScopes(scopes: [["costs:read"]])
    "Not null and guarded: takes the book along."
    supplier: String! @requiresScopes(scopes: [["suppliers:read", "books:read"], ["admin"]])
    sequel: Book
  }

  type Magazine implements Thing { id: ID!, title: String!, issue: Int!, circulation: Int @requiresScopes(scopes: [["costs:read"]]) }

  type WhoAmI { clientKey: String!, tenantId: Int!, scopes: [String!]!, requestId: String!, traceparent: String }
  type Echo { amount: Cents!, on: Date, at: DateTime }
`,
  'books',
);

export type Book = {
  id: string;
  title: string;
  price: bigint;
  state: string;
  publishedOn: Temporal.PlainDate | null;
  sequelId?: string;
};

const toyRefusals = refusals({
  duplicate_book: { kind: 'conflict', title: 'There is such a book', remedy: 'Choose another id.' },
});

type BooksContext = { readonly caller: Caller };

/**
 * A fresh store for each graph, so that tests can't see each other's mutations.
 * @param changed the book of each change in the feed, by its number
 */
export function booksResolvers(changed: ReadonlyMap<number, string> = new Map()) {
  const store = new Map<string, Book>(
    [
      {
        id: 'b1',
        title: 'Arrow of God',
        price: 1_250n,
        state: 'on_sale',
        publishedOn: Temporal.PlainDate.from('1964-03-01'),
        sequelId: 'b2',
      },
      { id: 'b2', title: 'Petals of Blood', price: 9_007_199_254_740_991n, state: 'sold_out', publishedOn: null },
    ].map((book) => [book.id, book]),
  );
  const resolvers: Resolvers<BooksContext> = {
    BookState: { ON_SALE: 'on_sale', SOLD_OUT: 'sold_out' },
    Query: {
      book: (_, { id }) => store.get(id) ?? null,
      books: () => [...store.values()],
      things: () => [store.get('b1'), { id: 'm1', title: 'Transition', issue: 50, circulation: 12_000 }],
      whoAmI: (_, __, { caller }) => caller,
      echo: (_, input) => input,
      slow: (_, { ms }) => after(ms, 'at last'),
      refused() {
        throw refuse(toyRefusals.duplicate_book, 'There is a book b1. Choose another id.', {
          existing_id: 'b1',
          price: 1_250n,
        });
      },
      faulty() {
        throw new Error('connection to 10.0.0.7:5432 lost');
      },
      faultyNotNull: () => null,
      ledgerTotal: () => 77n,
    },
    Mutation: {
      addBook: (_, { input }) =>
        withUserErrors(async () => {
          if (store.has(input.id)) {
            throw refuse(toyRefusals.duplicate_book, `There is a book ${input.id}. Choose another id.`, {
              at: 'id',
            });
          }
          const book = { ...input, publishedOn: input.publishedOn ?? null, state: 'on_sale' };
          store.set(book.id, book);
          return { book };
        }),
      slowlyAddBook: async (_, { ms }) => {
        await after(ms);
        return store.set(`slow-${store.size}`, { id: 's', title: 's', price: 1n, state: 'on_sale', publishedOn: null })
          .size;
      },
      burnBooks() {
        store.clear();
        return 0;
      },
    },
    BookChange: {
      __resolveReference({ sequence }: { sequence: number }) {
        const id = changed.get(sequence);
        return id === undefined ? null : { sequence, book: store.get(id) ?? null };
      },
      text: (_, { length }) => 'x'.repeat(length),
    },
    Thing: { __resolveType: (thing: object) => ('issue' in thing ? 'Magazine' : 'Book') },
    Book: {
      __resolveReference: ({ id }: { id: string }) => store.get(id) ?? null,
      costPrice: () => 800n,
      supplier: () => 'Heinemann',
      sequel: ({ sequelId }: Book) => (sequelId === undefined ? null : store.get(sequelId)),
    },
  };
  return { store, resolvers };
}
