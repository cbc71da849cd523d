import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnionType, parse, printType, stripIgnoredCharacters } from 'graphql';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { startGateway, type Gateway } from '#gate/server.ts';
import { identityHeader, signIdentity } from '#platform/auth/internal-identity.ts';
import { subgraphSchema } from '#sub/schema.ts';
import { serveSubgraph, type Subgraph } from '#sub/serve-subgraph.ts';
import { aCaller } from '#test/support/caller.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { busesResolvers, busesTypeDefs, peopleResolvers, peopleTypeDefs } from '#test/support/toy-graph/buses.ts';
import { identityKey, ways } from '#test/support/toy-graph/start.ts';

/**
 * What Apollo's compatibility suite for subgraphs expects of a library, held by ours: each block bears the name that
 * the suite gives it. `npm run bench -- subgraph-suite` runs that suite itself.
 */
describe('The schema of a subgraph', () => {
  const schema = subgraphSchema('buses', busesTypeDefs, busesResolvers);

  it('service: returns text that is never null', () => {
    expect(printType(schema.getType('_Service')!)).toContain('sdl: String!');
    expect(schema.getQueryType()?.getFields()['_service']?.type.toString()).toBe('_Service!');
  });

  it('spec: has the types of the federation', () => {
    const entity = schema.getType('_Entity');
    expect(isUnionType(entity) && entity.getTypes().map(({ name }) => name)).toEqual(['Bus', 'Depot', 'Driver']);
    expect(schema.getQueryType()?.getFields()['_entities']?.type.toString()).toBe('[_Entity]!');
    for (const name of ['_Any', 'federation__FieldSet', 'link__Import']) expect(schema.getType(name)).toBeDefined();
    expect(printType(schema.getType('link__Purpose')!)).toContain('EXECUTION');
  });
});

describe.each(ways)('Subgraphs that use all of Federation 2, reached %s', (way) => {
  const folder = mkdtempSync(join(tmpdir(), 'umoja-buses-'));
  const subgraphs = new Map<string, Subgraph>();
  const urls = new Map<string, string>();
  let supergraph: string;
  let gateway: Gateway;
  const now = () => Temporal.Now.instant();
  const { log } = recordingLog();
  beforeAll(async () => {
    const made = { buses: [busesTypeDefs, busesResolvers], people: [peopleTypeDefs, peopleResolvers] } as const;
    for (const [name, [typeDefs, resolvers]] of Object.entries(made)) {
      const context = () => ({ caller: aCaller() });
      subgraphs.set(name, await serveSubgraph({ name, typeDefs, resolvers, context, identityKey, now, log }));
    }
    supergraph = composeSupergraph(
      Object.entries(made).map(([name, [typeDefs]]) => ({ name, url: `http://${name}.invalid`, typeDefs })),
    );
    const supergraphPath = join(folder, 'supergraph.graphql');
    writeFileSync(supergraphPath, supergraph);
    if (way === 'over HTTP') {
      for (const [name, subgraph] of subgraphs) urls.set(name, `${await subgraph.listen({ port: 0 })}/graphql`);
    }
    gateway = await startGateway({
      port: 0,
      supergraphPath,
      subgraphs: (name) => (urls.has(name) ? { url: urls.get(name)! } : subgraphs.get(name)),
      authenticate: async () => aCaller(),
      identityKey,
      now,
      log,
    });
  });
  afterAll(async () => {
    await gateway.close();
    for (const subgraph of subgraphs.values()) await subgraph.close();
    rmSync(folder, { recursive: true });
  });

  const send = async (query: string, to = gateway.url) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
    const reply = await fetch(to, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { data, errors } = (await reply.json()) as { data?: unknown; errors?: { message: string }[] };
    return errors === undefined ? data : errors.map(({ message }) => message);
  };
  const queryBuses = async (query: string, variables: Record<string, unknown> = {}) => {
    const identity = signIdentity(aCaller(), identityKey, now());
    const { body } = await subgraphs.get('buses')!.execute({ query, variables }, identity);
    return body.errors ?? JSON.parse(JSON.stringify(body.data));
  };
  const entities = (representations: readonly object[], show: string) =>
    queryBuses(`query($all: [_Any!]!) { _entities(representations: $all) { ${show} } }`, { all: representations });
  const sdl = async () => stripIgnoredCharacters((await queryBuses('{ _service { sdl } }'))._service.sdl);

  it('introspection: the subgraph shows its whole schema', async () => {
    const emitted = parse(await sdl());
    const named = (document: typeof emitted) =>
      document.definitions.flatMap((node) => ('name' in node && node.name ? [`${node.kind} ${node.name.value}`] : []));
    expect(named(emitted)).toEqual(expect.arrayContaining(named(busesTypeDefs)));
  });

  it('@link: the subgraph links one version of the federation', async () => {
    const links = [...(await sdl()).matchAll(/url:"(https:\/\/specs\.apollo\.dev\/federation\/v[\d.]+)"/g)];
    expect(links.map(([, url]) => url)).toEqual(['https://specs.apollo.dev/federation/v2.9']);
  });

  it.each([
    ['@key (single)', { id: 'b1' }],
    ['@key (composite)', { plate: 'KDA 001A', county: 'Nairobi' }],
    ['@key (nested)', { plate: 'KDA 001A', line: { no: '23' } }],
  ])('%s: an entity is found by it', async (_, key) => {
    const found = await entities([{ __typename: 'Bus', ...key }], '... on Bus { id plate }');
    expect(found).toEqual({ _entities: [{ id: 'b1', plate: 'KDA 001A' }] });
  });

  it('@key: entities of several types come in the order in which they were requested, null where there is none', async () => {
    const request = [
      { __typename: 'Driver', email: 'otieno@example.org' },
      { __typename: 'Bus', id: 'nothing' },
      { __typename: 'Bus', id: 'b1' },
    ];
    const found = await entities(request, '__typename ... on Bus { id } ... on Driver { name }');
    expect(found).toEqual({
      _entities: [{ __typename: 'Driver', name: 'Otieno' }, null, { __typename: 'Bus', id: 'b1' }],
    });
  });

  it('@requires: a field is calculated from what another subgraph knows', async () => {
    expect(await sdl()).toContain('tripsAYear:Int@requires(fields:"trips years")');
    expect(await send('{ drivers { email tripsAYear } }')).toEqual({
      drivers: [{ email: 'otieno@example.org', tripsAYear: 5 }],
    });
    expect(await send('{ bus(id: "b1") { fare } }')).toEqual({ bus: { fare: '330 for 7.5 t' } });
  });

  it('@provides: what is at hand is taken from there', async () => {
    expect(await sdl()).toContain('driver:Driver@provides(fields:"trips")');
    expect(await send('{ bus(id: "b1") { driver { trips } } }')).toEqual({ bus: { driver: { trips: 5 } } });
    expect(await send('{ drivers { trips } }')).toEqual({ drivers: [{ trips: 40 }] });
  });

  it('@external: what only others know comes from them', async () => {
    expect(await send('{ bus(id: "b1") { driver { years } } }')).toEqual({ bus: { driver: { years: 8 } } });
  });

  it('@override: a field has moved', async () => {
    expect(await send('{ drivers { name } }')).toEqual({ drivers: [{ name: 'Otieno' }] });
  });

  it('@shareable: a type is known to both', async () => {
    expect(await sdl()).toContain('type Size@shareable');
    expect(await send('{ bus(id: "b1") { size { seats weight } } }')).toEqual({
      bus: { size: { seats: 33, weight: 7.5 } },
    });
  });

  it('@tag: reaches the supergraph', async () => {
    expect(await sdl()).toContain('notes:String@tag(name:"internal")');
    expect(stripIgnoredCharacters(supergraph)).toMatch(/notes:String[^}]*@tag\(name:"internal"\)/);
  });

  it('@tag: a contract leaves it out of what clients see', async () => {
    const partners = await startGateway({
      port: 0,
      supergraphPath: join(folder, 'supergraph.graphql'),
      withoutTags: ['internal'],
      subgraphs: (name) => subgraphs.get(name),
      authenticate: async () => aCaller(),
      identityKey,
      now,
      log,
    });
    const shown = await send('{ __type(name: "Bus") { fields { name } } }', partners.url);
    const rest = await send('{ bus(id: "b1") { plate driver { name } } }', partners.url);
    const refused = await send('{ bus(id: "b1") { note } }', partners.url);
    await partners.close();
    const all = await send('{ __type(name: "Bus") { fields { name } } }');
    const [names, of] = [all, shown].map((data) =>
      (data as { __type: { fields: { name: string }[] } }).__type.fields.map(({ name }) => name),
    );
    expect(of).toEqual(names?.filter((name) => name !== 'notes'));
    expect(rest).toEqual(await send('{ bus(id: "b1") { plate driver { name } } }'));
    // No message gives it away.
    expect(JSON.stringify(refused)).toContain('Cannot query field');
    expect(JSON.stringify(refused)).not.toContain('notes');
  });

  it('@inaccessible: is there for the subgraphs, and not for clients', async () => {
    expect(await sdl()).toContain('unit:String@inaccessible');
    expect(await queryBuses('{ bus(id: "b1") { size { unit } } }')).toEqual({ bus: { size: { unit: 't' } } });
    expect(await send('{ bus(id: "b1") { size { unit } } }')).toEqual([
      expect.stringContaining('Cannot query field "unit"'),
    ]);
  });

  it('@interfaceObject: adds to every kind of an interface', async () => {
    expect(await sdl()).toMatch(/type Depot@interfaceObject@key\(fields:"id"\)/);
    expect(await send('{ depot(id: "d1") { __typename town buses { id } } }')).toEqual({
      depot: { __typename: 'CountyDepot', town: 'Thika', buses: [{ id: 'b1' }] },
    });
  });

  it('ftv1: shows who requests it how long each field took', async () => {
    const url = urls.get('buses') ?? `${await subgraphs.get('buses')!.listen({ port: 0 })}/graphql`;
    const identity = signIdentity(aCaller(), identityKey, now());
    const extensions = async (more: Readonly<Record<string, string>>) => {
      const headers = { 'content-type': 'application/json', [identityHeader]: identity, ...more };
      const body = JSON.stringify({ query: '{ bus(id: "b1") { plate } }' });
      const reply = await fetch(url, { method: 'POST', headers, body });
      return ((await reply.json()) as { extensions?: unknown }).extensions;
    };
    expect(await extensions({})).toBeUndefined();
    expect(await extensions({ 'apollo-federation-include-trace': 'ftv1' })).toEqual({ ftv1: expect.any(String) });
  });

  it('@composeDirective: a directive of our own reaches the supergraph', async () => {
    expect(await sdl()).toContain('@composeDirective(name:"@audience")');
    expect(stripIgnoredCharacters(supergraph)).toMatch(/type Bus@.*@audience\(of:"riders"\)/);
  });
});
