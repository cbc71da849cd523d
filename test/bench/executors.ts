/**
 * Our execution of operations beside that of @apollo/gateway: random operations over test supergraphs of every shape and over
 * our own graph, and the operations of the portal and of the benches, with errors, nulls, subgraphs that are away and such that never answer. They are to answer alike.
 *
 *     npm run bench -- executors [operations] [seed] [part of a shape's name]
 *
 * Where the stock executor differs, it is asked again with a name of its own for each field, because it merges what the plan
 * needs with what the client selected by their names. What differs even then is a defect of ours, and ends the bench with an error.
 */
import { readFileSync } from 'node:fs';
import { composableSubgraphs } from '#sub/subgraphs.ts';
import { disableVendorReports } from '#platform/runtime/vendor-reports.ts';
import { bothExecutors, type BothExecutors } from '../support/supergraphs/both-executors.ts';
import { compare, questionsOf, randomQuestions, type Question } from '../support/supergraphs/compare.ts';
import { SHAPES } from '../support/supergraphs/shapes.ts';
import { QUERIES } from './gateway-http/queries.ts';

disableVendorReports();
const [operations = '10000', seed = '1', part = ''] = process.argv.slice(2);
const own = Object.fromEntries((await composableSubgraphs()).map(({ name, typeDefs }) => [name, typeDefs]));
const graphs = Object.entries({ ...SHAPES, 'our own graph': own }).filter(([name]) => name.includes(part));
const documents = new URL('../../gateway/portal/graph/generated/documents.json', import.meta.url);
const portal: Readonly<Record<string, string>> = JSON.parse(readFileSync(documents, 'utf8'));
const texts = [...Object.values(portal), ...Object.values(QUERIES)];
const each = Math.ceil(Number(operations) / (graphs.length + 2));

function* seedsFrom(first: number): Generator<number> {
  for (let next = first; ; next++) yield next;
}

const COLUMNS = ['compared', 'with errors', 'refused', 'stock wrong', 'DIFFERENT'];
console.log('supergraph'.padEnd(76), ...COLUMNS.map((column) => column.padStart(12)));
const total = [0, 0, 0, 0, 0];
async function compared(name: string, both: BothExecutors, questions: Iterable<Question>, most: number) {
  const result = await compare(both, questions, most);
  const figures = [result.compared, result.withErrors, result.refused, result.stockMistook, result.differences.length];
  console.log(name.padEnd(76), ...figures.map((figure) => String(figure).padStart(12)));
  figures.forEach((figure, index) => (total[index] = (total[index] ?? 0) + figure));
  for (const { seed: found, text, variables, ours, stock } of result.differences.slice(0, 3)) {
    console.log(`\nseed ${found}:\n${text}\n${JSON.stringify(variables)}`);
    console.log(`ours  ${ours?.data} ${ours?.errors.join('; ')}\nstock ${stock?.data} ${stock?.errors.join('; ')}\n`);
  }
}

for (const [name, sdls] of graphs) {
  const both = await bothExecutors(sdls);
  const first = Number(seed) * 1_000_000;
  await compared(name, both, randomQuestions(both, seedsFrom(first)), each);
  if (sdls === own)
    await compared('the portal’s operations', both, questionsOf(both, texts, seedsFrom(first)), 2 * each);
  await both.stop();
}
console.log('all'.padEnd(76), ...total.map((figure) => String(figure).padStart(12)));
process.exit(total[4] === 0 ? 0 : 1);
