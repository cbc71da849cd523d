/**
 * Another gateway in a process of its own, on the same supergraph and the same subgraphs: Apollo's own, or one that was
 * installed in a folder apart. Says where it listens, or why it does not take the graph.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApolloServer } from '@apollo/server';
import { ApolloGateway } from '@apollo/gateway';
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify';
import Fastify, { type FastifyPluginAsync } from 'fastify';
import { print } from 'graphql';
import { graphOf } from '#gate/execute/graph.ts';
import { disableVendorReports } from '#platform/runtime/vendor-reports.ts';
import { subgraphRows } from '#sub/subgraphs.ts';

const [origin = '', name = '', folder = ''] = process.argv.slice(2);
disableVendorReports();
const supergraph = readFileSync(new URL('../../../gateway/supergraph.graphql', import.meta.url), 'utf8').replaceAll(
  /@join__graph\(name: "(\w+)", url: "[^"]*"\)/g,
  (_, subgraph) => `@join__graph(name: "${subgraph}", url: "${origin}/${subgraph}")`,
);

/** A package of the folder. Its types are not here: what is used of it stands at its use. */
async function from<Module>(packageName: string): Promise<Module> {
  const path = createRequire(join(folder, 'package.json')).resolve(packageName);
  return (await import(pathToFileURL(path).href)) as Module;
}

/** By name: starts it, and returns its address. */
const GATEWAYS: Readonly<Record<string, () => Promise<string>>> = {
  apollo: async () => {
    const server = Fastify();
    const apollo = new ApolloServer({
      // Rules of access are enforced by a gateway of Apollo's that has a licence; without them it takes the graph.
      gateway: new ApolloGateway({ supergraphSdl: graphOf(supergraph).supergraphSdl }),
      plugins: [fastifyApolloDrainPlugin(server)],
    });
    await apollo.start();
    server.post('/graphql', fastifyApolloHandler(apollo));
    return `${await server.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  },
  hive: async () => {
    const { createGatewayRuntime } = await from<{
      createGatewayRuntime: (config: object) => RequestListener;
    }>('@graphql-hive/gateway-runtime');
    const { unifiedGraphHandler } = await from<{ unifiedGraphHandler: unknown }>('@graphql-hive/router-runtime');
    const gateway = createGatewayRuntime({ supergraph, unifiedGraphHandler, logging: false, maskedErrors: false });
    const server = createServer(gateway);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  },
  mercurius: async () => {
    const { default: mercurius } = await from<{ default: FastifyPluginAsync<{ gateway: object; jit: number }> }>(
      '@mercuriusjs/gateway',
    );
    const rows = await Promise.all(subgraphRows().map(async (row) => ({ ...row, ...(await row.load()) })));
    const services = rows.map(({ name: subgraph, typeDefs }) => ({
      name: subgraph,
      url: `${origin}/${subgraph}`,
      mandatory: true,
      schema: typeof typeDefs === 'string' ? typeDefs : print(typeDefs),
    }));
    const server = Fastify();
    await server.register(mercurius, { gateway: { services }, jit: 1 });
    return `${await server.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  },
};

let before = process.cpuUsage();
process.on('message', (message) => {
  if (message === 'begin') before = process.cpuUsage();
  const { user, system } = process.cpuUsage(before);
  process.send?.(message === 'begin' ? 0 : (user + system) / 1_000);
});
process.send?.(
  await GATEWAYS[name]?.().then(
    (url) => ({ url }),
    (error: unknown) => ({ refused: error instanceof Error ? error.message : String(error) }),
  ),
);
