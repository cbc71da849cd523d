import { afterEach, describe, expect, it } from 'vitest';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { lexicographicSortSchema, parse, printSchema } from 'graphql';
import { isAsComposed } from '#gate/as-composed.ts';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { graphOf } from '#gate/execute/graph.ts';
import { watchedFile } from '#gate/watched-file.ts';
import { startToyGraph, toySupergraph } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

let graph: ToyGraph | undefined;
afterEach(async () => {
  await graph?.close();
  graph = undefined;
});

async function until(holds: () => unknown): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It did not happen within ten seconds.');
    await after(10);
  }
}

const head =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])\n';

describe('The mark that a supergraph is as it was composed', () => {
  const committed = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
  const contradicting = (text: string) => text.replace('reviews: [Review!]!', 'reviews: [Missing!]!');

  it('is on the committed one, which is sound also where it is proven', () => {
    expect(isAsComposed(committed)).toBe(true);
    const proven = committed.replace(/^# Sound.*\n/m, '');
    expect(isAsComposed(proven)).toBe(false);
    expect(graphOf(proven).subgraphs).toEqual(graphOf(committed).subgraphs);
  });

  it('is worth nothing once a letter of it is changed, or where there is none: the graph is proven then', () => {
    const composed = toySupergraph();
    expect(isAsComposed(composed)).toBe(true);
    for (const text of [contradicting(composed), contradicting(composed).replace(/^# Sound.*\n/m, '')]) {
      expect(isAsComposed(text)).toBe(false);
      expect(() => graphOf(text)).toThrow('Missing');
    }
    expect(isAsComposed(`${composed}\n`)).toBe(false);
    expect(isAsComposed('')).toBe(false);
  });
});

describe('Composition', () => {
  it('makes one standard supergraph of the subgraphs, the same each time', () => {
    const supergraph = toySupergraph();
    expect(supergraph).toBe(toySupergraph());
    expect(supergraph).toContain('@link(url: "https://specs.apollo.dev/join/v0.5", for: EXECUTION)');
    expect(supergraph).toContain('@requiresScopes(scopes: [["costs:read"]])');
    expect(supergraph.startsWith('# Derived')).toBe(true);
    expect(supergraph.endsWith('}\n')).toBe(true);
  });

  it('lists every conflict with its code and its places', () => {
    const subgraphs = ['String', 'Int'].map((type, index) => ({
      name: ['one', 'two'][index] ?? '',
      url: 'http://x.invalid',
      typeDefs: parse(`${head} type Query { q${index}: T } type T @key(fields: "id") { id: ID! label: ${type} }`),
    }));
    expect(() => composeSupergraph(subgraphs)).toThrow(
      /^The subgraphs don't compose:\n- FIELD_TYPE_MISMATCH: Type of field "T.label" .*"String" in subgraph "one".*"Int" in subgraph "two".*\(one 2:\d+, two 2:\d+\)\n- INVALID_FIELD_SHARING/,
    );
  });

  it('says which query could not be answered', () => {
    const subgraphs = [
      {
        name: 'one',
        url: 'http://x.invalid',
        typeDefs: parse(`${head} type Query { t: T } type T @key(fields: "id") { id: ID! }`),
      },
      {
        name: 'two',
        url: 'http://x.invalid',
        typeDefs: parse(`${head} type T @key(fields: "other") { other: ID! label: String }`),
      },
    ];
    expect(() => composeSupergraph(subgraphs)).toThrow('SATISFIABILITY_ERROR');
  });
});

describe('A contract', () => {
  const LINK =
    'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requires", "@tag"])';
  const supergraph = composeSupergraph([
    {
      name: 'shop',
      url: 'http://x.invalid',
      typeDefs: parse(`${LINK}
        type Query { order(id: ID!): Order, staff(filter: StaffFilter): [Staff!]!, named(by: Named): Order, any: Any, node: Node }
        type Mutation { hire(input: HireInput!): HirePayload! @tag(name: "staff") }
        input HireInput { name: String! }
        type HirePayload { staff: Staff }
        type Staff implements Node @tag(name: "staff") { id: ID! pay: Int, kind: StaffKind }
        enum StaffKind { CLERK }
        input StaffFilter { kind: StaffKind }
        enum Named { BY_ITS_NUMBER, BY_ITS_CLERK @tag(name: "staff") }
        union Any = Order | Staff
        interface Node { id: ID! }
        type Order implements Node @key(fields: "id") {
          id: ID!
          number(of: StaffKind): Int
          secret: String @tag(name: "staff")
          clerk: Staff
          audit: Audit
        }
        type Audit { by: Staff }`),
    },
    {
      name: 'mail',
      url: 'http://x.invalid',
      typeDefs: parse(`${LINK.replace('"@tag"', '"@external"')}
        type Order @key(fields: "id") { id: ID!, secret: String @external, letter: String @requires(fields: "secret") }`),
    },
  ]);

  it('hides what has a tag, what makes no sense without it, and what nothing leads to any more', () => {
    const { apiSchema } = graphOf(supergraph, ['staff']);
    expect(printSchema(lexicographicSortSchema(apiSchema)).replaceAll(/\s+/g, ' ')).toBe(
      [
        'union Any = Order',
        'enum Named { BY_ITS_NUMBER }',
        'interface Node { id: ID! }',
        'type Order implements Node { id: ID! letter: String number(of: StaffKind): Int }',
        'type Query { any: Any named(by: Named): Order node: Node order(id: ID!): Order }',
        'enum StaffKind { CLERK }',
      ].join(' '),
    );
  });

  it('plans with what it hides: a shown field may require a hidden one', () => {
    const plan = graphOf(supergraph, ['staff']).plan(parse('{ order(id: "1") { letter } }'));
    expect(JSON.stringify(plan)).toContain('secret');
  });

  it('is refused where nothing has the tag: mistyped, it would show what it is to hide', () => {
    expect(() => graphOf(supergraph, ['stuff'])).toThrow('Nothing in the graph is tagged stuff.');
  });

  it('without staff is the graph without people, clients, settings and the audit trail', () => {
    const committed = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
    const { apiSchema } = graphOf(committed, ['staff']);
    for (const name of ['Person', 'Client', 'AuditEntry', 'Policies', 'Rail'])
      expect([name, apiSchema.getType(name)]).toEqual([name, undefined]);
    expect(Object.keys(apiSchema.getMutationType()?.getFields() ?? {})).not.toContain('createClient');
    expect(Object.keys(apiSchema.getQueryType()?.getFields() ?? {})).toEqual(
      expect.arrayContaining(['viewer', 'node', 'members', 'loans', 'students']),
    );
  });
});

describe('The supergraph file', () => {
  const fingerprint = async (): Promise<string> => {
    const response = await fetch(new URL('/health', graph?.gateway.url));
    return ((await response.json()) as { supergraph: string }).supergraph;
  };
  const refusedTimes = () =>
    graph?.log.filter(({ msg }) => msg.startsWith('The changed supergraph was refused')).length;

  it('takes effect when it changes, its access rules included', async () => {
    graph = await startToyGraph('in one process');
    const before = await fingerprint();
    expect((await graph.execute('{ book(id: "b1") { title costPrice } }', 'costs:read')).data.book.costPrice).toBe(800);

    const changed = readFileSync(graph.supergraphPath, 'utf8')
      .replace('averageStars: Float', 'meanStars: Float')
      .replace('[["costs:read"]]', '[["margins:read"]]');
    writeFileSync(`${graph.supergraphPath}.new`, changed);
    renameSync(`${graph.supergraphPath}.new`, graph.supergraphPath);
    await until(async () => (await fingerprint()) !== before);

    const { data, errors } = await graph.execute('{ book(id: "b1") { title costPrice } }', 'costs:read');
    expect(data).toEqual({ book: { title: 'Arrow of God', costPrice: null } });
    expect(errors?.[0]?.extensions.required_scopes).toEqual([['margins:read']]);
    expect((await graph.execute('{ book(id: "b1") { averageStars } }')).status).toBe(400);
    expect((await graph.execute('{ reviews { book { title } } }')).errors).toBeUndefined();
  });

  it.each([
    ['does not parse', () => 'type Query {'],
    ['is empty', () => ''],
    ['is no supergraph', () => 'type Query { a: Int }'],
    ['contradicts itself', (text: string) => text.replace('reviews: [Review!]!', 'reviews: [Nobody!]!')],
    ['names a subgraph that no process serves', (text: string) => text.replace('name: "reviews"', 'name: "ratings"')],
    [
      'relies on rules that nobody would enforce',
      (text: string) =>
        text.replace(
          '@link(url: "https://specs.apollo.dev/requiresScopes/v0.1"',
          '@link(url: "https://specs.apollo.dev/policy/v0.1", for: SECURITY)\n  @link(url: "https://specs.apollo.dev/requiresScopes/v0.1"',
        ),
    ],
  ])('that %s is refused with a line in the log, and the old graph stays', async (_, broken) => {
    graph = await startToyGraph('in one process');
    const good = readFileSync(graph.supergraphPath, 'utf8');
    const before = await fingerprint();
    writeFileSync(graph.supergraphPath, broken(good));
    await until(() => (refusedTimes() ?? 0) > 0);
    expect(await fingerprint()).toBe(before);
    const { data, errors } = await graph.execute('{ book(id: "b1") { title averageStars costPrice } }');
    expect(data).toEqual({ book: { title: 'Arrow of God', averageStars: 4, costPrice: null } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['insufficient_scope']);

    writeFileSync(graph.supergraphPath, good.replace('averageStars: Float', 'meanStars: Float'));
    await until(async () => (await fingerprint()) !== before);
    expect((await graph.execute('{ book(id: "b1") { meanStars } }')).status).toBe(200);
  });

  it('is seen to have changed also where it changed before anyone watched it', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'umoja-watched-')), 'supergraph.graphql');
    writeFileSync(path, 'before');
    const file = await watchedFile(path, 5);
    writeFileSync(path, 'afterwards');
    const unwatch = await new Promise<() => void>((resolve) => {
      const end = file.watch(() => resolve(end));
    });
    unwatch();
    expect(file.text).toBe('before');
    rmSync(dirname(path), { recursive: true });
  });

  it('that is broken at the start stops the start', async () => {
    await expect(startToyGraph('in one process', { supergraphPath: '/nowhere/supergraph.graphql' })).rejects.toThrow(
      'ENOENT',
    );
    await expect(startToyGraph('in one process', { subgraphs: () => undefined })).rejects.toThrow(
      'names subgraphs that no process serves: books, reviews',
    );
  });

  it('that changes in the midst of requests leaves none unanswered', async () => {
    const running = (graph = await startToyGraph('in one process'));
    const text = readFileSync(running.supergraphPath, 'utf8');
    let stop = false;
    const responses: unknown[] = [];
    const asking = Array.from({ length: 4 }, async () => {
      while (!stop)
        responses.push((await running.execute('{ book(id: "b1") { title averageStars } }')).data?.book?.averageStars);
    });
    for (let version = 0; version < 5; version++) {
      const before = await fingerprint();
      writeFileSync(running.supergraphPath, `${text}\n# version ${version}\n`);
      await until(async () => (await fingerprint()) !== before);
    }
    stop = true;
    await Promise.all(asking);
    expect(new Set(responses)).toEqual(new Set([4]));
    expect(responses.length).toBeGreaterThan(20);
  });
});
