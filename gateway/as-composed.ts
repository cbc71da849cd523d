import { createHash } from 'node:crypto';

/** Before the mark, the line that names who writes the file; behind it, all that the mark is about. */
const MARK = /^# .*\n# Sound as composed: (?<mark>[0-9a-f]{64})\n/;

const markOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A supergraph as it is written down: with a mark that composition has found this very text to be sound. */
export function markedAsComposed(writtenBy: string, supergraph: string): string {
  return `# ${writtenBy}\n# Sound as composed: ${markOf(supergraph)}\n${supergraph}`;
}

/** Whether a text is as it was composed. One that was changed since, or has no mark, is to be proven. */
export function isAsComposed(text: string): boolean {
  const found = MARK.exec(text);
  return found !== null && found.groups?.['mark'] === markOf(text.slice(found[0].length));
}
