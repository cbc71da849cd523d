/**
 * Serves what Apollo's compatibility suite for subgraphs asks: the subgraph that it prescribes on our stack at port 4001,
 * and our gateway at port 4000 before it and the suite's own two subgraphs, which run at ports 4002 and 4003.
 *
 *     npm run bench -- subgraph-suite <folder of @apollo/federation-subgraph-compatibility-tests, installed>
 *
 * It runs the suite's tests, as they were published, without its Docker and its router. A subgraph of ours takes requests
 * of its gateway only; here a relay signs those of the suite.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { parse } from 'graphql';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { startGateway } from '#gate/server.ts';
import { signIdentity, identityHeader } from '#platform/auth/internal-identity.ts';
import { serveSubgraph } from '#sub/serve-subgraph.ts';
import { aCaller } from '../support/caller.ts';
import { productsResolvers, productsTypeDefs } from '../support/toy-graph/products.ts';
import { ringOf } from '#platform/runtime/ring.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Where are the suite’s tests? Install them in a folder of their own, and name it.');
const suite = resolve(folder);
const own = (name: string) => join(suite, 'dist/subgraphs', name);
const log = { error: console.error, warn() {}, info() {}, debug() {} };
const identityKey = ringOf(new Uint8Array(32).fill(5));
const now = () => Temporal.Now.instant();

const PASSED = 'apollo-federation-include-trace';

/** Hands what comes over to an address, with a header more. */
function relay(port: number, to: string, header: () => Readonly<Record<string, string>>) {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = (await buffer(incoming)).toString();
      const passed = incoming.headers[PASSED];
      const headers = {
        'content-type': 'application/json',
        ...(typeof passed === 'string' ? { [PASSED]: passed } : {}),
        ...header(),
      };
      const response = await fetch(to, { method: 'POST', headers, body });
      const type = response.headers.get('content-type') ?? 'application/json';
      outgoing.writeHead(response.status, { 'content-type': type }).end(await response.text());
    })();
  });
  return server.listen(port, '127.0.0.1');
}

const context = () => ({ caller: aCaller() });
const products = await serveSubgraph({
  name: 'products',
  typeDefs: productsTypeDefs,
  resolvers: productsResolvers,
  context,
  identityKey,
  now,
  log,
});
const address = `${await products.listen({ port: 0 })}/graphql`;
const others = ['users', 'inventory'].map((name) => ({
  name,
  url: `http://localhost:${name === 'users' ? 4002 : 4003}/`,
  typeDefs: parse(readFileSync(join(own(name), `${name}.graphql`), 'utf8')),
  process: spawn(process.execPath, ['index.js'], { cwd: own(name), stdio: ['ignore', 'ignore', 'inherit'] }),
}));
const supergraphPath = join(mkdtempSync(join(tmpdir(), 'umoja-suite-')), 'supergraph.graphql');
writeFileSync(
  supergraphPath,
  composeSupergraph([{ name: 'products', url: address, typeDefs: productsTypeDefs }, ...others]),
);
const urls = new Map([['products', address], ...others.map(({ name, url }) => [name, url] as const)]);
const gateway = await startGateway({
  port: 0,
  supergraphPath,
  subgraphs: (name) => ({ url: urls.get(name) ?? '' }),
  authenticate: async () => aCaller(),
  identityKey,
  now,
  log,
});
const relays = [
  relay(4001, address, () => ({ [identityHeader]: signIdentity(aCaller(), identityKey, now()) })),
  relay(4000, gateway.url, () => ({ authorization: 'Bearer suite' })),
];
// The suite's subgraphs say nothing once they listen.
await after(3_000);

const jest = spawn(process.execPath, [join(suite, 'node_modules/jest/bin/jest.js'), '--rootDir', suite, 'dist/tests'], {
  cwd: suite,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const [code] = (await once(jest, 'exit')) as [number];
for (const each of others) each.process.kill();
for (const each of relays) each.close();
await gateway.close();
await products.close();
process.exit(code);
