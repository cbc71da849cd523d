import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { addTypenameSelectionDocumentTransform, preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { getNamedType, isObjectType, Kind, parse, Source, visit, type FieldNode, type GraphQLSchema } from 'graphql';
import { PROTOCOL_CODES } from '#gate/errors.ts';
import type { Verb } from '#core/kernel/lifecycle.ts';
import { accounts } from '#core/ledger/accounts.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import { graphOf } from '#gate/execute/graph.ts';
import { documentsIn } from '#gate/portal-server/document-stubs.ts';
import { emittedTypes } from '#platform/app/event-catalogue.ts';
import { catalogue } from '#platform/app/refusal-catalogue.ts';

const root = path.resolve(import.meta.dirname, '..');
const generated = 'gateway/portal/graph/generated';

/** What follows from the portal's documents, the graph and the refusals: types, texts by hash, titles by code, kinds of fields. */
export const PORTAL_FILES: readonly string[] = [
  'graphql.ts',
  'gql.ts',
  'documents.json',
  'refusals.ts',
  'loan-moves.ts',
  'names.ts',
  'scalars.ts',
].map((name) => `${generated}/${name}`);

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
    documentTransforms: [
      { name: 'amounts', transformObject: { transform: withAmountsOfRefusals }, config: {} },
      { name: 'typename', transformObject: addTypenameSelectionDocumentTransform, config: {} },
    ],
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
  return new Map([
    ...(await Promise.all(files)),
    [`${generated}/refusals.ts`, refusalsText()],
    [`${generated}/loan-moves.ts`, loanMovesText()],
    [`${generated}/names.ts`, namesText()],
    [`${generated}/scalars.ts`, scalarsText(apiSchema)],
  ]);
}

type Documents = Parameters<typeof preset.buildGeneratesSection>[0]['documents'];

const AMOUNTS: FieldNode = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: 'amounts' },
  selectionSet: {
    kind: Kind.SELECTION_SET,
    selections: ['name', 'cents'].map((value) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value } })),
  },
};

/** Every refusal comes with the amounts that it names, so that no form shows them in cents: no document has to think of it. */
const withAmountsOfRefusals = ({ documents }: { readonly documents: Documents }): Documents =>
  documents.map(({ document, ...file }) => ({
    ...file,
    ...(document && { document: visit(document, { Field: withAmounts }) }),
  }));

function withAmounts(field: FieldNode): FieldNode | undefined {
  if (field.name.value !== 'userErrors' || field.selectionSet === undefined) return undefined;
  const selections = [...field.selectionSet.selections, AMOUNTS];
  return { ...field, selectionSet: { ...field.selectionSet, selections } };
}

/** The catalogue of refusals as the portal has to know it: its translations are complete by the type of these codes. */
function refusalsText(): string {
  const titles = [...catalogue.values()].map(({ code, title }) => `  ${code}: ${JSON.stringify(title)},`).toSorted();
  return [
    '/** What every refusal is called, by its code. Derived from the catalogue. */',
    'export const REFUSALS = {',
    ...titles,
    '} as const;',
    'export type RefusalCode = keyof typeof REFUSALS;',
    '',
    '/** What is no refusal of the trade, but of the protocol. */',
    `export type ProtocolCode =\n  | ${PROTOCOL_CODES.map((code) => `'${code}'`).join('\n  | ')};`,
    '',
  ].join('\n');
}

/** Names that the graph writes as plain text: the portal's words for them are complete by these types. */
function namesText(): string {
  const union = (names: readonly string[]) => [...new Set(names)].toSorted().map((name) => `  | '${name}'`);
  const of = (means: string, type: string, names: readonly string[]) => [
    `/** ${means} */`,
    `export type ${type} =`,
    `${union(names).join('\n')};`,
    '',
  ];
  const parts = (place: number) => emittedTypes.map((type) => type.split('.')[place] ?? '');
  return [
    '// Derived from the catalogue of events, the chart of accounts and the lifecycles.',
    '',
    ...of('What an event is about: `loan` of `loan.disbursed`.', 'EventSubject', parts(0)),
    ...of('What has happened: `disbursed` of `loan.disbursed`.', 'Deed', parts(1)),
    ...of('The accounts of the chart.', 'AccountName', Object.keys(accounts)),
    ...of(
      'What kinds of accounts there are.',
      'AccountType',
      Object.values(accounts).map(({ type }) => type),
    ),
    ...of('What is done with a break.', 'BreakStep', Object.keys(breakLifecycle.verbs)),
  ].join('\n');
}

const SCALARS = ['Cents', 'Date', 'DateTime'] as const;

/** Which fields of the graph are money, dates and times, by their names: only names that mean the same in every type. */
function scalarsText(schema: GraphQLSchema): string {
  const kinds = new Map<string, Set<string>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const named = kinds.get(field.name) ?? new Set();
      kinds.set(field.name, named.add(getNamedType(field.type).name));
    }
  }
  const rows = [...kinds].flatMap(([name, types]) => {
    const scalar = SCALARS.find((one) => types.has(one));
    return scalar === undefined ? [] : [`  ${name}: '${types.size === 1 ? scalar : 'unclear'}',`];
  });
  return [
    '/** The fields of the graph that are no plain text or number, by their names. Derived from the schema. */',
    "export const SCALAR_OF: { readonly [field: string]: 'Cents' | 'Date' | 'DateTime' | 'unclear' } = {",
    ...rows.toSorted(),
    '};',
    '',
  ].join('\n');
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

/** The moves of a loan by what its life says of them: the portal draws the way that a loan has come. */
function loanMovesText(): string {
  type State = (typeof loanLifecycle.states)[number];
  type Move = { readonly event: string; readonly from: readonly State[]; readonly to: readonly State[] };
  const moves = Object.values(loanLifecycle.verbs).flatMap((verb: Verb<State>): Move[] => {
    const { from, emits, emitsInto = {} } = verb;
    const into = Object.entries(emitsInto) as [State, string][];
    const rest = [verb.to].flat().filter((state) => emitsInto[state] === undefined);
    return [{ event: emits, from, to: rest }, ...into.map(([state, event]) => ({ event, from, to: [state] }))];
  });
  const events = [...new Set(moves.map(({ event }) => event))].toSorted();
  const named = (states: readonly State[]) =>
    `[${[...new Set(states)].map((state) => `'${state.toUpperCase()}'`).join(', ')}]`;
  const rows = events.map((event) => {
    const of = moves.filter((move) => move.event === event);
    return `  '${event}': { from: ${named(of.flatMap(({ from }) => from))}, to: ${named(of.flatMap(({ to }) => to))} },`;
  });
  return [
    "import type { LoanState } from './graphql.ts';",
    '',
    '/** From which states each event of a loan leads, and to which. Derived from its lifecycle. */',
    'export const LOAN_MOVES: {',
    '  readonly [event: string]: { readonly from: readonly LoanState[]; readonly to: readonly LoanState[] };',
    '} = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
