import * as oauth from 'oauth4webapi';
import { CLIENT_ID, CLIENT_SECRET, REST_URL, require } from './about.mjs';

const plain = { [oauth.allowInsecureRequests]: true };
const issuer = new URL(`${REST_URL}/api/v1`);
const server = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { ...plain, algorithm: 'oauth2' }),
);
const me = { client_id: CLIENT_ID };
const granted = await oauth.processClientCredentialsResponse(
  server,
  me,
  await oauth.clientCredentialsGrantRequest(server, me, oauth.ClientSecretBasic(CLIENT_SECRET), { scope: 'loans:read' }, plain),
);
const loans = new URL(`${REST_URL}/api/v1/loans`);
const reply = await oauth.protectedResourceRequest(granted.access_token, 'GET', loans, undefined, undefined, plain);
require('loans are shown', reply.status === 200);
