/// <reference lib="dom" />
/**
 * What the portal's pages cost: gzipped bytes, files, operations and points, the time to the first paint with data at 1.6 Mb/s, and
 * what a list answers in with many loans. Ends with an error where a page exceeds its budget.
 *
 *     npm run bench -- portal [loans]
 */
import { openPortal, type Portal } from '#test/support/portal.ts';
import { plantLoans } from '#test/support/many-loans.ts';
import { BUDGET, filesOf, gzippedBytesOf, settled } from '#test/support/tabs.ts';

const [loans = '0'] = process.argv.slice(2);
/** A page of each kind, by a role that sees it, and what is there once it shows data. */
const PAGES = [
  ['officer', '/', '.work li'],
  ['officer', '/members', 'tbody tr'],
  ['officer', '/loans', 'tbody tr'],
  ['officer', '/loans/L-000001', '.facts'],
  ['officer', '/members/M-000001', '.facts'],
  ['bursar', '/students', 'tbody tr'],
  ['auditor', '/books', 'tbody tr'],
  ['bursar', '/invoices', 'tbody tr'],
  ['administrator', '/developers', 'tbody tr'],
  ['administrator', '/settings', '.panel dd'],
] as const;
/** Lists as they are filtered and ordered from the page. */
const LISTS = [
  '/loans',
  '/loans?state=ACTIVE',
  '/loans?order=PRINCIPAL.desc',
  '/loans?order=NEXT_DUE_DATE.asc',
  '/loans?search=Member 7',
];
/** 1.6 Mb/s, with the round trip of a mobile network. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const ROUNDS = 5;

const portal = await openPortal();
const faults: string[] = [];
try {
  console.log('page                     gzip kB  files  operations  points  first paint with data, ms');
  for (const page of PAGES) faults.push(...(await measured(portal, page)));
  if (Number(loans) > 0) faults.push(...(await listsOf(portal, Number(loans))));
} finally {
  await portal.close();
}
console.log(faults.length === 0 ? 'Every page keeps to its budget.' : faults.join('\n'));
process.exit(faults.length === 0 ? 0 : 1);

async function measured(at: Portal, [role, path, data]: (typeof PAGES)[number]): Promise<string[]> {
  const tab = await at.enter(role, path);
  await settled(tab);
  const before = tab.operations.length;
  await tab.page.reload();
  await tab.page.waitForSelector(data);
  await settled(tab);
  const operations = tab.operations.slice(before).filter(({ name }) => name !== 'Viewer');
  const points = operations.reduce((sum, { cost }) => sum + cost, 0);
  const bytes = await gzippedBytesOf(tab);
  const files = (await filesOf(tab)).length;
  const inspector = await tab.page.createCDPSession();
  await inspector.send('Network.enable');
  await inspector.send('Network.setCacheDisabled', { cacheDisabled: true });
  await inspector.send('Network.emulateNetworkConditions', SLOW);
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await tab.page.reload({ waitUntil: 'domcontentloaded' });
    await tab.page.waitForSelector(data);
    paints.push(await tab.page.evaluate(() => performance.now()));
  }
  await tab.close();
  const paint = Math.round(paints.toSorted((a, b) => a - b)[0] ?? 0);
  const cells = [
    (bytes / 1_000).toFixed(1).padStart(7),
    String(files).padStart(6),
    String(operations.length).padStart(11),
    String(points).padStart(7),
  ];
  console.log(`${path.padEnd(24)} ${cells.join(' ')}  ${String(paint).padStart(6)}`);
  return [
    ...(bytes > BUDGET.pageBytes ? [`${path} loads ${bytes} bytes.`] : []),
    ...(files > BUDGET.files ? [`${path} loads ${files} files.`] : []),
    ...(operations.length > 2 ? [`${path} sends ${operations.length} operations.`] : []),
    ...(points > BUDGET.points ? [`${path} costs ${points} points.`] : []),
    ...(paint > BUDGET.paintMs ? [`${path} shows data after ${paint} ms.`] : []),
  ];
}

/** What the graph answers a page of the list in, with so many loans in the demo. */
async function listsOf(at: Portal, count: number): Promise<string[]> {
  const admin = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await at.owner(text, values)).rows as Row[];
  const [demo] = await admin<{ id: string; branch: string; product: string }>(
    `select l.tenant_id as id, l.branch_id as branch, l.product_id as product from loan l order by l.id limit 1`,
  );
  const lender = {
    id: Number(demo?.id),
    branch: { id: Number(demo?.branch) },
    product: { id: Number(demo?.product) },
  };
  await plantLoans({ admin }, lender, count);
  await admin('analyze loan');
  const found: string[] = [];
  for (const path of LISTS) {
    const tab = await at.enter('officer', '/approvals');
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await tab.page.goto(`${at.origin}${path}`);
      await tab.page.waitForSelector('tbody tr');
      await settled(tab);
      times.push(
        await tab.page.evaluate(() => {
          const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          const replies = entries.filter(({ name, responseEnd }) => name.endsWith('/graphql') && responseEnd > 0);
          return Math.max(...replies.map(({ requestStart, responseEnd }) => responseEnd - requestStart));
        }),
      );
    }
    await tab.close();
    const median = Math.round(times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0);
    console.log(`${count} loans: ${path} answers in ${median} ms`);
    if (median > BUDGET.listMs) found.push(`${path} answers in ${median} ms.`);
  }
  return found;
}
