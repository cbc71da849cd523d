import * as openid from 'openid-client';
import { CLIENT_ID, CLIENT_SECRET, REST_URL, require } from './about.mjs';

const config = await openid.discovery(
  new URL(`${REST_URL}/api/v1`),
  CLIENT_ID,
  undefined,
  openid.ClientSecretPost(CLIENT_SECRET),
  { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
);
const token = await openid.clientCredentialsGrant(config, { scope: 'students:read' });
const students = new URL(`${REST_URL}/api/v1/students`);
const reply = await openid.fetchProtectedResource(config, token.access_token, students, 'GET');
require('students are shown', reply.status === 200);
await openid.tokenRevocation(config, token.access_token);
require('the token has ended', !(await openid.tokenIntrospection(config, token.access_token)).active);
