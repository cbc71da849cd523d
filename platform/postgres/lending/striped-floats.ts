/**
 * What of a float lies in its stripes, and when it last moved there: one row for an agent, whatever its number of stripes.
 * It comes on top of what stands in the agent's own row.
 * @param agent the alias of the agent in the statement
 */
export const inStripesOf = (agent: string): string =>
  `select coalesce(sum(s.float), 0) as float, coalesce(sum(s.held), 0) as held, max(s.updated_at) as updated_at
     from agent_stripe s where s.agent_id = ${agent}.id`;
