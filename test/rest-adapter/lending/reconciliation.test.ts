import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import {
  openRestTestApp,
  type Institution,
  type Reply,
  type RestTestApp,
  type TestClient,
} from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let comparison: number;
const BREAKS = '/api/v1/reconciliation_breaks';

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution('sandbox', 0n);
  client = await ports.openClient(institution);
  const now = ports.app.clock();
  const today = now.toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  const line = (lineNo: number, receiptNo: string, amount: bigint) => ({
    lineNo,
    receiptNo,
    kind: 'movement' as const,
    at: now,
    amount,
    msisdn: '254712345678',
    accountReference: 'WHO KNOWS',
    originatorId: null,
    linkedReceiptNo: null,
  });
  const { reconciliation } = await ports.app.reconciliation.reconcile(systemCaller(institution, 'tests', 'tests'), {
    account: 'mpesa_paybill',
    subAccount: null,
    statement: { source: 'statement', from: today, through: today, opening: 0n, closing: 150_000n, digest: 'a' },
    lines: [line(2, 'MISSING001', 50_000n), line(3, 'MISSING002', 100_000n)],
  });
  comparison = reconciliation.id;
});
afterAll(() => ports.close());

const get = (path: string, token = client.token) => ports.call('GET', path, { token });
const work = (id: number | string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  ports.call('PATCH', `${BREAKS}/${id}`, { token: client.token, body, headers });
const breakOf = async (receiptNo: string) => (await get(`${BREAKS}?filter[receipt_no]=${receiptNo}`)).body.data[0];

describe('A comparison with a provider’s statement', () => {
  it('shows both sides, footed', async () => {
    const { status, body } = await get(`/api/v1/reconciliations/${comparison}`);
    expect([status, body]).toMatchObject([
      200,
      {
        account: 'mpesa_paybill',
        lines: 2,
        matched: 0,
        there: { opening: 0, in: 150_000, out: 0, fees: 0, closing: 150_000 },
        here: { opening: 0, in: 0, out: 0, fees: 0, closing: 0 },
        footing_gap: 0,
        unexplained: 0,
        open_breaks: 2,
      },
    ]);
    expect((await get('/api/v1/reconciliations')).body.data).toEqual([body]);
  });
});

describe('A break', () => {
  it('waits on the work list, with a proposal', async () => {
    const { body } = await get(`${BREAKS}?filter[state]=open&filter[type]=missing_here&sort=id`);
    expect(body.data).toMatchObject([
      {
        receipt_no: 'MISSING001',
        reconciliation_id: comparison,
        amount_there: 50_000,
        amount_here: null,
        line: { line_no: 2, msisdn: '254712345678' },
        proposal: 'book_payment',
        owner: null,
        age_days: 0,
        journal: [],
        available_actions: ['assign', 'book', 'resolve'],
      },
      { receipt_no: 'MISSING002' },
    ]);
    expect((await get(`${BREAKS}/${body.data[0].uuid}`)).body).toEqual(body.data[0]);
  });

  it('is owned, and booked by a person: the payment waits in suspense then', async () => {
    const { id, version } = await breakOf('MISSING001');
    const stale = await work(id, { action: 'assign', owner: 'Asha' }, { 'if-match': '"v99"' });
    expect([stale.status, stale.body.current_etag]).toEqual([412, `"v${version}"`]);
    expect((await work(id, { action: 'assign', owner: 'Asha' })).body).toMatchObject({
      state: 'under_review',
      owner: 'Asha',
    });
    const { status, body } = await work(id, { action: 'book' });
    expect([status, body]).toMatchObject([
      200,
      {
        state: 'resolved',
        booked_as: { type: 'mobile_money_transaction' },
        journal: [
          { action: 'assign', by: client.clientKey, note: 'Asha' },
          { action: 'book', by: client.clientKey },
        ],
        available_actions: ['reopen'],
      },
    ]);
    expect((await get(`/api/v1/mobile_money/transactions/${body.booked_as.uuid}`)).body).toMatchObject({
      receipt_no: 'MISSING001',
      amount: 50_000,
      msisdn: '+254712345678',
      state: 'unallocated',
    });
    expect((await work(id, { action: 'book' })).body).toMatchObject({
      code: 'invalid_state_transition',
      current_state: 'resolved',
    });
  });

  it.each([
    [{ action: 'assign' }, '#/owner'],
    [{ action: 'resolve' }, '#/reason'],
    [{ action: 'book', reason: 'Now.' }, '#/reason'],
    [{ action: 'write_off' }, '#/action'],
  ])('takes no step like %j', async (body, pointer) => {
    const { id } = await breakOf('MISSING002');
    const reply = await work(id, body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('of another institution is not there, and needs the scope', async () => {
    const { id } = await breakOf('MISSING002');
    const stranger = await ports.openClient(await ports.openInstitution());
    expect((await get(`${BREAKS}/${id}`, stranger.token)).status).toBe(404);
    expect((await get(BREAKS, stranger.token)).body.data).toEqual([]);
    const { token } = await ports.openClient(institution, ['mobile_money:read']);
    const reply = await ports.call('PATCH', `${BREAKS}/${id}`, { token, body: { action: 'book' } });
    expect([reply.status, reply.body.required_scopes]).toEqual([403, ['mobile_money:write']]);
  });
});
