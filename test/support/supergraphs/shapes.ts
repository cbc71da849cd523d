/** Supergraphs, each of one shape that the federation allows and that an executor may get wrong. */
const LINK = (names: string) => `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${names}])
`;
const ALL = LINK(
  '"@key", "@external", "@requires", "@provides", "@shareable", "@override", "@interfaceObject", "@inaccessible"',
);

export const SHAPES = {
  'a field that is required with one argument and requested with another': {
    posts: `${ALL}
      type Query { feed: [Post!]!, post: Post }
      type Post @key(fields: "id") { id: ID!, title: String }
    `,
    comments: `${ALL}
      type Post @key(fields: "id") { id: ID!, comments(limit: Int!): [Comment!]!, likes(by: String): Int }
      type Comment @key(fields: "id") { id: ID!, text: String, author: String }
    `,
    authors: `${ALL}
      type Post @key(fields: "id") {
        id: ID!
        comments(limit: Int!): [Comment!]! @external
        likes(by: String): Int @external
        author: String @requires(fields: "comments(limit: 3) { id }")
        fame: String @requires(fields: "likes(by: \\"anyone\\") comments(limit: 3) { id }")
      }
      type Comment @key(fields: "id", resolvable: false) { id: ID! }
    `,
  },
  'keys that differ from subgraph to subgraph': {
    products: `${ALL}
      type Query { products: [Product!]!, product: Product }
      type Product @key(fields: "id") { id: ID!, name: String! }
    `,
    links: `${ALL}
      type Product @key(fields: "id") @key(fields: "upc") { id: ID!, upc: String!, weight: Float }
    `,
    prices: `${ALL}
      type Query { bargains: [Product] }
      type Product @key(fields: "upc") @key(fields: "sku code") {
        upc: String!
        sku: String!
        code: String!
        price(currency: String = "KES"): Int
        offers: [[Offer]!]
      }
      type Offer { days: Int!, shop: Shop! }
      type Shop @key(fields: "id") { id: ID!, town: String }
    `,
    shops: `${ALL}
      type Query { shops: [Shop!] }
      type Shop @key(fields: "id") { id: ID!, manager: Manager, stock: [Product!] }
      type Manager @key(fields: "email") { email: ID!, name: String! }
      type Product @key(fields: "sku code", resolvable: false) { sku: String!, code: String! }
    `,
  },
  'keys within keys': {
    depots: `${ALL}
      type Query { buses: [Bus!]!, bus: Bus }
      type Bus @key(fields: "plate line { no owner { id } }") { plate: String!, line: Line!, seats: Int }
      type Line @shareable { no: ID!, owner: Owner!, name: String }
      type Owner @key(fields: "id") { id: ID! }
    `,
    owners: `${ALL}
      type Owner @key(fields: "id") { id: ID!, name: String!, fleet: [Bus] }
      type Bus @key(fields: "plate line { no owner { id } }") {
        plate: String!
        line: Line!
        seats: Int @external
        fare(children: Int): String @requires(fields: "seats")
      }
      type Line @shareable { no: ID!, owner: Owner! }
    `,
  },
  'interfaces, unions and lists of them': {
    media: `${ALL}
      type Query { items: [Item!]!, found: [Found], first: Item, grid: [[Found!]] }
      interface Item { id: ID!, title: String!, similar: [Item] }
      type Book implements Item @key(fields: "id") { id: ID!, title: String!, similar: [Item], pages: Int! }
      type Film implements Item @key(fields: "id") { id: ID!, title: String!, similar: [Item], minutes: Int }
      type Note { text: String!, about: Item }
      union Found = Book | Film | Note
    `,
    ratings: `${ALL}
      type Query { best: Rated }
      interface Rated { stars: Int, critics: [Critic!] }
      type Book implements Rated @key(fields: "id") { id: ID!, stars: Int, critics: [Critic!] }
      type Film implements Rated @key(fields: "id") { id: ID!, stars: Int, critics: [Critic!] }
      type Critic @key(fields: "email") { email: ID!, name: String, favourite: Rated }
    `,
    people: `${ALL}
      type Critic @key(fields: "email") { email: ID!, paper: String!, likes: [Taste!]! }
      enum Taste { PLAIN, SWEET, SOUR }
    `,
  },
  'one name and two types': {
    things: `${ALL}
      type Query { things: [Thing!], near: [Near!]! }
      union Thing = Tree | Stone
      interface Near { id: ID! }
      type Tree implements Near @key(fields: "id") { id: ID!, size: Int!, of: Place }
      type Stone implements Near @key(fields: "id") { id: ID!, size: String, of: [Stone!] }
      type Place @key(fields: "id") { id: ID!, town: String! }
    `,
    heights: `${ALL}
      type Tree @key(fields: "id") { id: ID!, height: Float, mark(by: Int): String! }
      type Stone @key(fields: "id") { id: ID!, height: [Int!], mark(by: Int): Int }
      type Place @key(fields: "id") { id: ID!, height: Int! }
    `,
  },
  'an interface that is an entity': {
    accounts: `${ALL}
      type Query { accounts: [Account!]!, savings: Savings }
      interface Account @key(fields: "id") { id: ID!, name: String }
      type Savings implements Account @key(fields: "id") { id: ID!, name: String, rate: Float! }
      type Shares implements Account @key(fields: "id") { id: ID!, name: String, count: Int }
    `,
    statements: `${ALL}
      type Query { statement: Statement }
      type Account @key(fields: "id") @interfaceObject { id: ID!, balance(on: String): Int!, entries: [Entry!] }
      type Entry { amount: Int!, account: Account }
      type Statement { accounts: [Account!]! }
    `,
  },
  'fields that moved, that are provided, that several have': {
    old: `${ALL}
      type Query { member: Member, members: [Member] }
      type Member @key(fields: "id") { id: ID!, name: String, phone: String @shareable, home: Place @shareable }
      type Place @shareable { town: String, street: String! }
    `,
    recent: `${ALL}
      type Query { loans: [Loan!]! }
      type Loan @key(fields: "id") { id: ID!, member: Member! @provides(fields: "phone home { town }"), amount: Int }
      type Member @key(fields: "id") {
        id: ID!
        name: String @override(from: "old")
        phone: String @external
        home: Place @external
        loans(first: Int = 2): [Loan!]
      }
      type Place @shareable { town: String, street: String! }
    `,
  },
  'changes in several subgraphs': {
    money: `${ALL}
      type Query { purse: Purse }
      type Mutation { pay(amount: Int!, note: NoteInput): Purse, refund(amount: Int): Purse! }
      input NoteInput { text: String, tags: [String!], by: NoteInput }
      type Purse @key(fields: "id") { id: ID!, amount: Int! }
    `,
    notes: `${ALL}
      type Mutation { write(text: String!): Purse }
      type Purse @key(fields: "id") { id: ID!, notes: [String!], amount: Int! @external, said: String @requires(fields: "amount") }
    `,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
