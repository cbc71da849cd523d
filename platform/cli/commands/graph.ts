import { readFile } from 'node:fs/promises';
import type { Comparison } from '#gate/check/compare.ts';
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
  .action(async (file: string, { documents, seen: withSeen }: Options) => {
    const given = documents === undefined ? new Map<string, string>() : documentsIn(await readText(documents));
    const seen = withSeen === true ? await operationsSeen() : [];
    const known = new Map([...given, ...seen.map(({ hash, text }) => [hash, text] as const)]);
    // Planning is much to load, and no other command needs it.
    const { graphOf } = await import('#gate/execute/graph.ts');
    const { compareGraphs } = await import('#gate/check/compare.ts');
    const build = (name: string, text: string): Graph => {
      try {
        return graphOf(text);
      } catch (error) {
        throw new Refused(`${name} is no sound supergraph: ${String(error)}. Write one with npm run derive.`);
      }
    };
    const before = build('gateway/supergraph.graphql', await readFile(COMMITTED, 'utf8'));
    const after = build(file, await readText(file));
    const compared = compareGraphs(before, after, known);
    const comparison = withSeen === true ? withSenders(compared, seen) : compared;
    if (comparison.breaking.length + comparison.broken.length > 0) terminal().exitCode = 1;
    print(comparison, sentencesOf(comparison, known.size));
  });

type Options = { readonly documents?: string; readonly seen?: true };

/** Who sent an operation, and how often since it was first seen. */
type Sender = {
  readonly tenant: string;
  /** Null where people did. */
  readonly client: string | null;
  readonly operation: string | null;
  readonly uses: number;
  readonly lastSeenAt: string;
};
type Seen = Sender & { readonly hash: string; readonly text: string };
type WithSenders = Omit<Comparison, 'broken'> & {
  readonly broken: readonly (Comparison['broken'][number] & { readonly senders?: readonly Sender[] })[];
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
        for (const { name: operation, client, hash, text, uses, lastSeenAt } of rows)
          seen.push({ tenant: tenant.name, client, operation, hash, text, uses, lastSeenAt: lastSeenAt.toString() });
        if (rows.length < TOGETHER) break;
        after = rows.at(-1)?.id ?? after;
      }
    }
  });
  return seen;
}

function withSenders(comparison: Comparison, seen: readonly Seen[]): WithSenders {
  const byHash = Map.groupBy(seen, ({ hash }) => hash);
  const broken = comparison.broken.map((each) => ({
    ...each,
    senders: (byHash.get(each.hash) ?? []).map(({ hash: _hash, text: _text, ...sender }) => sender),
  }));
  return { ...comparison, broken };
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

function sentencesOf({ breaking, broken }: WithSenders, documents: number): string {
  if (breaking.length + broken.length === 0) return 'Nothing breaks.';
  return [
    ...breaking,
    ...(documents === 0 ? [] : [`Of ${documents} documents ${broken.length} break.`]),
    ...broken.flatMap(({ hash, errors, senders = [] }) => [`${hash}: ${errors.join(' ')}`, ...senders.map(sentenceOf)]),
  ].join('\n');
}
