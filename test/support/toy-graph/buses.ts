import { typeDefs, type Resolvers } from '#sub/schema.ts';

/**
 * Two subgraphs that use whatever Federation 2 has: compound and nested keys, @requires, @provides, @override,
 * @shareable, @tag, @inaccessible, @interfaceObject, @composeDirective. They are shaped after the subgraphs by which
 * Apollo's compatibility suite measures a library.
 */
export const busesTypeDefs = typeDefs(
  `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.9"
      import: [
        "@composeDirective", "@external", "@inaccessible", "@interfaceObject", "@key", "@override", "@provides",
        "@requires", "@shareable", "@tag"
      ]
    )
    @link(url: "https://specs.umoja.example/audience/v1.0", import: ["@audience"])
    @composeDirective(name: "@audience")

  directive @audience(of: String!) on OBJECT

  type Query { bus(id: ID!): Bus }

  type Bus @audience(of: "riders") @key(fields: "id") @key(fields: "plate county") @key(fields: "plate line { no }") {
    id: ID!
    plate: String
    county: String
    line: Line
    size: Size
    driver: Driver @provides(fields: "trips")
    notes: String @tag(name: "internal")
  }
  type Line { no: ID! }
  type Size @shareable { seats: Int, weight: Float, unit: String @inaccessible }

  type Driver @key(fields: "email") {
    email: ID!
    name: String @override(from: "people")
    trips: Int @external
    years: Int! @external
    tripsAYear: Int @requires(fields: "trips years")
  }

  type Depot @interfaceObject @key(fields: "id") { id: ID!, buses: [Bus!]! }
`,
  'buses',
);

export const peopleTypeDefs = typeDefs(
  `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@external", "@key", "@requires", "@shareable"])

  type Query { depot(id: ID!): Depot, drivers: [Driver!]! }

  type Driver @key(fields: "email") { email: ID!, name: String, trips: Int @shareable, years: Int! }

  type Bus @key(fields: "id") {
    id: ID!
    size: Size @external
    fare(children: Int): String @requires(fields: "size { seats weight }")
  }
  type Size @shareable { seats: Int, weight: Float }

  interface Depot @key(fields: "id") { id: ID!, town: String }
  type CountyDepot implements Depot @key(fields: "id") { id: ID!, town: String }
`,
  'people',
);

const email = 'otieno@example.org';
const bus = {
  id: 'b1',
  plate: 'KDA 001A',
  county: 'Nairobi',
  line: { no: '23' },
  size: { seats: 33, weight: 7.5, unit: 't' },
  // What the bus knows of the trips; the people’s own count is another, so that a test sees who was asked.
  driver: { email, trips: 5 },
  notes: 'New tyres.',
};

export const busesResolvers: Resolvers<object> = {
  Query: { bus: (_, { id }) => (id === bus.id ? bus : null) },
  Bus: {
    __resolveReference: (reference) => {
      if (reference.id !== undefined) return reference.id === bus.id ? bus : null;
      const isThisPlate = reference.plate === bus.plate;
      return isThisPlate && (reference.county === bus.county || reference.line?.no === bus.line.no) ? bus : null;
    },
  },
  Driver: {
    __resolveReference: (reference) => (reference.email === email ? { ...reference, name: 'Otieno' } : null),
    tripsAYear: ({ trips, years }) => trips / years,
  },
  Depot: { __resolveReference: ({ id }) => ({ id }), buses: () => [bus] },
};

const driver = { email, name: 'Not asked any more', trips: 40, years: 8 };

export const peopleResolvers: Resolvers<object> = {
  Query: { depot: (_, { id }) => ({ __typename: 'CountyDepot', id, town: 'Thika' }), drivers: () => [driver] },
  Driver: { __resolveReference: (reference) => (reference.email === email ? driver : null) },
  Bus: {
    __resolveReference: (reference) => reference,
    fare: ({ size }) => `${size.seats * 10} for ${size.weight} t`,
  },
  Depot: { __resolveType: () => 'CountyDepot' },
  CountyDepot: { __resolveReference: ({ id }) => ({ id, town: 'Thika' }) },
};
