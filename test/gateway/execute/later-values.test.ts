import { describe, expect, it } from 'vitest';
import { Kind, parse } from 'graphql';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { graphOf } from '#gate/execute/graph.ts';
import { projection } from '#gate/execute/project.ts';
import { selectionsOf } from '#gate/execute/selection.ts';

const supergraph = composeSupergraph([
  {
    name: 'shop',
    url: 'http://shop.invalid',
    typeDefs: parse(`
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@inaccessible", "@tag"])
      type Query { orders: [Order!]! }
      type Order { state: State! next: [State!] }
      enum State { OPEN, SENT, IN_DISPUTE @tag(name: "staff"), LOST @inaccessible }`),
  },
]);

/** What a client sees of orders, as a subgraph gave them. */
function shown(orders: readonly object[], without: readonly string[] = []): unknown {
  const graph = graphOf(supergraph, without);
  const document = parse('{ orders { state next } }');
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('It is a query.');
  const project = projection(selectionsOf(graph.apiSchema, document, operation, {}), new Map(), graph.supergraph);
  return JSON.parse(project({ orders }));
}

describe('A value of an enum that the graph lacks', () => {
  it('is shown as the subgraph of a later version wrote it', () => {
    const orders = [
      { state: 'OPEN', next: ['SENT', 'ON_HOLD'] },
      { state: 'ON_HOLD', next: null },
    ];
    expect(shown(orders)).toEqual({ orders });
  });

  it.each([['no name of a value'], ['on_hold'], [7], [{ state: 'OPEN' }], [''], [undefined]])(
    'is null where it is no value of any version: %j',
    (state) => {
      expect(shown([{ state: 'OPEN', next: [state] }])).toEqual({ orders: [{ state: 'OPEN', next: null }] });
    },
  );

  it('is null where this version has it and hides it from clients', () => {
    expect(shown([{ state: 'OPEN', next: ['IN_DISPUTE'] }])).toEqual({
      orders: [{ state: 'OPEN', next: ['IN_DISPUTE'] }],
    });
    expect(shown([{ state: 'OPEN', next: ['IN_DISPUTE'] }], ['staff'])).toEqual({
      orders: [{ state: 'OPEN', next: null }],
    });
    expect(shown([{ state: 'OPEN', next: ['LOST'] }])).toEqual({ orders: [{ state: 'OPEN', next: null }] });
  });
});
