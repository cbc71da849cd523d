import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { GRAPHQL_URL, MEMBERS, TOKEN, VARIABLES, requireMembers } from './about.mjs';

const link = new HttpLink({ uri: GRAPHQL_URL, headers: { authorization: `Bearer ${TOKEN}` } });
const client = new ApolloClient({ link, cache: new InMemoryCache() });
const { data, error } = await client.query({ query: gql(MEMBERS), variables: VARIABLES });
if (error) throw error;
requireMembers(data);
