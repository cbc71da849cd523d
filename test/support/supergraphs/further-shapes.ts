/** More supergraphs of one shape each: what subgraphs share, what they know of each other's types, and what moves. */
const ALL = `
  extend schema @link(
    url: "https://specs.apollo.dev/federation/v2.9"
    import: ["@key", "@external", "@requires", "@provides", "@shareable", "@override", "@interfaceObject", "@inaccessible"]
  )
`;

export const FURTHER_SHAPES = {
  'roots that are shared, and values that each subgraph knows in part': {
    names: `${ALL}
      type Query { product: Product @shareable, products: [Product!]! @shareable, category: Category @shareable }
      type Product @shareable { id: ID!, name: Name, category: Category }
      type Name @shareable { id: ID!, brand: String! }
      type Category @shareable { id: ID!, name: String }
    `,
    prices: `${ALL}
      type Query { product: Product @shareable, products: [Product!]! @shareable, category: Category @shareable }
      type Product @shareable { id: ID!, price: Price, category: Category }
      type Price @shareable { id: ID!, amount: Int, currency: String! }
      type Category @shareable { id: ID!, size: Int }
    `,
  },
  'enums, inputs and unions of which each subgraph knows another part': {
    one: `${ALL}
      enum State { ACTIVE, CLOSED, OLD @inaccessible }
      enum Given { HERE, THERE }
      enum Taken { A, B }
      input Filter { text: String, most: Int, only: Taken }
      union Found = Book | Film
      type Query { all(filter: Filter): [Book!]!, given: Given, found: [Found!], same: Found @shareable }
      type Book @key(fields: "id") { id: ID!, state: State, title: String @shareable, taken(as: Taken): Int @shareable }
      type Film @key(fields: "id") { id: ID!, title: String @shareable }
    `,
    two: `${ALL}
      enum State { ACTIVE, CLOSED, OLD @inaccessible }
      enum Given { HERE, AWAY }
      enum Taken { B, C }
      input Filter { most: Int, only: Taken }
      union Found = Film | Song
      type Query { some(filter: Filter): [Film], last: Given, hits: [Found!]!, same: Found @shareable }
      type Book @key(fields: "id") { id: ID!, title: String @shareable, taken(as: Taken): Int @shareable, pages: Int }
      type Film @key(fields: "id") { id: ID!, title: String @shareable, state: State }
      type Song @key(fields: "id") { id: ID!, title: String, state: State }
    `,
  },
  'entities that are extended as in the first version': {
    users: `
      type Query { user: User, users: [User!] }
      type User @key(fields: "id") { id: ID!, name: String, profile: Profile }
      type Profile @key(fields: "id") { id: ID!, email: String }
    `,
    ratings: `
      extend type Query { best: User }
      extend type User @key(fields: "id") { id: ID! @external, name: String @external, rid: ID, badge: String @requires(fields: "name") }
      extend type Profile @key(fields: "id") { id: ID! @external, stars: Int! }
    `,
    admins: `
      type Query { admins: [User] @provides(fields: "name") }
      type User @key(fields: "id") @extends { id: ID! @external, name: String @external, since: Int }
    `,
  },
  'chains of entities that lead back to where they began': {
    products: `${ALL}
      type Query { product: Product, cheapest: [Product] }
      interface Sold { id: ID!, next: [Sold] }
      type Product implements Sold @key(fields: "id") { id: ID!, next: [Sold], shop: Shop!, samePrice: [Product!]! }
      type Shop @key(fields: "id") { id: ID! }
    `,
    shops: `${ALL}
      type Shop @key(fields: "id") { id: ID!, name: String!, sells: [Product!], owner: Person }
      type Product @key(fields: "id") { id: ID!, stock: Int! }
      type Person @key(fields: "id") { id: ID!, shops: [Shop!]! }
    `,
    people: `${ALL}
      type Person @key(fields: "id") { id: ID!, name: String, buys: [Product] }
      type Product @key(fields: "id") { id: ID!, price: Float! }
    `,
  },
  'an interface object whose fields require, and are required': {
    users: `${ALL}
      type Query { users: [NodeWithName!]!, first: NodeWithName }
      interface NodeWithName @key(fields: "id") { id: ID!, name: String }
      type User implements NodeWithName @key(fields: "id") { id: ID!, name: String, age: Int }
      type Robot implements NodeWithName @key(fields: "id") { id: ID!, name: String, model: String! }
    `,
    extra: `${ALL}
      type Query { another: NodeWithName, others: [NodeWithName] }
      type NodeWithName @key(fields: "id") @interfaceObject {
        id: ID!
        name: String @external
        username: String @requires(fields: "name")
        score(of: Int): Int
      }
    `,
    more: `${ALL}
      type NodeWithName @key(fields: "id") @interfaceObject {
        id: ID!
        score(of: Int): Int @external
        rank: String @requires(fields: "score(of: 3)")
      }
    `,
  },
  'fields that moved behind what they require, and by a label': {
    old: `${ALL}
      type Query { bill: Bill, bills: [Bill!]! }
      type Bill @key(fields: "id") { id: ID!, amount: Int!, paid: Int, payment: Payment, note: String }
      type Payment @key(fields: "id") { id: ID!, amount: Int! @shareable }
    `,
    new: `${ALL}
      type Query { payment: Payment }
      type Bill @key(fields: "id") { id: ID!, paid: Int @override(from: "old"), payment: Payment @override(from: "old"), note: String @override(from: "old", label: "percent(0)") }
      type Payment @key(fields: "id") { id: ID!, amount: Int! @external, sum: String @requires(fields: "amount") }
    `,
    banks: `${ALL}
      type Bill @key(fields: "id") {
        id: ID!
        paid: Int @external
        amount: Int! @external
        open: String @requires(fields: "amount paid")
        payment: Payment @external
        bank: String @requires(fields: "payment { id amount }")
      }
      type Payment @key(fields: "id") { id: ID!, amount: Int! @external }
    `,
  },
  'what is provided within what is provided': {
    stores: `${ALL}
      type Query {
        products: [Product!]! @provides(fields: "categories { id name } shop { owner { name } }")
        product: Product
      }
      type Product @key(fields: "id") { id: ID!, categories: [Category!] @external, shop: Shop @external }
      type Category @key(fields: "id") { id: ID!, name: String @external }
      type Shop @key(fields: "id") { id: ID!, owner: Owner @external }
      type Owner @key(fields: "id") { id: ID!, name: String @external }
    `,
    categories: `${ALL}
      type Product @key(fields: "id") { id: ID!, categories: [Category!] @shareable, shop: Shop @shareable }
      type Category @key(fields: "id") { id: ID!, name: String @shareable, parent: Category }
      type Shop @key(fields: "id") { id: ID!, owner: Owner @shareable, town: String! }
      type Owner @key(fields: "id") { id: ID!, name: String @shareable, age: Int }
    `,
  },
  'fields whose types differ as far as they may': {
    a: `${ALL}
      type Query { users: [User!]!, accounts: [Account], one: User! @shareable }
      union Account = User | Admin
      interface Named { name: String }
      type User implements Named @key(fields: "id") { id: ID!, name: String! @shareable, similar: [User!], of: Named }
      type Admin implements Named @key(fields: "id") { id: ID!, name: String, similar: [Account!] }
    `,
    b: `${ALL}
      type Query { one: User @shareable }
      interface Named { name: String }
      type User implements Named @key(fields: "id") { id: ID!, name: String @shareable, since: Int! }
      type Admin @key(fields: "id") { id: ID!, since: String }
    `,
  },
  'nulls that take along what lies around them, over subgraphs': {
    orders: `${ALL}
      type Query { orders: [Order!], order: Order!, grid: [[Order!]!] }
      type Order @key(fields: "id") { id: ID!, lines: [Line!]!, buyer: Buyer! }
      type Line { product: Product!, count: Int! }
      type Product @key(fields: "id") { id: ID! }
      type Buyer @key(fields: "id") { id: ID! }
    `,
    products: `${ALL}
      type Product @key(fields: "id") { id: ID!, name: String!, maker: Maker! }
      type Maker @key(fields: "id") { id: ID! }
      type Buyer @key(fields: "id") { id: ID!, name: String! }
    `,
    makers: `${ALL}
      type Maker @key(fields: "id") { id: ID!, name: String!, towns: [[String!]!]! }
    `,
  },
  'a type that only one subgraph says implements an interface': {
    agency: `${ALL}
      type Query { agency: Agency }
      type Agency @key(fields: "id") { id: ID!, companyName: String }
      type Group @key(fields: "id") { id: ID!, name: String }
    `,
    own: `${ALL}
      type Query { products: [Product], owners: [Owner!] }
      union Product = Oven | Toaster
      interface Owner { id: ID! }
      type Agency implements Owner @key(fields: "id") { id: ID! }
      type Self implements Owner @key(fields: "id") { id: ID!, email: String }
      type Group implements Owner @key(fields: "id") { id: ID! }
      type Oven @key(fields: "id") { id: ID!, owner: Owner, warranty: Int }
      type Toaster @key(fields: "id") { id: ID!, owner: Owner! }
    `,
    more: `${ALL}
      interface Machine { id: ID!, name: String }
      type Oven implements Machine @key(fields: "id") { id: ID!, name: String }
      type Toaster implements Machine @key(fields: "id") { id: ID!, name: String, slots: Int }
      type Query { machines: [Machine!]! }
    `,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
