import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { EXAMPLES } from '#sub/examples.ts';
import { openEventStream } from '#test/support/event-stream-client.ts';
import { eventually } from '#test/support/eventually.ts';
import type { Json } from '#test/support/subgraph-client.ts';
import { openWholeGraph, type WholeGraph } from '#test/support/whole-graph.ts';

/** From members to all that hangs on them, through both subgraphs and back. */
const DEEPEST = `
  query Deepest($first: Int!) {
    members(first: $first) {
      nodes {
        memberNo
        loans(first: 10) {
          nodes {
            loanNo
            schoolFee { surplus invoice { number dueDate student { programme { code } results(first: 5) { nodes { grade } } } } }
            schedule { number state }
            disbursements(first: 5) {
              nodes { receiptNo settledInvoicePayments { amount loan { loanNo } allocations { invoice { number } } } }
            }
          }
        }
        sponsoredInvoices(first: 20) { nodes { number } }
        sponsorships(first: 10) {
          nodes {
            member { name }
            student {
              admissionNo
              programme { code }
              feeLoans { loanNo member { memberNo } }
              invoices(first: 5) { nodes { number balance loanOffers { principal product { code } } fundedBy { loanNo member { name } } payments(first: 2) { nodes { amount } } } }
              results(first: 5) { nodes { unit { code } grade versions { number } } }
              sponsors { nodes { member { memberNo branch { code } } } }
            }
          }
        }
      }
    }
  }`;

const repeated = (keys: readonly string[]) => keys.filter((key, index) => keys.indexOf(key) !== index);

describe.each(['in one process', 'over HTTP'] as const)('The graph of both subgraphs, %s', (way) => {
  let graph: WholeGraph;
  beforeAll(async () => {
    graph = await openWholeGraph(way);
    // The newest member first: sponsors one student; then one with three, then one with six.
    for (const students of [6, 3, 1]) await graph.sponsorWithLoan(students);
  });
  afterAll(() => graph.close());

  it('answers what only both know together', async () => {
    const { data, errors } = await graph.execute(DEEPEST, { first: 1 });
    expect(errors).toBeUndefined();
    const [member] = data.members.nodes;
    const [loan] = member.loans.nodes;
    expect(loan.schedule).toHaveLength(12);
    expect(loan.schoolFee).toEqual({
      surplus: 'TO_LENDER',
      invoice: {
        number: expect.stringMatching(/^INV-/),
        dueDate: expect.any(String),
        student: { programme: { code: 'BSC-CS' }, results: { nodes: [{ grade: 'A' }] } },
      },
    });
    const [disbursement] = loan.disbursements.nodes;
    const number = expect.stringMatching(/^INV-\d{4}-\d{6}$/);
    expect(disbursement).toEqual({
      receiptNo: expect.stringMatching(/^SKE/),
      settledInvoicePayments: [
        { amount: 1_000_000, loan: { loanNo: loan.loanNo }, allocations: [{ invoice: { number } }] },
      ],
    });
    const [{ student, ...sponsorship }] = member.sponsorships.nodes;
    expect(sponsorship.member.name).toBe('Wanjiku Kamau');
    expect(student.sponsors.nodes).toEqual([{ member: { memberNo: member.memberNo, branch: { code: 'HQ' } } }]);
    expect(student.feeLoans).toEqual([{ loanNo: loan.loanNo, member: { memberNo: member.memberNo } }]);
    expect(student.programme).toEqual({ code: 'BSC-CS' });
    expect(student.results.nodes).toEqual([{ unit: { code: 'CSC101' }, grade: 'A', versions: [{ number: 1 }] }]);
    expect(student.invoices.nodes).toEqual([
      {
        number,
        balance: 500_000,
        loanOffers: [{ principal: 500_000, product: { code: 'DEV' } }],
        fundedBy: [{ loanNo: loan.loanNo, member: { name: 'Wanjiku Kamau' } }],
        payments: { nodes: [{ amount: 1_000_000 }] },
      },
    ]);
    expect(member.sponsoredInvoices.nodes).toEqual([{ number: student.invoices.nodes[0].number }]);
  });

  it('reads as often for many as for one, and no record twice in a fetch', async () => {
    graph.requests.length = 0;
    const one = await graph.counted(() => graph.execute(DEEPEST, { first: 1 }));
    const readsOfOne = graph.requests.length;
    graph.requests.length = 0;
    const all = await graph.counted(() => graph.execute(DEEPEST, { first: 3 }));
    const invoices = all.result.data.members.nodes.flatMap(
      ({ sponsoredInvoices }: { sponsoredInvoices: { nodes: object[] } }) => sponsoredInvoices.nodes,
    );
    expect(invoices).toHaveLength(10);
    expect(all.reads.length).toBe(one.reads.length);
    expect(all.reads.length).toBeLessThanOrEqual(40);
    // One for each fetch of the gateway.
    expect(readsOfOne).toBeGreaterThan(5);
    expect(graph.requests).toHaveLength(readsOfOne);
    expect(graph.requests.flat().length).toBeGreaterThan(50);
    expect(graph.requests.flatMap(repeated)).toEqual([]);
  });

  it('fetches nothing twice where paths don’t meet again', async () => {
    graph.requests.length = 0;
    const { data } = await graph.execute(EXAMPLES[0]?.query ?? '');
    expect(data.members.nodes.length).toBeGreaterThan(2);
    expect(graph.requests.flat().length).toBeGreaterThan(10);
    expect(repeated(graph.requests.flat())).toEqual([]);
  });

  it('asks a subgraph for each entity once, however many paths lead to it', async () => {
    graph.fetches.length = 0;
    const { data, errors } = await graph.execute(`{
      invoices(first: 10) { nodes {
        payments(first: 5) { nodes { payer { name phone } } }
        student { sponsors(first: 5) { nodes { member { name phone } } } }
      } }
    }`);
    expect(errors).toBeUndefined();
    const names = data.invoices.nodes.flatMap(
      ({ payments, student }: Record<string, { nodes: Json[]; sponsors: { nodes: Json[] } }>) => [
        ...(payments?.nodes ?? []).map(({ payer }) => payer.name),
        ...(student?.sponsors.nodes ?? []).map(({ member }) => member.name),
      ],
    );
    expect([names.length, new Set(names)]).toEqual([20, new Set(['Wanjiku Kamau'])]);
    if (way === 'over HTTP') return;
    const entities = graph.fetches
      .flatMap(({ variables }) => variables?.representations ?? [])
      .map((each) => JSON.stringify(each));
    expect(entities).toHaveLength(3);
    expect(new Set(entities).size).toBe(3);
  });

  it('gives pages of at most 100, and says so before anything is read', async () => {
    const page = 'query($n: Int) { members(last: 100) { totalCount } loans(first: $n) { nodes { loanNo } } }';
    expect((await graph.execute(page, { n: 100 })).errors).toBeUndefined();
    const { result, transactions } = await graph.counted(() => graph.execute(page, { n: 101 }));
    expect([result.status, result.data, transactions]).toEqual([400, undefined, 0]);
    expect(result.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'OPERATION_TOO_LARGE', limit: 'listSize', allowed: 100, found: 101, field: 'Query.loans' },
    ]);
  });

  it('hands on only what the scopes of the client allow, and fetches nothing else', async () => {
    const { data, errors } = await graph.execute(
      `{ members(first: 1) { nodes { memberNo sponsorships { totalCount nodes { student { admissionNo results { nodes { grade } } } } } } } }`,
      {},
      ['members:read', 'students:read'],
    );
    expect(data.members.nodes[0].sponsorships.nodes[0].student).toEqual({
      admissionNo: expect.any(String),
      results: null,
    });
    expect(errors?.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([
      ['insufficient_scope', 'Student.results'],
    ]);
  });

  describe('streams changes', () => {
    const relay = async (): Promise<void> => {
      const { app, tenantId } = graph.testApp;
      while ((await app.delivery.relay(tenantId)).events > 0);
    };
    const stream = (query: string, variables: object = {}, scopes: readonly string[] = SCOPES) =>
      openEventStream(graph.url, { query, variables }, { authorization: `Bearer ${scopes.join(' ')}` });
    const newLoan = async (): Promise<string> => {
      const loanId = await graph.testApp.readyLoan(1_000_000n);
      await relay();
      const [row] = await graph.testApp.sql('select uuid from loan where id = $1', [loanId]);
      return String(row?.['uuid']);
    };

    it('of a loan: its own and those of the money on it, with what all subgraphs know', async () => {
      await relay();
      const { data } = await graph.execute(
        '{ loans(first: 5, filter: { states: [ACTIVE] }) { nodes { id disbursements { nodes { id } } } } }',
      );
      const [{ id, disbursements }] = data.loans.nodes;
      const other = await newLoan();
      const changes = `subscription($id: ID!) { loanChanged(id: $id, after: 0) {
        sequence type timestamp loan { id state member { name sponsorships(first: 1) { nodes { student { programme { code } } } } } }
      } }`;
      const [mine, others] = await Promise.all([
        stream(changes, { id: id.toUpperCase() }),
        stream(changes, { id: other }),
      ]);
      const written = await graph.testApp.sql(
        `select e.type from feed_entry f join event e on e.id = f.event_id, loan l
          where l.uuid = $1 and (e.subject_uuid = l.uuid or e.data->>'loan_id' = l.id::text) order by f.sequence`,
        [id],
      );
      const messages = await mine.take(written.length);
      const types = messages.map(({ result }) => result.data.loanChanged.type);
      expect(types).toEqual(written.map((row) => row['type']));
      expect(types).toEqual(expect.arrayContaining(['loan.created', 'disbursement.created', 'loan.disbursed']));
      expect(messages[0]?.result.data.loanChanged.loan).toEqual({
        id,
        state: 'ACTIVE',
        member: {
          name: 'Wanjiku Kamau',
          sponsorships: { nodes: [{ student: { programme: { code: 'BSC-CS' } } }] },
        },
      });
      expect(disbursements.nodes).toHaveLength(1);
      const both = await others.take(2);
      expect(both.map(({ result }) => [result.data.loanChanged.type, result.data.loanChanged.loan.id])).toEqual([
        ['loan.created', other],
        ['loan.approved', other],
      ]);
      mine.leave();
      others.leave();
    });

    it('of payments and of the work list, as far as the scopes of the client let it see them', async () => {
      await relay();
      const payments =
        'subscription { paymentChanged(after: 0) { type paymentId disbursement { id loan { loanNo } } } }';
      const few = await stream(payments, {}, ['disbursements:read']);
      const [first] = await few.take(1);
      expect(first?.result.data.paymentChanged).toEqual({
        type: 'disbursement.created',
        paymentId: first?.result.data.paymentChanged.disbursement.id,
        disbursement: { id: expect.any(String), loan: null },
      });
      expect(first?.result.errors.map((error: Json) => error.extensions.field)).toEqual(['Disbursement.loan']);
      few.leave();

      const work = await stream(
        'subscription { workList { type itemType itemId amlAlert { id } mobileMoneyTransaction { id state } } }',
        {},
        ['mobile_money:read'],
      );
      const { testApp } = graph;
      const receiptNo = `SKL${Date.now()}`;
      await testApp.done(testApp.app.mobileMoney.receivePayment, {
        receiptNo,
        amount: 5_000n,
        msisdn: '+254712345678',
        accountReference: 'nothing of ours',
        paidAt: testApp.clock(),
      });
      await relay();
      const [item] = await work.take(1);
      expect(item?.result.data.workList).toMatchObject({
        type: 'mobile_money.received',
        itemType: 'mobile_money_transaction',
        mobileMoneyTransaction: { id: item?.result.data.workList.itemId, state: 'UNALLOCATED' },
      });
      work.leave();
    });

    it('of the work of another institution to no one', async () => {
      const [row] = await graph.testApp.sql('select current_setting($1) as own', ['app.tenant']);
      const stranger = await stream('subscription { events(after: 0) { sequence } }', {}, [
        'webhooks:read',
        'loans:read',
        String(Number(row?.['own']) + 1),
      ]);
      const [message] = stranger.status === 200 ? await stranger.take(1) : [];
      expect(message?.result.data ?? null).toBeNull();
      stranger.leave();
    });

    it('to a client that loses its connection again and again, under writes: it misses none, and gets none twice', async () => {
      await relay();
      const query = 'subscription($after: Int) { events(after: $after) { sequence event { type subjectId } } }';
      const [head] = await graph.testApp.sql('select last from feed_head', []);
      const writers = Promise.all(
        Array.from({ length: 3 }, async () => {
          for (let n = 0; n < 4; n++) {
            await graph.testApp.readyLoan(1_000_000n);
            await relay();
          }
        }),
      );
      const received: number[] = [];
      let isOver = false;
      let after = Number(head?.['last']);
      let connections = 0;
      const begun = after;
      const over = Promise.withResolvers<null>();
      const reading = (async () => {
        while (!isOver) {
          const each = await stream(query, { after });
          // It breaks in the middle of whatever is on its way, after one change, two, three, ...
          for (let n = 0; n <= connections % 4; n++) {
            const message = await Promise.race([each.next(), over.promise]);
            if (message === null) break;
            if (message.result.errors !== undefined) throw new Error(JSON.stringify(message.result.errors));
            received.push(message.result.data.events.sequence);
            after = each.lastId ?? after;
          }
          each.leave();
          connections++;
        }
      })();
      await writers;
      await relay();
      const written = await graph.testApp.sql('select sequence from feed_entry where sequence > $1 order by 1', [
        begun,
      ]);
      const expected = written.map((row) => Number(row['sequence']));
      await eventually(() => received.length >= expected.length);
      isOver = true;
      over.resolve(null);
      await reading;
      expect(received).toEqual(expected);
      expect(expected.length).toBeGreaterThanOrEqual(24);
      expect(connections).toBeGreaterThan(5);
    });
  });

  const nameOf = (query: string) => /(?:query|mutation) (\w+)/.exec(query)?.[1];
  const arrears = EXAMPLES.find(({ query }) => nameOf(query) === 'LoansInArrears')?.query ?? '';

  it.each(EXAMPLES.filter(({ query }) => query !== arrears).map(({ query }) => [nameOf(query), query]))(
    'answers the example %s without an error',
    async (_name, query = '') => {
      const { status, data, errors } = await graph.execute(query);
      expect(errors).toBeUndefined();
      expect(status).toBe(200);
      for (const payload of Object.values(data as Record<string, { nodes?: object[]; userErrors?: object[] }>)) {
        expect(payload.nodes?.length ?? 1).toBeGreaterThan(0);
        expect(payload.userErrors ?? []).toEqual([]);
      }
    },
  );

  it('shows in the example LoansInArrears loans that are late, and no others', async () => {
    const before = await graph.execute(arrears);
    expect([before.errors, before.data.loans.totalCount]).toEqual([undefined, 0]);
    graph.letPass(70);
    const { data, errors } = await graph.execute(arrears);
    expect(errors).toBeUndefined();
    expect(data.loans.totalCount).toBe(10);
    const days = data.loans.nodes.map((loan: Json) => loan.arrears.daysPastDue);
    expect(days.every((each: number) => each > 30)).toBe(true);
  });
});
