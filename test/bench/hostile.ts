/**
 * What hostile requests cost the graph that refuses them. Run it alone:
 *
 *     npm run bench -- hostile [times]
 *
 * Gateway, subgraphs and this client share one process: its memory is that of all, and the times hold the client's own. It
 * ends with an error where one of them is answered otherwise than by its refusal, any time it is sent.
 */
import { SCOPES } from '#core/partners/scopes.ts';
import { HOSTILE, send } from '../support/hostile-requests.ts';
import { openWholeGraph } from '../support/whole-graph.ts';
import { openBars } from './process/bars.ts';
import { endBench } from './process/end.ts';

const times = Number(process.argv[2] ?? 20);
const graph = await openWholeGraph('in one process');
const bearer = [...SCOPES, 'live'].join(' ');
const resident = () => Math.round(process.memoryUsage.rss() / 1_048_576);
const read = async (query: string) => {
  const began = performance.now();
  await graph.execute(query);
  return performance.now() - began;
};
await read('{ loans(first: 20) { nodes { loanNo member { name } } } }');
const usual = await read('{ loans(first: 20) { nodes { loanNo member { name } } } }');
console.log(`a usual query: ${usual.toFixed(1)} ms; ${resident()} MB at rest\n`);
console.log(
  'request'.padEnd(48),
  'answer'.padEnd(32),
  'first'.padStart(9),
  'p50'.padStart(9),
  'worst'.padStart(9),
  'MB after'.padStart(9),
  'answer kB'.padStart(10),
);

const bars = openBars();
const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(9);
for (const hostile of HOSTILE) {
  const responses = [];
  for (let n = 0; n < times; n++) responses.push(await send(graph.url, hostile, bearer));
  const took = responses.map(({ tookMs }) => tookMs);
  const sorted = took.toSorted((a, b) => a - b);
  const [response] = responses;
  for (const { status, codes } of responses) {
    if (status === hostile.status && codes.every((code) => hostile.codes.includes(String(code)))) continue;
    bars.missed(
      `${hostile.name}: answered with ${status} ${codes.join()}, not ${hostile.status} ${hostile.codes.join(' or ')}.`,
    );
    break;
  }
  const emitted = `${response?.status} ${response?.codes.join()}`;
  console.log(
    hostile.name.padEnd(48),
    emitted.padEnd(32),
    ms(took[0] ?? 0),
    ms(sorted[Math.floor(times / 2)] ?? 0),
    ms(sorted.at(-1) ?? 0),
    String(resident()).padStart(9),
    ((response?.text.length ?? 0) / 1_000).toFixed(1).padStart(10),
  );
}
console.log(
  `\nafterwards, the usual query: ${(await read('{ loans(first: 20) { nodes { loanNo member { name } } } }')).toFixed(1)} ms`,
);
await endBench(graph.close, bars.exitCode());
