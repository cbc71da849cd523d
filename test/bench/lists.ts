/**
 * Every question that a partner may put to the lists of surfaces B and C, in tables of a million rows: whether an index
 * answers it, and what a page costs at the beginning and far into the list. Run it alone, some minutes for each surface:
 *
 *     npm run bench -- lists [rows] [lending|education]
 *
 * The statements are those that the server makes of requests.
 */
import { educationLists } from './lists/education.ts';
import { lendingLists } from './lists/lending.ts';

const [rows = '1000000', surface] = process.argv.slice(2);
if (surface !== 'education') await lendingLists(Number(rows));
if (surface !== 'lending') await educationLists(Number(rows));
process.exit();
