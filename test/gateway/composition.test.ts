import { describe, expect, it } from 'vitest';
import { ApolloGateway } from '@apollo/gateway';
import { composeServices } from '@theguild/federation-composition';
import { lexicographicSortSchema, parse, print, printSchema } from 'graphql';
import { separateAccessRules } from '#gate/access/rules.ts';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { costRulesOf } from '#gate/cost/rules.ts';
import { composableSubgraphs } from '#sub/subgraphs.ts';

const subgraphs = await composableSubgraphs();

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** What a gateway makes of a supergraph: the schema for clients, who may see what, and what it costs. */
async function readingOf(supergraph: string) {
  const written = parse(supergraph);
  const { document, rules } = separateAccessRules(written);
  const sorted = <Value>(map: ReadonlyMap<string, Value>) =>
    [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const costs = costRulesOf(written);
  const gateway = new ApolloGateway({
    supergraphSdl: print(document),
    logger: silent,
    buildService: () => ({ process: async () => ({}) }),
  });
  const { schema } = await gateway.load();
  await gateway.stop();
  return {
    schema: printSchema(lexicographicSortSchema(schema)),
    access: [sorted(rules.types), sorted(rules.fields)],
    costs: [sorted(costs.weights), sorted(costs.lists)],
  };
}

describe('Our subgraphs', () => {
  it('compose with the composition of another library, to the same graph', async () => {
    const composed = [composeSupergraph(subgraphs), composeSupergraph(subgraphs, composeServices)];
    const [ours, theirs] = await Promise.all(composed.map(readingOf));
    expect(ours?.access.flat().length).toBeGreaterThan(150);
    expect(ours?.costs.flat().length).toBeGreaterThan(50);
    expect(theirs).toEqual(ours);
  });
});
