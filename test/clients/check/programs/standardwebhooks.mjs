import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { REST_URL, TOKEN, require } from './about.mjs';

const { promise: delivery, resolve } = Promise.withResolvers();
const receiver = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  response.end();
  resolve({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
});
await new Promise((listening) => receiver.listen(0, '127.0.0.1', listening));
const post = async (path, body) => {
  const response = await fetch(`${REST_URL}/api/v1/webhooks${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const shown = await response.json();
  require(`POST /webhooks${path} (${response.status} ${shown.detail ?? ''})`, response.ok);
  return shown;
};
const { id, secret } = await post('', { url: `http://127.0.0.1:${receiver.address().port}/`, events: ['loan.*'] });
await post(`/${id}/test`, {});
const { headers, body } = await delivery;
const event = new Webhook(secret).verify(body, headers);
require('the delivery is of a test', event.type === 'webhook.test');
let isForged = false;
try {
  new Webhook(secret).verify(body.replace('webhook.test', 'loan.closed'), headers);
  isForged = true;
} catch {}
require('a body that was changed is refused', !isForged);
receiver.close();
