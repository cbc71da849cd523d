import { GraphQLClient } from 'graphql-request';
import { GRAPHQL_URL, MEMBERS, TOKEN, VARIABLES, requireMembers } from './about.mjs';

const headers = { authorization: `Bearer ${TOKEN}` };
requireMembers(await new GraphQLClient(GRAPHQL_URL, { headers }).request(MEMBERS, VARIABLES));
requireMembers(await new GraphQLClient(GRAPHQL_URL, { headers, method: 'GET' }).request(MEMBERS, VARIABLES));
