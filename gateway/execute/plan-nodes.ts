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

/** The texts of fetches of entities that a plan sends at more than one place. */
export function repeatedFetches(plan: PlanNode): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const walk = (node: PlanNode | undefined): void => {
    if (node === undefined) return;
    if (node.kind === 'Flatten') return walk(node.node);
    if (node.kind === 'Sequence' || node.kind === 'Parallel') return node.nodes.forEach(walk);
    if (node.kind === 'Condition') return [node.ifClause, node.elseClause].forEach(walk);
    if (node.kind !== 'Fetch' || node.requires === undefined) return;
    const text = textOf(node);
    (seen.has(text) ? repeated : seen).add(text);
  };
  walk(plan);
  return repeated;
}
