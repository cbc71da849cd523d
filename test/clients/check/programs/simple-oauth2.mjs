import { ClientCredentials } from 'simple-oauth2';
import { CLIENT_ID, CLIENT_SECRET, REST_URL, require } from './about.mjs';

for (const bodyFormat of ['form', 'json']) {
  const client = new ClientCredentials({
    client: { id: CLIENT_ID, secret: CLIENT_SECRET },
    auth: { tokenHost: REST_URL, tokenPath: '/api/v1/oauth/token' },
    options: { authorizationMethod: 'body', bodyFormat },
  });
  const granted = await client.getToken({ scope: 'loans:read' });
  require(`a token by ${bodyFormat}`, granted.token.token_type === 'Bearer' && !granted.expired());
}
