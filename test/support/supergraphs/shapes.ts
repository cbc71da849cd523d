import { FURTHER_SHAPES } from './further-shapes.ts';

/** Supergraphs, each of one shape that the federation allows and that an executor may get wrong. */
const LINK = (names: string) => `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${names}])
`;
const ALL = LINK(
  '"@key", "@external", "@requires", "@provides", "@shareable", "@override", "@interfaceObject", "@inaccessible"',
);

export const SHAPES = {
  ...FURTHER_SHAPES,
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
  'keys of which a subgraph finds an entity by some alone': {
    names: `${ALL}
      type Thing
        @key(fields: "id")
        @key(fields: "code { one two }", resolvable: false)
        @key(fields: "id code { two three }", resolvable: false) {
        id: ID!
        code: Code!
        name: String!
      }
      type Code @shareable { one: ID!, two: ID!, three: ID! }
    `,
    boxes: `${ALL}
      type Query { box: Box, boxes: [Box!]! }
      type Box @key(fields: "id") { id: ID!, things: [Thing!]!, first: Thing }
      type Thing
        @key(fields: "code { one two }", resolvable: false)
        @key(fields: "id code { two three }")
        @key(fields: "id", resolvable: false) {
        id: ID!
        code: Code!
        name: String! @external
        label(size: Int): String! @requires(fields: "name")
      }
      type Code @shareable { one: ID!, two: ID!, three: ID! }
    `,
  },
  'an interface object that no subgraph knows the types of': {
    plain: `${ALL}
      type Query { known: Node, loaf: Product, loaves: [Product!] }
      interface Node @key(fields: "id") { id: ID! }
      type Product @key(fields: "id") @interfaceObject { id: ID!, price: Int }
    `,
    other: `${ALL}
      type Query { alone: Node }
      type Node @key(fields: "id") @interfaceObject { id: ID!, field: String }
      interface Product @key(fields: "id") { id: ID!, name: String }
      type Bread implements Product @key(fields: "id") { id: ID!, name: String, flour: String! }
      type Cake implements Product @key(fields: "id") { id: ID!, name: String, layers: Int }
    `,
  },
  'an interface that one subgraph has, another adds to and a third refers to': {
    media: `${ALL}
      type Query { media: Media, all: [Media!] }
      interface Media @key(fields: "id") { id: ID!, title: String }
      type Video implements Media @key(fields: "id") { id: ID!, title: String, seconds: Int }
      type Article implements Media @key(fields: "id") { id: ID!, title: String, words: Int! }
    `,
    authors: `${ALL}
      type Query { author: Author }
      type Author @key(fields: "id") { id: ID!, name: String! }
      type Media @key(fields: "id") @interfaceObject {
        id: ID!
        by: Author
        credit(size: Int): String
      }
    `,
    lists: `${ALL}
      type Query { list: List }
      type List @key(fields: "id") { id: ID!, name: String, media: [Media!], next: List }
      type Media @key(fields: "id") @interfaceObject { id: ID!, inLists: Int }
    `,
  },
  'fields that require others, which require others': {
    stock: `${ALL}
      type Query { items: [Item], item: Item }
      type Item @key(fields: "id") { id: ID!, sizes: [Size!], owner: Owner, wrap: Wrap }
      type Size { width: Int!, height: Int }
      interface Owner { no: ID! }
      type Person implements Owner @key(fields: "no") { no: ID!, age: Int }
      type Firm implements Owner @key(fields: "no") { no: ID!, staff: Int! }
      union Wrap = Paper | Tin
      type Paper { weight: Int }
      type Tin { rust: Boolean! }
    `,
    prices: `${ALL}
      type Item @key(fields: "id") {
        id: ID!
        sizes: [Size!] @external
        price(currency: String): String @requires(fields: "sizes { width height }")
        total: String @requires(fields: "sizes { height }")
      }
      type Size { width: Int! @external, height: Int @external }
    `,
    taxes: `${ALL}
      type Item @key(fields: "id") {
        id: ID!
        price(currency: String): String @external
        owner: Owner @external
        wrap: Wrap @external
        tax: String @requires(fields: "price(currency: \\"UGX\\")")
        duty: String @requires(fields: "owner { no ... on Person { age } ... on Firm { staff } } wrap { ... on Paper { weight } ... on Tin { rust } }")
      }
      interface Owner { no: ID! }
      type Person implements Owner @key(fields: "no") { no: ID! @external, age: Int @external }
      type Firm implements Owner @key(fields: "no") { no: ID! @external, staff: Int! @external }
      union Wrap = Paper | Tin
      type Paper { weight: Int @external }
      type Tin { rust: Boolean! @external }
    `,
  },
  'fields of interfaces and unions that are provided, and types that moved': {
    zoo: `${ALL}
      type Query {
        animals: [Animal!]! @provides(fields: "... on Dog { name age owner { town } }")
        pet: Pet @provides(fields: "... on Dog { name } ... on Cat { name lives }")
        shared: Dog @shareable
        pets: [Pet]
      }
      interface Animal { id: ID!, name: String }
      union Pet = Dog | Cat
      type Dog implements Animal @key(fields: "id") { id: ID!, name: String @external, age: Int @external, owner: Keeper @external }
      type Cat implements Animal @key(fields: "id") { id: ID!, name: String @external, lives: Int @external }
      type Keeper @key(fields: "id") { id: ID!, town: String @external }
    `,
    clinic: `${ALL}
      type Query { shared: Dog @shareable, patient: Animal }
      interface Animal { id: ID!, name: String }
      type Dog implements Animal @key(fields: "id") { id: ID!, name: String @shareable, age: Int @shareable, owner: Keeper @shareable }
      type Cat implements Animal @key(fields: "id") {
        id: ID!
        name: String @shareable
        lives: Int @shareable
        weight: Float @override(from: "farm")
        dose: String @requires(fields: "breed")
        breed: String @external
      }
      type Keeper @key(fields: "id") { id: ID!, town: String @shareable, phone: String }
    `,
    farm: `${ALL}
      type Query { strays: [Pet!] }
      union Pet = Cat
      type Cat @key(fields: "id") { id: ID!, weight: Float, breed: String, colour: Colour @inaccessible, coat: Colour }
      enum Colour { GREY, BLACK @inaccessible }
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

/** Here the stock planner asks for the price without the sizes that it requires, where the total is selected. */
export const CHAIN_THAT_COMES_BACK = {
  stock: `${ALL}
    type Query { item: Item }
    type Item @key(fields: "id") { id: ID!, sizes: Int }
  `,
  prices: `${ALL}
    type Item @key(fields: "id") {
      id: ID!
      sizes: Int @external
      tax: String @external
      price: String @requires(fields: "sizes")
      total: String @requires(fields: "tax")
    }
  `,
  taxes: `${ALL}
    type Item @key(fields: "id") { id: ID!, price: String @external, tax: String @requires(fields: "price") }
  `,
};
