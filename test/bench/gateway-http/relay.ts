/** The floor: makes the fetches that it was sent, one after the other, and answers with finished text. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Agent, request as send } from 'undici';

type Task = { readonly fetches: readonly { readonly url: string; readonly body: string }[]; readonly text: string };
let task: Task = { fetches: [], text: '' };
const dispatcher = new Agent({ connections: 64 });

const server = createServer((incoming, outgoing) => {
  void (async () => {
    JSON.parse((await buffer(incoming)).toString());
    for (const { url, body } of task.fetches) {
      const headers = { 'content-type': 'application/json' };
      const response = await send(url, { method: 'POST', dispatcher, headers, body });
      JSON.parse(await response.body.text());
    }
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(task.text);
  })();
}).listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));

let before = process.cpuUsage();
process.on('message', (message: Task | 'begin' | 'end') => {
  if (typeof message === 'object') task = message;
  if (message === 'begin') before = process.cpuUsage();
  const { user, system } = process.cpuUsage(before);
  process.send?.(message === 'end' ? (user + system) / 1_000 : 0);
});
