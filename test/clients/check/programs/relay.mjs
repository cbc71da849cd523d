import relay from 'relay-runtime';
import { GRAPHQL_URL, MEMBERS, TOKEN, VARIABLES, requireMembers } from './about.mjs';

// Its network layer and its environment; what its compiler makes of fragments is no part of this.
const network = relay.Network.create(async ({ text }, variables) => {
  const response = await fetch(GRAPHQL_URL, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  });
  return response.json();
});
new relay.Environment({ network, store: new relay.Store(new relay.RecordSource()) });
const parameters = { name: 'Members', operationKind: 'query', text: MEMBERS, id: null, cacheID: 'members', metadata: {} };
const { data, errors } = await network.execute(parameters, VARIABLES, { force: true }).toPromise();
if (errors) throw new Error(JSON.stringify(errors));
requireMembers(data);
