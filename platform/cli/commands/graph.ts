import { readFile } from 'node:fs/promises';
import type { Comparison, Concerned } from '#gate/check/compare.ts';
import type { Graph } from '#gate/execute/graph.ts';
import { listTenants, print, program, Refused, withPlatform, chosenTenant } from '../program.ts';
import { readText } from '../read-text.ts';
import { terminal } from '../terminal.ts';

const COMMITTED = new URL('../../../gateway/supergraph.graphql', import.meta.url);

program
  .command('graph')
  .description('the graph that clients see')
  .command('check <file>')
  .description(
    'compare a supergraph with the one that is committed: exit code 0 where nothing breaks, 1 where something does',
  )
  .option('--documents <file>', 'documents of clients (JSON, SHA-256 to text): which of them break')
  .option('--seen', 'operations that clients sent in the last 30 days: which of them break, and whose they are')
  .option(
    '--without <tags>',
    'tags (comma separated), as in GRAPHQL_WITHOUT_TAGS: compare what clients of such a gateway see, without what has one of them',
  )
  .action(async (file: string, { documents, seen: withSeen, without }: Options) => {
    const hidden = tagsIn(without);
    const given = documents === undefined ? new Map<string, string>() : documentsIn(await readText(documents));
    const seen = withSeen === true ? await operationsSeen() : [];
    const known = new Map([...given, ...seen.map(({ hash, text }) => [hash, text] as const)]);
    // Planning is much to load, and no other command needs it.
    const { graphOf } = await import('#gate/execute/graph.ts');
    const { compareGraphs } = await import('#gate/check/compare.ts');
    const build = (name: string, text: string): Graph => {
      try {
        return graphOf(text, hidden);
      } catch (error) {
        const what =
          hidden.length === 0 ? 'no sound supergraph' : `no sound supergraph without ${hidden.join(' and ')}`;
        throw new Refused(`${name} is ${what}: ${String(error)}. Write one with npm run derive.`);
      }
    };
    const before = build('gateway/supergraph.graphql', await readFile(COMMITTED, 'utf8'));
    const after = build(file, await readText(file));
    const compared = compareGraphs(before, after, known);
    const comparison = withSeen === true ? withSenders(compared, seen, new Set(given.keys())) : compared;
    if (comparison.breaking.length + comparison.broken.length > 0) terminal().exitCode = 1;
    print(comparison, sentencesOf(comparison, known.size));
  });

type Options = { readonly documents?: string; readonly seen?: true; readonly without?: string };

/** Who sent an operation, and how often since it was first seen. */
type Sender = {
  readonly tenant: string;
  /** Null where people did. */
  readonly client: string | null;
  readonly operation: string | null;
  readonly uses: number;
  readonly lastSeenAt: string;
};
type Seen = Sender & { readonly hash: string; readonly text: string; readonly scopes: readonly string[] | null };
type BySenders<Of> = Of & { readonly senders?: readonly Sender[] };
type WithSenders = Omit<Comparison, 'broken' | 'concerned'> & {
  readonly concerned: readonly BySenders<Concerned>[];
  readonly broken: readonly BySenders<Comparison['broken'][number]>[];
};

/** Operations of one read. */
const TOGETHER = 500;

/** What was sent to the graph of this installation: at all institutions, or at that of --tenant. */
async function operationsSeen(): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  await withPlatform(async (platform) => {
    const tenants = await listTenants(platform);
    for (const tenant of tenants.filter(({ id }) => id === (chosenTenant() ?? id))) {
      for (let after = 0; ;) {
        const rows = await platform.app.read({ tenantId: tenant.id, pii: false }, ({ graphOperations }) =>
          graphOperations.operations(after, TOGETHER),
        );
        for (const { name: operation, lastSeenAt, client, scopes, hash, text, uses } of rows)
          seen.push({
            tenant: tenant.name,
            client,
            scopes,
            operation,
            hash,
            text,
            uses,
            lastSeenAt: lastSeenAt.toString(),
          });
        if (rows.length < TOGETHER) break;
        after = rows.at(-1)?.id ?? after;
      }
    }
  });
  return seen;
}

/** @param given the hashes of documents that came in a file: clients use them, whether or not they were seen */
function withSenders(comparison: Comparison, seen: readonly Seen[], given: ReadonlySet<string>): WithSenders {
  const byHash = Map.groupBy(seen, ({ hash }) => hash);
  const sendersOf = (hashes: readonly string[], lacking: Concerned['needs'] = null) =>
    hashes
      .flatMap((hash) => byHash.get(hash) ?? [])
      .filter(({ scopes }) => lacking === null || !holds(scopes, lacking))
      .map(({ hash: _hash, text: _text, scopes: _scopes, ...sender }) => sender);
  const broken = comparison.broken.map((each) => ({ ...each, senders: sendersOf([each.hash]) }));
  const concerned = comparison.concerned
    .map((each) => ({ ...each, senders: sendersOf(each.documents, each.needs) }))
    .filter(({ documents, senders }) => senders.length > 0 || documents.some((hash) => given.has(hash)));
  return { ...comparison, concerned, broken };
}

/** Whether a client has the scopes that are needed by now. Of people it is not known: each has those of their roles. */
const holds = (scopes: readonly string[] | null, needs: readonly (readonly string[])[]): boolean =>
  scopes !== null && needs.some((all) => all.every((scope) => scopes.includes(scope)));

function tagsIn(without: string | undefined): readonly string[] {
  const tags = (without ?? '').split(',').map((tag) => tag.trim());
  return tags.filter((tag) => tag !== '');
}

const sentenceOf = ({ tenant, client, operation, uses, lastSeenAt }: Sender): string =>
  `  ${client ?? 'people'} at ${tenant}: ${operation ?? 'without a name'}, ${uses} times, last ${lastSeenAt}`;

function documentsIn(text: string): ReadonlyMap<string, string> {
  try {
    // `Object.entries` takes any value, and throws for null alone, which is caught.
    const entries = Object.entries(JSON.parse(text) as object);
    if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return new Map(entries);
  } catch {
    // Said below.
  }
  throw new Refused('The documents are to be one JSON object, SHA-256 to text.');
}

function sentencesOf({ breaking, concerned, broken }: WithSenders, documents: number): string {
  if (breaking.length + broken.length === 0) return 'Nothing breaks.';
  const byChange = new Map(concerned.map((each) => [each.change, each]));
  return [
    ...breaking.flatMap((change) => [change, ...whomItConcerns(byChange.get(change))]),
    ...(documents === 0 ? [] : [`Of ${documents} documents ${broken.length} break.`]),
    ...broken.flatMap(({ hash, errors, senders = [] }) => [`${hash}: ${errors.join(' ')}`, ...senders.map(sentenceOf)]),
  ].join('\n');
}

const whomItConcerns = (concerned: WithSenders['concerned'][number] | undefined): readonly string[] =>
  concerned?.senders?.map(sentenceOf) ?? concerned?.documents.map((hash) => `  ${hash}`) ?? [];
