import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { enumsOf } from '#sub/derive-enums.ts';
import { listInputsOf } from '#sub/lists.ts';
import { stepsSdl } from '#sub/steps.ts';
import { composableSubgraphs, subgraphRows } from '#sub/subgraphs.ts';
import { openApiText } from '#rest/openapi/text.ts';
import { manifestFiles } from '../deploy/kubernetes/manifests.ts';
import { dashboardFiles } from '../deploy/monitoring/dashboards.ts';
import { healthPortFiles } from '../deploy/systemd/health-ports.ts';
import { lifecyclesDocument } from './derive-lifecycles.ts';
import { PORTAL_FILES, portalFile } from './derive-portal.ts';

/**
 * `npm run derive` writes every file that follows from the code; `npm run derive -- --check` fails where one has fallen
 * behind. Each is rewritten from its source, in this order, because later ones read earlier ones.
 */
const DERIVED: readonly { readonly file: string; readonly make: () => Promise<string> | string }[] = [
  { file: 'docs/lifecycles.md', make: lifecyclesDocument },
  { file: 'docs/openapi.json', make: openApiText },
  ...subgraphRows().flatMap(({ name, lifecycles, words, lists, steps }) => [
    ...(lifecycles ? [{ file: `subgraphs/${name}/enums.graphql`, make: () => enumsOf(lifecycles, words) }] : []),
    ...(lists ? [{ file: `subgraphs/${name}/lists.graphql`, make: () => listInputsOf(lists.of, lists.enums) }] : []),
    ...(steps ? [{ file: `subgraphs/${name}/steps.graphql`, make: () => stepsSdl(steps) }] : []),
  ]),
  ...manifestFiles,
  ...dashboardFiles,
  ...healthPortFiles,
  // Read now: the enums above may just have been written.
  { file: 'gateway/supergraph.graphql', make: async () => composeSupergraph(await composableSubgraphs()) },
  // Read last: the graph above may just have been written.
  ...PORTAL_FILES.map((file) => ({ file, make: () => portalFile(file) })),
];

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const { file, make } of DERIVED) {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const wanted = await make();
  const present = await readFile(path, 'utf8').catch(() => null);
  if (present === wanted) continue;
  stale.push(file);
  if (!check) await writeFile(path, wanted);
}
if (check && stale.length > 0) {
  process.stderr.write(`Derived files have fallen behind: ${stale.join(', ')}. Run: npm run derive\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(
    stale.length > 0 ? `written: ${stale.join(', ')}\n` : `${DERIVED.length} derived files are up to date\n`,
  );
}
