import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';
import { join } from './parties.ts';

/** The most pages of a walk. */
const MOST_PAGES = 60;
const WALK = `query($first: Int!, $after: String) {
  members(first: $first, after: $after) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`;
const BY_IDS = `query($one: ID!, $two: ID!, $three: ID!) {
  one: member(id: $one) { id } two: member(id: $two) { id } three: member(id: $three) { id } }`;
const LOANS = '{ members(first: 5) { nodes { id loans(first: 2) { nodes { id } } } } }';
const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Who reads the graph: a list page by page, records by their ids, and what a client has no scope for. */
export async function graphReaders(_: Knowledge, go: Go, { ask, change }: Office): Promise<void> {
  const ids: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { members }: { members?: any } = await ask('officer', WALK, { first: 3, after });
    ids.push(...(members?.nodes ?? []).map(({ id }: { id: string }) => id));
    after = members?.pageInfo?.endCursor ?? null;
    if (!members?.pageInfo?.hasNextPage) break;
  }
  const [one = NOBODY, two = NOBODY] = ids;
  await ask('officer', BY_IDS, { one, two: NOBODY, three: two });
  await ask('officer', BY_IDS, { one: NOBODY, two, three: one });
  await ask('reader', LOANS);
  await ask('officer', LOANS);
  // A key of another input is not this one's.
  const suspend = async (number: string) => {
    const { body } = await go('GET', await join(go, number));
    const input = { memberId: body?.uuid, reason: 'A chapter of the simulation.' };
    await change('officer', 'suspendMember', input, { key: 'chapter-graph-key' });
  };
  await suspend('32009911');
  await suspend('32009912');
}
