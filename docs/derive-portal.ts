import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { addTypenameSelectionDocumentTransform, preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { Source, parse } from 'graphql';
import { graphOf } from '#gate/execute/graph.ts';
import { documentsIn } from '#gate/portal-server/document-stubs.ts';

const root = path.resolve(import.meta.dirname, '..');
const generated = 'gateway/portal/graph/generated';

/** What follows from the portal's documents and the graph: their types, and their texts by hash. */
export const PORTAL_FILES: readonly string[] = ['graphql.ts', 'gql.ts', 'documents.json'].map(
  (name) => `${generated}/${name}`,
);

let made: Promise<ReadonlyMap<string, string>> | null = null;

/** The content of one of these files; they are made together. */
export async function portalFile(file: string): Promise<string> {
  const text = (await (made ??= generate())).get(file);
  if (text === undefined) throw new Error(`${file} is none of the portal's files.`);
  return text;
}

/** GraphQL Code Generator with the options that docs/frontend.md recommends, without its command line. */
async function generate(): Promise<ReadonlyMap<string, string>> {
  const supergraph = await readFile(path.join(root, 'gateway/supergraph.graphql'), 'utf8');
  const { apiSchema } = graphOf(supergraph);
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: `${generated}/`,
    schema: parse('scalar Unused'),
    schemaAst: apiSchema,
    documents: await portalDocuments(),
    plugins: [],
    pluginMap: {},
    presetConfig: {
      fragmentMasking: false,
      skipIndexFile: true,
      persistedDocuments: { mode: 'replaceDocumentWithHash', hashPropertyName: 'hash', hashAlgorithm: 'sha256' },
    },
    documentTransforms: [{ name: 'typename', transformObject: addTypenameSelectionDocumentTransform, config: {} }],
    config: {
      strictScalars: true,
      scalars: { Cents: 'number', Date: 'string', DateTime: 'string', PhoneNumber: 'string', ID: 'string' },
      useTypeImports: true,
      importExtension: '.ts',
      immutableTypes: true,
    },
  });
  const files = outputs.map(async (output) => {
    const text = await codegen({ ...output, schemaAst: apiSchema, schema: parse('scalar Unused') });
    return [output.filename.replace('persisted-documents', 'documents'), `${text.trimEnd()}\n`] as const;
  });
  return new Map(await Promise.all(files));
}

/** @throws GraphQLError naming the file whose document can't be parsed */
async function portalDocuments() {
  const folder = path.join(root, 'gateway/portal');
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sources = entries
    .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !parentPath.includes('generated'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const found = await Promise.all(
    sources.map(async (file) => {
      const location = path.relative(root, file);
      return documentsIn(await readFile(file, 'utf8')).map((text) => ({
        location,
        document: parse(new Source(text, location)),
        rawSDL: text,
      }));
    }),
  );
  return found.flat();
}
