import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWholeGraph, type WholeGraph } from '../support/whole-graph.ts';

/** A change of whose end its client does not hear, because the database went away at the wrong moment. */
let graph: WholeGraph;
let branchId: string;
beforeAll(async () => {
  graph = await openWholeGraph('in one process');
  const [branch] = await graph.testApp.sql<{ uuid: string }>('select uuid from branch limit 1');
  branchId = branch!.uuid;
});
afterEach(() => {
  graph.testApp.database.onStatement = null;
});
afterAll(() => graph.close());

const JOIN = `mutation ($input: CreateMemberInput!, $key: String) {
  createMember(input: $input, idempotencyKey: $key) { member { name } userErrors { code } }
}`;
const joining = (name: string, nationalId: string) => ({
  input: { name, nationalId, phone: '+254722000111', branchId },
  key: name,
});
const lost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

/** The database goes away behind the commit of the change, or at the first statement that follows it. */
function endBehindCommit(at: 'commit' | 'next'): void {
  const { database } = graph.testApp;
  let isCommitted = false;
  let isChanged = false;
  database.onStatement = (text) => {
    isChanged ||= /insert into "member"/.test(text);
    const ends = at === 'commit' ? isChanged && text === 'commit' : isCommitted;
    isCommitted ||= isChanged && text === 'commit';
    if (!ends) return;
    database.onStatement = null;
    throw lost();
  };
}
const members = async (name: string) => {
  const [row] = await graph.testApp.sql<{ n: number }>('select count(*)::int as n from member where name = $1', [name]);
  return row?.n;
};

describe('A change behind whose commit the database goes away', () => {
  it.each([
    ['unknown', 'commit', /^Whether the change was made is not known/],
    ['made', 'next', /^The change was made, and its record could not be read/],
  ] as const)(
    'is %s, and no outage after which it could be sent again without its key',
    async (change, at, message) => {
      const sent = joining(`Doubt-${at}`, at === 'commit' ? '22334455' : '22334456');
      endBehindCommit(at);
      const first = await graph.execute(JOIN, sent);
      expect(first.errors).toMatchObject([{ message: expect.stringMatching(message), path: ['createMember'] }]);
      expect(first.errors?.[0]?.extensions).toEqual({ code: 'outcome_unknown', change });
      expect(first.status).toBe(200);

      const again = await graph.execute(JOIN, sent);
      expect(again.data).toEqual({ createMember: { member: { name: sent.key }, userErrors: [] } });
      expect(await members(sent.key)).toBe(1);
    },
  );

  it('is an outage where the database went away before it', async () => {
    const { database } = graph.testApp;
    database.onStatement = (text) => {
      if (/insert into "member"/.test(text)) throw lost();
    };
    const { status, errors } = await graph.execute(JOIN, joining('Never', '22334457'));
    expect([status, errors?.[0]?.extensions]).toEqual([503, { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 }]);
    database.onStatement = null;
    expect(await members('Never')).toBe(0);
  });
});
