import { typeDefs, type Resolvers } from '#sub/schema.ts';

/** The subgraph that Apollo's compatibility suite prescribes, with its data, on our stack. */
export const productsTypeDefs = typeDefs(
  `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.3"
      import: [
        "@composeDirective", "@extends", "@external", "@key", "@inaccessible", "@interfaceObject", "@override",
        "@provides", "@requires", "@shareable", "@tag"
      ]
    )
    @link(url: "https://myspecs.dev/myCustomDirective/v1.0", import: ["@custom"])
    @composeDirective(name: "@custom")

  directive @custom on OBJECT

  type Product @custom @key(fields: "id") @key(fields: "sku package") @key(fields: "sku variation { id }") {
    id: ID!
    sku: String
    package: String
    variation: ProductVariation
    dimensions: ProductDimension
    createdBy: User @provides(fields: "totalProductsCreated")
    notes: String @tag(name: "internal")
    research: [ProductResearch!]!
  }

  type DeprecatedProduct @key(fields: "sku package") {
    sku: String!
    package: String!
    reason: String
    createdBy: User
  }

  type ProductVariation { id: ID! }
  type ProductResearch @key(fields: "study { caseNumber }") { study: CaseStudy!, outcome: String }
  type CaseStudy { caseNumber: ID!, description: String }
  type ProductDimension @shareable { size: String, weight: Float, unit: String @inaccessible }

  extend type Query {
    product(id: ID!): Product
    deprecatedProduct(sku: String!, package: String!): DeprecatedProduct @deprecated(reason: "Use product query instead")
  }

  extend type User @key(fields: "email") {
    averageProductsCreatedPerYear: Int @requires(fields: "totalProductsCreated yearsOfEmployment")
    email: ID! @external
    name: String @override(from: "users")
    totalProductsCreated: Int @external
    yearsOfEmployment: Int! @external
  }

  type Inventory @interfaceObject @key(fields: "id") { id: ID!, deprecatedProducts: [DeprecatedProduct!]! }
`,
  'products',
);

const user = { email: 'support@apollographql.com', name: 'Jane Smith', totalProductsCreated: 1337 };
const deprecated = {
  sku: 'apollo-federation-v1',
  package: '@apollo/federation-v1',
  reason: 'Migrate to Federation V2',
  createdBy: user,
};
const research = [
  { study: { caseNumber: '1234', description: 'Federation Study' }, outcome: null },
  { study: { caseNumber: '1235', description: 'Studio Study' }, outcome: null },
];
const dimensions = { size: 'small', weight: 1, unit: 'kg' };
const products = [
  {
    id: 'apollo-federation',
    sku: 'federation',
    package: '@apollo/federation',
    variation: { id: 'OSS' },
    dimensions,
    research: research.slice(0, 1),
    createdBy: user,
    notes: null,
  },
  {
    id: 'apollo-studio',
    sku: 'studio',
    package: '',
    variation: { id: 'platform' },
    dimensions,
    research: research.slice(1),
    createdBy: user,
    notes: null,
  },
];
const isDeprecated = (of: Readonly<Record<string, unknown>>) =>
  of['sku'] === deprecated.sku && of['package'] === deprecated.package;

export const productsResolvers: Resolvers<object> = {
  Query: {
    product: (_, { id }) => products.find((each) => each.id === id) ?? null,
    deprecatedProduct: (_, key) => (isDeprecated(key) ? deprecated : null),
  },
  Product: {
    __resolveReference: ({ id, sku, package: name, variation }) =>
      products.find((each) =>
        id === undefined
          ? each.sku === sku && (each.package === name || each.variation.id === variation?.id)
          : each.id === id,
      ) ?? null,
  },
  DeprecatedProduct: { __resolveReference: (key) => (isDeprecated(key) ? deprecated : null) },
  ProductResearch: {
    __resolveReference: ({ study }) => research.find((each) => each.study.caseNumber === study.caseNumber) ?? null,
  },
  User: {
    __resolveReference: (reference) => (reference.email === user.email ? { ...user, ...reference } : null),
    averageProductsCreatedPerYear: ({ totalProductsCreated, yearsOfEmployment }) =>
      Math.round(totalProductsCreated / yearsOfEmployment),
  },
  Inventory: { __resolveReference: ({ id }) => ({ id }), deprecatedProducts: () => [deprecated] },
};
