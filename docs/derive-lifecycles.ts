import type { Lifecycle, Verb } from '#core/kernel/lifecycle.ts';
import { lifecycles } from '#platform/postgres/lifecycles.ts';

/** The lifecycles as a document: a diagram and the table of each. Written by `npm run derive`. */
export function lifecyclesDocument(): string {
  const chapters = lifecycles.map(({ table, lifecycle }) => chapterOf(table, lifecycle));
  return [
    '# Lifecycles',
    '',
    'Written by `npm run derive` from the tables in `core/`. Don’t edit: change the table.',
    '',
    'A verb by a *person* is requested by a client or at a screen and listed in `available_actions`; one by the *system*',
    'follows from something else. Every move emits its event.',
    '',
    ...chapters,
  ].join('\n');
}

function chapterOf(table: string, { subject, verbs }: Lifecycle): string {
  const rows = Object.entries(verbs);
  return [
    `## ${table.replaceAll('_', ' ')}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...rows.flatMap(([name, verb]) => arrowsOf(name, verb)),
    '```',
    '',
    '| Verb | From | To | By | Event | Means |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      ([name, verb]) =>
        `| ${[name, from(verb), to(verb), verb.by ?? 'person', eventsOf(verb), verb.means].join(' | ')} |`,
    ),
    '',
    `<!-- subject: ${subject} -->`,
    '',
  ].join('\n');
}

const targets = ({ to }: Verb): readonly string[] => (typeof to === 'string' ? [to] : to);
const from = (verb: Verb) => (verb.from.length === 0 ? '–' : verb.from.join(', '));
const to = (verb: Verb) => targets(verb).join(', ');
const eventsOf = (verb: Verb) =>
  [...new Set([verb.emits, ...Object.values(verb.emitsInto ?? {})])]
    .filter((type) => type !== undefined && type !== '')
    .join(', ') || '–';

/** A verb that lists the same states on both sides leaves the state as it is, unless its event says where it went. */
function arrowsOf(name: string, verb: Verb): string[] {
  const sources = verb.from.length === 0 ? ['[*]'] : verb.from;
  const stays = verb.emitsInto === undefined && typeof verb.to !== 'string' && sameStates(verb.from, verb.to);
  if (stays) return verb.from.map((state) => `  ${state} --> ${state}: ${name}`);
  return sources.flatMap((source) => targets(verb).map((target) => `  ${source} --> ${target}: ${name}`));
}

function sameStates(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((state) => b.includes(state));
}
