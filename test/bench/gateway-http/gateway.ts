/** The gateway in a process of its own; subgraphs are at the address that is handed in. */
import { startGateway } from '#gate/server.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ringOf } from '#platform/runtime/ring.ts';

const [origin] = process.argv.slice(2);
const path = fileURLToPath(new URL('../../../gateway/supergraph.graphql', import.meta.url));
const silent = { error() {}, warn() {}, info() {}, debug() {} };
const scopes = [
  ...new Set([...readFileSync(path, 'utf8').matchAll(/"([a-z_]+:[a-z_]+)"/g)].map(([, scope]) => scope ?? '')),
];
const gateway = await startGateway({
  port: 0,
  supergraphPath: path,
  subgraphs: (name) => ({ url: `${origin}/${name}` }),
  authenticate: async () => ({ scopes, mode: 'sandbox', clientKey: 'bench', clientId: 1, tenantId: 1 }) as never,
  identityKey: ringOf(new Uint8Array(32).fill(7)),
  now: () => Temporal.Now.instant(),
  log: silent,
});
let before = process.cpuUsage();
process.on('message', (message) => {
  if (message === 'begin') before = process.cpuUsage();
  const { user, system } = process.cpuUsage(before);
  process.send?.(message === 'begin' ? 0 : (user + system) / 1_000);
});
process.send?.(gateway.url);
