// What each program is handed: where the system is, and a client of it.
export const { REST_URL, GRAPHQL_URL, CLIENT_ID, CLIENT_SECRET, TOKEN } = process.env;

export function require(what, isRight) {
  if (!isRight) throw new Error(`${what}: no`);
}

export const MEMBERS = 'query Members($first: Int!) { members(first: $first) { nodes { id memberNo name } } }';
export const VARIABLES = { first: 2 };
export const requireMembers = (data) => require('two members came', data?.members?.nodes?.length === 2);
