import { Kind, parse } from 'graphql';
import { isRecord } from '#platform/runtime/is-record.ts';

const CALL = /\bgraphql\(\s*\/\*[^*]*\*\/\s*`([^`]*)`\s*,?\s*\)|\bgraphql\(\s*`([^`]*)`\s*,?\s*\)/g;

/** The texts of operations and fragments in a source of the portal. */
export const documentsIn = (source: string): string[] =>
  [...source.matchAll(CALL)].map(([, marked, plain]) => marked ?? plain ?? '');

/**
 * The bundle sends documents by their hash, as live serves them: it has no need of their texts, and puts a stub with the
 * hash in the place of each.
 * @param documents hash to text
 */
export function withoutDocumentTexts(documents: unknown) {
  const hashes = hashesByOperation(documents);
  return {
    name: 'without-document-texts',
    enforce: 'pre' as const,
    transform(code: string, id: string): { code: string; map: null } | null {
      if (!/\/gateway\/portal\/(?!graph\/generated\/).*\.tsx?$/.test(id) || !code.includes('graphql(`')) return null;
      return {
        code: code.replaceAll(CALL, (_, marked, plain) => stubOf(String(marked ?? plain), hashes, id)),
        map: null,
      };
    },
  };
}

function stubOf(text: string, hashes: ReadonlyMap<string, string>, file: string): string {
  const [, kind, name = ''] = /\b(query|mutation|subscription|fragment)\s+(\w+)/.exec(text) ?? [];
  if (kind === 'fragment') return '{}';
  const documentId = hashes.get(name);
  if (kind === undefined || documentId === undefined)
    throw new Error(`${file}: ${name} is not derived. Run: npm run derive`);
  const selectionSet = { kind: 'SelectionSet', selections: [] };
  const operation = { kind: 'OperationDefinition', operation: kind, name: { kind: 'Name', value: name }, selectionSet };
  return JSON.stringify({ kind: 'Document', documentId, definitions: [operation] });
}

function hashesByOperation(documents: unknown): ReadonlyMap<string, string> {
  if (!isRecord(documents)) throw new Error('The documents are one object, hash to text.');
  return new Map(
    Object.entries(documents).map(([hash, text]) => {
      // Fragments that it spreads may stand before it.
      const { definitions } = parse(String(text), { noLocation: true });
      const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
      return [operation?.name?.value ?? '', hash];
    }),
  );
}
