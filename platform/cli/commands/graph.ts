import { readFile } from 'node:fs/promises';
import type { Comparison } from '#gate/check/compare.ts';
import type { Graph } from '#gate/execute/graph.ts';
import { print, program, Refused } from '../program.ts';
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
  .action(async (file: string, { documents }: { documents?: string }) => {
    const known = documents === undefined ? new Map<string, string>() : documentsIn(await readText(documents));
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
    const comparison = compareGraphs(before, after, known);
    if (comparison.breaking.length + comparison.broken.length > 0) terminal().exitCode = 1;
    print(comparison, sentencesOf(comparison, known.size));
  });

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

function sentencesOf({ breaking, broken }: Comparison, documents: number): string {
  if (breaking.length + broken.length === 0) return 'Nothing breaks.';
  return [
    ...breaking,
    ...(documents === 0 ? [] : [`Of ${documents} documents ${broken.length} break.`]),
    ...broken.map(({ hash, errors }) => `${hash}: ${errors.join(' ')}`),
  ].join('\n');
}
