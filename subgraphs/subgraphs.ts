import type { DocumentNode } from 'graphql';
import type { LifecyclesByType, WordsByEnum } from './derive-enums.ts';
import { accessEnums, accessLifecycles, accessWords } from './access/enums.ts';
import { accessLists } from './access/lists.ts';
import { educationEnums, educationLifecycles, educationWords } from './education/enums.ts';
import { educationLists } from './education/lists.ts';
import { educationSteps } from './education/steps.ts';
import { lendingEnums, lendingLifecycles, lendingWords } from './lending/enums.ts';
import { lendingLists } from './lending/lists.ts';
import { lendingSteps } from './lending/steps.ts';
import type { AccessSubgraph } from './access/subgraph.ts';
import type { LendingSubgraph } from './lending/subgraph.ts';
import type { ListsByType } from './lists.ts';
import type { Resolvers } from './schema.ts';
import type { Subgraph } from './serve-subgraph.ts';
import type { StepsOfType } from './steps.ts';
import { namesOf } from '#core/kernel/names.ts';

/** What a subgraph may need; each takes its part. */
type SubgraphParts = LendingSubgraph & AccessSubgraph;

type SubgraphRow = {
  /** Where it listens where it runs alone; `<NAME>_PORT` chooses another. */
  readonly port: number;
  /** What its enums.graphql is derived from. */
  readonly lifecycles?: LifecyclesByType;
  readonly words?: WordsByEnum;
  /** What its lists.graphql is derived from. */
  readonly lists?: { readonly of: ListsByType; readonly enums: Resolvers<never> };
  /** What its steps.graphql is derived from. */
  readonly steps?: readonly StepsOfType[];
  /** Reads its files, which may just have been derived. */
  readonly load: () => Promise<{
    readonly typeDefs: DocumentNode;
    readonly start: (parts: SubgraphParts) => Promise<Subgraph>;
  }>;
};

/** The subgraphs, one row each: roles, settings, derived files, the supergraph and its tests follow. */
export const SUBGRAPHS = {
  lending: {
    port: 4001,
    lifecycles: lendingLifecycles,
    words: lendingWords,
    lists: { of: lendingLists, enums: lendingEnums },
    steps: lendingSteps,
    load: async () => {
      const { lendingTypeDefs, lendingSubgraph } = await import('./lending/subgraph.ts');
      return { typeDefs: lendingTypeDefs, start: lendingSubgraph };
    },
  },
  education: {
    port: 4002,
    lifecycles: educationLifecycles,
    words: educationWords,
    lists: { of: educationLists, enums: educationEnums },
    steps: educationSteps,
    load: async () => {
      const { educationTypeDefs, educationSubgraph } = await import('./education/subgraph.ts');
      return { typeDefs: educationTypeDefs, start: educationSubgraph };
    },
  },
  access: {
    port: 4003,
    lifecycles: accessLifecycles,
    words: accessWords,
    lists: { of: accessLists, enums: accessEnums },
    load: async () => {
      const { accessTypeDefs, accessSubgraph } = await import('./access/subgraph.ts');
      return { typeDefs: accessTypeDefs, start: accessSubgraph };
    },
  },
} satisfies { readonly [name: string]: SubgraphRow };

export type SubgraphName = keyof typeof SUBGRAPHS;

/** The rows with their names, in their order. */
export function subgraphRows(): readonly (SubgraphRow & { readonly name: SubgraphName })[] {
  return namesOf(SUBGRAPHS).map((name) => ({ ...SUBGRAPHS[name], name }));
}

/** The subgraphs as composition takes them. */
export function composableSubgraphs() {
  return Promise.all(
    subgraphRows().map(async ({ name, port, load }) => ({
      name,
      url: `http://127.0.0.1:${port}/graphql`,
      typeDefs: (await load()).typeDefs,
    })),
  );
}
