import type { FetchNode, PlanNode } from '@apollo/query-planner';

/** How many fetches a plan has. */
export function fetchesIn(node: PlanNode | undefined): number {
  if (node === undefined) return 0;
  switch (node.kind) {
    case 'Fetch':
      return 1;
    case 'Flatten':
      return fetchesIn(node.node);
    case 'Condition':
      return fetchesIn(node.ifClause) + fetchesIn(node.elseClause);
    case 'Sequence':
    case 'Parallel':
      return node.nodes.reduce((sum, each) => sum + fetchesIn(each), 0);
    case 'Defer':
      return 0;
  }
}

/** The operation's name contains the place of the fetch in its plan; what follows it is the selection. */
export const textOf = ({ serviceName, operation, operationKind }: FetchNode): string =>
  operationKind === 'mutation' ? '' : `${serviceName} ${operation.slice(operation.indexOf('{'))}`;

/** The fetches of entities in a plan, each as often as it stands there. */
export function entityFetchesIn(node: PlanNode | undefined): readonly FetchNode[] {
  if (node === undefined) return [];
  switch (node.kind) {
    case 'Fetch':
      return node.requires === undefined ? [] : [node];
    case 'Flatten':
      return entityFetchesIn(node.node);
    case 'Condition':
      return [...entityFetchesIn(node.ifClause), ...entityFetchesIn(node.elseClause)];
    case 'Sequence':
    case 'Parallel':
      return node.nodes.flatMap(entityFetchesIn);
    case 'Defer':
      return [];
  }
}

/** The texts of fetches of entities that a plan sends at more than one place. */
export function repeatedFetches(plan: PlanNode): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const node of entityFetchesIn(plan)) {
    const text = textOf(node);
    (seen.has(text) ? repeated : seen).add(text);
  }
  return repeated;
}
