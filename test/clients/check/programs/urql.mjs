import { Client, fetchExchange } from '@urql/core';
import { GRAPHQL_URL, MEMBERS, TOKEN, VARIABLES, requireMembers } from './about.mjs';

// It ends a request that is over by its signal, which Node reports as a rejection of nobody's.
process.on('unhandledRejection', (error) => {
  if (error?.name !== 'AbortError') throw error;
});

// By its default settings, which send short queries by GET.
const client = new Client({
  url: GRAPHQL_URL,
  exchanges: [fetchExchange],
  fetchOptions: () => ({ headers: { authorization: `Bearer ${TOKEN}` } }),
});
const { data, error } = await client.query(MEMBERS, VARIABLES).toPromise();
if (error) throw error;
requireMembers(data);
