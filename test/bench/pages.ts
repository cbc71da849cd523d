/**
 * What a page of each list reads of the database, on the graph and on REST, for each filter in each order, without
 * statistics and with them: rows read for each row of the page. Neither time nor processors are measured, so that a busy
 * machine says the same.
 *
 *     npm run bench -- pages [rows] [list ...]
 */
import { readPages } from '#test/support/pages/read-pages.ts';

const [rows = '50000', ...names] = process.argv.slice(2);
const faults = await readPages({ rows: Number(rows), names, log: (line) => console.log(line) });
console.log(faults.length === 0 ? 'No page reads more than three times its rows.' : faults.join('\n'));
process.exit(faults.length === 0 ? 0 : 1);
