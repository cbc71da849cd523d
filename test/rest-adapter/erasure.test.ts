import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PERSONAL_TABLES } from '#platform/postgres/privacy/catalogue.ts';
import { patternsOf } from '#platform/postgres/privacy/identifying.ts';
import { termsOfText } from '#platform/postgres/privacy/terms.ts';
import { IMPERSONAL_COLUMNS } from '#test/support/impersonal-columns.ts';
import { operate } from '#test/support/operator.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import {
  openRestTestApp,
  type Institution,
  type Reply,
  type RestTestApp,
  type TestClient,
} from '#test/support/rest-test-app.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';
import { openSchool, type SchoolClient } from '#test/support/school-client.ts';
import { openedAlike, sealedAlike } from '#test/support/sealed-alike.ts';
import { tablesWith as tablesOf } from '#test/support/tables-with.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
/** The client of another person. */
let checker: LendingClient;
let savings: SavingsClient;
let school: SchoolClient;

beforeAll(async () => {
  ports = await openRestTestApp({ logs: 'requests' });
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
  checker = lendingClient(ports, institution, await ports.openClient(institution));
  savings = await savingsClient(ports, institution, partner);
  school = await openSchool(ports, { institution });
});
afterAll(() => ports.close());

const set = async (columns: string) => {
  await ports.admin(`update tenant set ${columns} where id = $1`, [institution.id]);
  ports.internals.tenants.forget(institution.id);
};
const act = (id: number, body: object, key?: string) =>
  partner.call('PATCH', `/api/v1/members/${id}`, { body, ...(key === undefined ? {} : { key }) });
const erase = (id: number, key?: string) => act(id, { action: 'erase', reason: 'Wanjirukabi asked for it.' }, key);

const tablesWith = (texts: readonly string[]) => tablesOf(ports, texts);

const PERSON = { name: 'Wanjirukabi Mutuathiru', national_id: '73-918-265', phone: '+254722918273' };
const NOMINEE = {
  name: 'Ndirangu Gathogo',
  relationship: 'son',
  share_basis_points: 10_000,
  id_number: '70918266',
  phone: '+254722918274',
};
const IDENTIFYING = [
  'Wanjirukabi',
  'Mutuathiru',
  '73-918-265',
  '73918265',
  '722918273',
  '722 918',
  'Ndirangu',
  'Gathogo',
  '70918266',
  '722918274',
  '4111-7777',
];

/** A person who borrowed, saved, was written about, and left: with copies in all kinds of places. */
async function aFormerMember() {
  const applicant = {
    ...partner.anApplicant(PERSON),
    kyc: {
      id_type: 'national_id',
      id_number: '73918265',
      date_of_birth: '1991-04-12',
      address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
    },
    client_reference: 'crm-4111-7777',
  };
  const { body: member } = await partner.call('POST', '/api/v1/members', { body: applicant, key: 'made' });
  await act(member.id, { action: 'verify_kyc' });
  await act(member.id, { nominees: [NOMINEE] }, 'nominees');
  const { body: loan } = await partner.call('POST', '/api/v1/loans', {
    body: partner.anApplication(member.id, { purpose: 'Death of a cow of Wanjirukabi' }),
    key: 'applied',
  });
  await partner.approve(loan.id);
  const { body: paid } = await partner.disburse(loan.id, { body: partner.aPayment({ msisdn: PERSON.phone }) });
  await partner.notify(paid.id, { code: 0 });
  const { body: active } = await partner.call('GET', `/api/v1/loans/${loan.id}`);
  const repaid = await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
    body: {
      amount: active.outstanding.total,
      channel: 'mpesa_paybill',
      reference: 'SKF73918X1',
      msisdn: PERSON.phone,
    },
    key: 'repaid',
  });
  expect([repaid.status, repaid.text]).toEqual([201, expect.any(String)]);
  const { body: suspense } = await savings.pay('crm-4111-7777 Wanjirukabi Mutuathiru', { msisdn: PERSON.phone });
  expect(suspense.state).toBe('unallocated');
  await act(member.id, { action: 'suspend', reason: 'The police asked for Wanjirukabi Mutuathiru.' }, 'suspended');
  await act(member.id, { action: 'reinstate', reason: 'Nothing was found on 722918273.' });
  const left = await act(member.id, { action: 'exit', reason: 'Wanjirukabi moved.' });
  expect(left.body.state).toBe('exited');
  await plantCopies(member.id);
  return { ...left.body, loanId: loan.id };
}

/** A number as payments have it, and what is stored of a notification as it was sent. */
const sealed = (text: string) => sealedAlike(ports, institution.id, text);
const opened = (text: string) => openedAlike(ports, institution.id, text);

/** What arrives from elsewhere: of providers, banks and partners. */
async function plantCopies(memberId: number): Promise<void> {
  const of = institution.id;
  const body = '{"MSISDN": 254722918273, "Name": "WANJIRUKABI  MUTUATHIRU", "BillRefNumber": "0722918273"}';
  const { inbox } = ports.app;
  const arrival = { headers: { 'x-name': 'Ndirangu Gathogo' }, source: null, isExpected: true };
  const { id } = await inbox.store(of, { kind: 'paybill_confirmation', subject: '600000', text: body, arrival });
  await inbox.processed(of, id);
  const phone = await sealed(PERSON.phone);
  await ports.admin(
    `insert into wallet (tenant_id, uuid, msisdn, provider, confirmed_at, evidence, confirmed_by)
     values ($1, gen_random_uuid(), $2, 'mpesa', now(), 'She called.', 'clerk')`,
    [of, phone],
  );
  await ports.admin(
    `insert into incident (tenant_id, uuid, kind, state, summary, resolution)
     values ($1, gen_random_uuid(), 'payout_overdue', 'resolved', 'Paid by Wanjirukabi Mutuathiru, id 73 918 265',
             'Called 0722918273')`,
    [of],
  );
  await ports.admin(
    `insert into aml_alert (tenant_id, uuid, rule_id, rule_version, severity, subject_key, member_id, msisdn, window_start,
                            window_end, amount, threshold, evidence, holds, state, state_reason, due_at)
     values ($1, gen_random_uuid(), 'daily_cash', 1, 'low', 'planted', $2, $3, '2026-01-01', '2026-01-01', 1, 1, '{}',
             false, 'false_positive', 'It was Ndirangu.', now())`,
    [of, memberId, phone],
  );
}

describe('A member', () => {
  it('is kept while business with the person runs, and as long as the law says after it', async () => {
    const member = await partner.aMember();
    const early = await erase(member.id);
    expect([early.status, early.body.code]).toEqual([409, 'personal_data_kept']);
    const today = ports.app.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
    // The record was changed just now, by the clock of the database.
    const [row] = await ports.admin<{ on: string }>(
      `select (updated_at at time zone 'Africa/Nairobi')::date::text as on from member where id = $1`,
      [member.id],
    );
    const until = Temporal.PlainDate.from(row!.on).add({ years: 7 });
    expect(Temporal.PlainDate.compare(today, until)).toBe(-1);
    expect(early.body).toMatchObject({ open: [], kept_until: until.toString() });
    expect(early.body.detail).toContain(`the law keeps them until ${until.toString()}.`);

    await set('retention_years = 0');
    const active = await erase(member.id);
    expect([active.status, active.body.code]).toEqual([409, 'invalid_state_transition']);
    const draft = await partner.call('POST', '/api/v1/loans', { body: partner.anApplication(member.id) });
    const busy = await erase(member.id);
    expect(busy.body).toMatchObject({
      code: 'personal_data_kept',
      open: [`loan ${draft.body.loan_no} is draft`],
      kept_until: null,
    });
  });

  it('is erased from every table, log and stored response; the books stay, and the keys are known still (finding 7)', async () => {
    await set('retention_years = 0');
    const member = await aFormerMember();
    const namesake = await partner.aMember({ name: PERSON.name.split(' ').toReversed().join(' ') });
    await act(namesake.id, { name: 'Someone Else' });
    await ports.flushRequests();
    const before = await tablesWith(IDENTIFYING);
    for (const table of ['event', 'incident', 'loan', 'member']) {
      expect(before).toContain(table);
    }
    // Stored responses say all of this, and are sealed.
    expect(before).not.toContain('idempotency_key');
    expect(await tablesWith(['73-918-265', '73918265', '70918266', '722918274', '1991-04-12'])).toEqual([]);
    const { body: replayed } = await act(member.id, { nominees: [NOMINEE] }, 'nominees');
    expect(replayed).toMatchObject({ phone: PERSON.phone, nominees: [NOMINEE] });
    // So is where money came from and went to, and what providers sent: what people wrote freely is left.
    expect(await tablesWith(['722918273', '722 918'])).toEqual(['event', 'incident']);
    const stored = await sealed(PERSON.phone);
    expect(await tablesWith([stored])).toEqual([
      'aml_alert',
      'disbursement',
      'mobile_money_transaction',
      'repayment',
      'wallet',
    ]);
    const books = () => ports.admin('select count(*), sum(amount) from journal_line');
    const [booked] = await books();

    const erased = await erase(member.id, 'erased');
    expect([erased.status, erased.text]).toEqual([200, expect.any(String)]);
    expect(erased.body).toMatchObject({
      id: member.id,
      member_no: member.member_no,
      name: 'Erased',
      national_id: expect.stringMatching(/^ERASED-[0-9A-F]{12}$/),
      phone: '+99900000000',
      kyc: null,
      nominees: [],
      erased: true,
      available_actions: [],
    });
    await ports.flushRequests();
    expect(await tablesWith([...IDENTIFYING, stored])).toEqual([]);
    const said = JSON.stringify(ports.logLines).toLowerCase();
    expect(IDENTIFYING.filter((text) => said.includes(text.toLowerCase()))).toEqual([]);
    expect((await books())[0]).toEqual(booked);

    // What a provider sent is still what can be read.
    const [callback] = await ports.admin<{ body: string }>(
      `select body from callback where kind = 'paybill_confirmation'`,
    );
    expect(JSON.parse(await opened(callback!.body))).toEqual({ MSISDN: 0, Name: 'erased', BillRefNumber: '0' });
    const again = await partner.call('POST', '/api/v1/members', {
      body: { ...partner.anApplicant(PERSON) },
      key: 'made',
    });
    expect(again.status).toBe(422);
    const loan = await partner.call('GET', `/api/v1/loans/${member.loanId}`);
    expect(loan.body).toMatchObject({ member_id: member.id, state: 'closed', purpose: 'erased' });
    const later = await act(member.id, { name: 'Wanjirukabi' });
    expect([later.status, later.body.code]).toEqual([409, 'member_erased']);
    const twice = await erase(member.id);
    expect([twice.status, twice.body.code]).toEqual([409, 'member_erased']);
    // The number is free: the person may come back.
    const back = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant(PERSON) });
    expect(back.status).toBe(201);
  });

  it('takes the number of another person along in its own rows alone', async () => {
    const shared = '+254722000999';
    const wife = await partner.aMember({ name: 'Achieng Shared', phone: shared });
    const { body: husband } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: 'Otieno Shared', phone: shared }),
    });
    const { body: payment } = await savings.pay('unknown account', { msisdn: shared });
    expect((await erase(husband.id)).status).toBe(200);
    expect((await partner.call('GET', `/api/v1/members/${husband.id}`)).body.phone).toBe('+99900000000');
    expect((await partner.call('GET', `/api/v1/members/${wife.id}`)).body.phone).toBe(shared);
    const kept = await partner.call('GET', `/api/v1/mobile_money/transactions/${payment.id}`);
    expect(kept.body.msisdn).toBe(shared);
  });

  it('leaves the number of an identity card to whose it is', async () => {
    const applicant = partner.anApplicant({ name: 'Jepkosgei Koros', national_id: '73918777' });
    const register = () => partner.call('POST', '/api/v1/members', { body: applicant, key: 'registered-17' });
    const { body: wife } = await register();
    const { body: payment } = await savings.pay('shares 73918777');
    expect(payment.state).toBe('unallocated');
    const { body: husband } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    const nominee = {
      name: 'Jepkosgei Koros',
      relationship: 'wife',
      share_basis_points: 10_000,
      id_number: '73918777',
    };
    expect((await act(husband.id, { nominees: [nominee] })).status).toBe(200);

    expect((await erase(husband.id)).status).toBe(200);
    const kept = await partner.call('GET', `/api/v1/mobile_money/transactions/${payment.id}`);
    expect(kept.body.account_reference).toBe('shares 73918777');
    expect((await register()).body).toMatchObject({ id: wife.id, national_id: '73918777' });
  });

  it('goes from the stored responses of others as well, however a number is written there', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ phone: '+254722333888' }),
    });
    const other = await partner.aMember();
    const application = partner.anApplication(other.id, { purpose: 'Call 0722 333 888 about it' });
    const apply = () => partner.call('POST', '/api/v1/loans', { body: application, key: 'applied-for-other' });
    const { body: loan } = await apply();
    await partner.call('PATCH', `/api/v1/loans/${loan.id}`, { body: { action: 'withdraw' } });
    expect((await apply()).body.purpose).toBe('Call 0722 333 888 about it');

    expect((await erase(member.id)).status).toBe(200);
    expect((await partner.call('GET', `/api/v1/loans/${loan.id}`)).body.purpose).toBe('Call 0 about it');
    expect((await apply()).body).toEqual({ erased: true });
  });

  it('leaves the account at a bank to who is paid there as well', async () => {
    const account = { bank_account: 'Equity 0112345678' };
    const { body: wife } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    await act(wife.id, { action: 'verify_kyc' });
    const { body: loan } = await partner.call('POST', '/api/v1/loans', { body: partner.anApplication(wife.id) });
    await partner.approve(loan.id);
    const body = { amount: loan.principal, channel: 'bank', ...account };
    const { body: paid } = await partner.disburse(loan.id, { body });
    const confirmed = { action: 'confirm_by_bank', provider_ref: 'FTSHARED1' };
    const path = `/api/v1/loans/${loan.id}/disbursements/${paid.id}`;
    const { status, text } = await partner.call('PATCH', path, { body: confirmed });
    expect([status, text]).toEqual([200, expect.any(String)]);
    const { body: husband } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    expect((await act(husband.id, account)).body).toMatchObject(account);

    expect((await erase(husband.id)).status).toBe(200);
    expect((await partner.call('GET', path)).body).toMatchObject(account);
  });

  it('takes two people where the institution has four eyes, and the scope privacy:write of both', async () => {
    await set('four_eyes = true');
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: 'Muthoni Mbugua' }),
    });
    const clerk = await ports.openClient(institution, ['members:write', 'members:read', 'approvals:write']);
    const body = { action: 'erase', reason: 'Muthoni Mbugua asked for it.' };
    const few = await ports.call('PATCH', `/api/v1/members/${member.id}`, { token: clerk.token, body });
    expect(few).toMatchObject({ status: 403, body: { required_scopes: ['privacy:write'] } });
    const proposed = await act(member.id, body);
    expect([proposed.status, proposed.body.command]).toEqual([202, 'erase_member']);
    const approval = { body: { action: 'approve' } };
    const proposal = `/api/v1/proposals/${proposed.body.id}`;
    expect((await partner.call('PATCH', proposal, approval)).body.code).toBe('four_eyes_required');
    expect((await ports.call('PATCH', proposal, { token: clerk.token, ...approval })).status).toBe(403);
    expect(await tablesWith(['Muthoni'])).toContain('member');
    expect((await checker.call('PATCH', proposal, approval)).body.state).toBe('approved');
    expect(await tablesWith(['Muthoni', 'Mbugua'])).toEqual([]);
    await set('four_eyes = false');
  });
});

describe('A reference by which others name their records', () => {
  it('says nothing of an erased person, and stays taken', async () => {
    const phone = '+254722333444';
    const { body: member } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant({ phone }) });
    const app = await ports.openClient(institution);
    const topUp = () =>
      ports.call('POST', '/v1/topups', {
        token: app.token,
        body: { amount: 50_000, reference: 'float-of-0722333444' },
      });
    const first = await topUp();
    expect([first.status, first.text]).toEqual([201, expect.any(String)]);
    const other = await partner.aMember();
    const application = partner.anApplication(other.id, { client_reference: 'paid-by-0722-333-444' });
    const { body: loan } = await partner.call('POST', '/api/v1/loans', { body: application });
    await partner.call('PATCH', `/api/v1/loans/${loan.id}`, { body: { action: 'withdraw' } });
    expect(await tablesWith(['722333444', '722-333-444'])).toEqual(expect.arrayContaining(['loan', 'topup']));

    expect((await erase(member.id)).status).toBe(200);
    expect(await tablesWith(['722333444', '722-333-444'])).toEqual([]);
    const again = await topUp();
    expect([again.status, again.body.code]).toEqual([409, 'duplicate_reference']);
    const second = await partner.call('POST', '/api/v1/loans', { body: application });
    expect(second).toMatchObject({ status: 409, body: { code: 'duplicate_reference', existing_id: loan.id } });
  });
});

describe('What a client calls its requests by', () => {
  it('says nothing of an erased person, and a repetition is recognised by it still', async () => {
    const phone = '+254722444555';
    const body = partner.anApplicant({ name: 'Muhonja Wesonga', phone, national_id: '73918444' });
    const key = 'onboard-0722444555-muhonja-wesonga';
    const headers = { 'x-request-id': 'crm-73918444-Muhonja.Wesonga' };
    const make = () => partner.call('POST', '/api/v1/members', { body, key, headers });
    const { body: member } = await make();
    await partner.call('GET', `/api/v1/members/${member.id}`, { headers });
    await ports.flushRequests();
    const texts = ['722444555', '73918444', 'Muhonja', 'Wesonga'];
    expect(await tablesWith(texts)).toEqual(
      expect.arrayContaining(['audit', 'event', 'idempotency_key', 'request_log']),
    );

    expect((await erase(member.id)).status).toBe(200);
    await ports.flushRequests();
    expect(await tablesWith(texts)).toEqual([]);
    const again = await make();
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      { erased: true },
      'true',
    ]);
    const shown = await partner.call('GET', `/api/v1/idempotency_keys/${key}`);
    expect(shown.body).toMatchObject({ key, state: 'completed', status: 201 });
    const other = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant(), key });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is refused for an erasure where it names who is erased, by itself or where another person approves', async () => {
    const phone = '+254722444666';
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: 'Nafula Barasa', phone, national_id: '73918555' }),
    });
    const texts = ['722444666', '73918555', 'Nafula', 'Barasa'];
    const path = `/api/v1/members/${member.id}`;
    const body = { action: 'erase', reason: 'Nafula Barasa asked for it.' };
    for (const called of [
      { key: 'erase-nafula_barasa' },
      { key: 'erase-0722444666' },
      { headers: { 'x-request-id': 'crm-73918555' } },
    ]) {
      const refused = await partner.call('PATCH', path, { body, ...called });
      expect(refused).toMatchObject({ status: 422, body: { code: 'request_names_person' } });
    }
    await set('four_eyes = true');
    const { body: proposal } = await partner.call('PATCH', path, { body });
    const approve = (key: string) =>
      checker.call('PATCH', `/api/v1/proposals/${proposal.id}`, { body: { action: 'approve' }, key });
    expect((await approve('approve-nafula_barasa')).body.code).toBe('request_names_person');
    await ports.flushRequests();
    // What was refused is stored as well.
    expect(await tablesWith(texts)).toEqual(expect.arrayContaining(['idempotency_key', 'member', 'request_log']));
    const approved = await approve('approve-17');
    expect([approved.status, approved.body]).toMatchObject([200, { state: 'approved' }]);
    await set('four_eyes = false');
    await ports.flushRequests();
    expect(await tablesWith(texts)).toEqual([]);
  });
});

describe('What a person was called before', () => {
  it('is erased as well: a name, a number and a nominee of then', async () => {
    const before = partner.anApplicant({ name: 'Akello Odongo', phone: '+254722555777' });
    const headers = { 'x-request-id': 'crm-Akello.Odongo' };
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: before,
      key: 'register-akello-odongo',
      headers,
    });
    const nominee = { name: 'Opiyo Ngesa', relationship: 'son', share_basis_points: 10_000 };
    await act(member.id, { nominees: [nominee] }, 'opiyo-ngesa-named');
    const { body: payment } = await savings.pay('of Akello Odongo', { msisdn: '+254722555777' });
    await act(member.id, { name: 'Someone Other', phone: '+254722555778', nominees: [] });
    const heirs = (round: number) =>
      Array.from({ length: 20 }, (_, at) => ({
        name: `Heir ${round} Number${at}`,
        relationship: 'child',
        share_basis_points: 500,
      }));
    // Who inherits changes as a list, and often: the name of before is kept all the same.
    for (const round of [1, 2, 3, 4, 5, 6, 7])
      expect((await act(member.id, { nominees: heirs(round) })).status).toBe(200);
    const texts = ['Akello', 'Odongo', '722555777', 'Opiyo', 'Ngesa'];
    await ports.flushRequests();
    expect(await tablesWith(texts)).toEqual(expect.arrayContaining(['audit', 'event', 'mobile_money_transaction']));

    expect((await erase(member.id)).status).toBe(200);
    await ports.flushRequests();
    expect(await tablesWith(texts)).toEqual([]);
    const kept = await partner.call('GET', `/api/v1/mobile_money/transactions/${payment.id}`);
    expect(kept.body.msisdn).toBe('+99900000000');
  });
});

describe('Stored notifications of providers', () => {
  it('are opened by an erasure where they may name the person, however JSON writes the name, and no others', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: 'Njũgunawa Kĩrĩtũ', phone: '+254722333555' }),
    });
    const { inbox } = ports.app;
    const received = async (subject: string, text: string) => {
      const arrival = { headers: { 'user-agent': 'a provider' }, source: null, isExpected: true };
      const { id } = await inbox.store(institution.id, { kind: 'paybill_confirmation', subject, text, arrival });
      await inbox.processed(institution.id, id);
      return id;
    };
    const named = await received('named', String.raw`{"Name":"Nj\u0169gunawa K\u0129r\u0129t\u0169","MSISDN":1}`);
    const others = await received('others', '{"Name":"Someone Else","MSISDN":254722333556}');
    // It can't be opened: an erasure that tried would fail.
    await ports.admin(`update callback set body = 'a1.nothing' where id = $1`, [others]);
    expect((await erase(member.id)).status).toBe(200);
    const [row] = await ports.admin<{ body: string }>('select body from callback where id = $1', [named]);
    expect(JSON.parse(await opened(row!.body))).toEqual({ Name: 'erased', MSISDN: 1 });
    await ports.admin('delete from callback where id = $1', [others]);
  });

  it('name the person by marks that JSON writes as escapes, behind the end of a line, and by a number with strokes', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: "Ng'ang'a Wakarima", client_reference: 'BSC-CS/0042/2026' }),
    });
    const { inbox } = ports.app;
    const texts = [
      String.raw`{"a":"NG\u0027ANG\u0027A WAKARIMA"}`,
      String.raw`{"a":"by\nNg'ang'a\tWakarima"}`,
      String.raw`{"a":"bsc-cs/0042/2026"}`,
      String.raw`{"a":"BSC-CS\/0042\/2026"}`,
      String.raw`{"a":"\u0022\u005c\"\\ Ng'ang'a Wakarima"}`,
    ];
    const ids: number[] = [];
    for (const [n, text] of texts.entries()) {
      const arrival = { headers: {}, source: null, isExpected: true };
      const subject = `escaped-${n}`;
      const { id } = await inbox.store(institution.id, { kind: 'paybill_confirmation', subject, text, arrival });
      await inbox.processed(institution.id, id);
      ids.push(id);
    }
    expect((await erase(member.id)).status).toBe(200);
    const rows = await ports.admin<{ body: string }>('select body from callback where id = any($1) order by id', [ids]);
    const left = await Promise.all(rows.map(async ({ body }) => JSON.parse(await opened(body)).a));
    expect(left).toEqual(['erased', 'by erased', 'erased', 'erased', String.raw`"\"\ erased`]);
  });
});

describe('All that is held of a person', () => {
  const walk = async (address: string, limit: number): Promise<{ record: string; data: Record<string, unknown> }[]> => {
    const rows = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body, text } = await partner.call(
        'GET',
        `${address}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        { headers: { 'x-request-id': 'exporting' } },
      );
      expect([status, text]).toEqual([200, expect.any(String)]);
      expect(body.data.length).toBeLessThanOrEqual(limit);
      rows.push(...body.data);
      cursor = body.next_cursor;
    }
    return rows;
  };

  it('is exported page by page, from every table, without keys of ours; each page is a reading', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: 'Kerubo Nyaboke', phone: '+254722111999' }),
    });
    await act(member.id, { action: 'verify_kyc' });
    const { body: loan } = await partner.call('POST', '/api/v1/loans', { body: partner.anApplication(member.id) });
    const { body: payment } = await savings.pay('for Kerubo Nyaboke', { msisdn: '+254700555444' });
    const other = await partner.aMember({ name: 'Bosibori Kemunto' });
    const address = `/api/v1/members/${member.id}/personal_data`;
    const all = await walk(address, 200);
    // What is logged of the first walk is held as well: one row a page.
    const rows = (await walk(address, 3)).filter(({ record }) => record !== 'personal_reading');
    expect(rows).toEqual(all.filter(({ record }) => record !== 'personal_reading'));
    const of = (record: string) => all.filter((row) => row.record === record).map(({ data }) => data);
    expect(of('member')).toMatchObject([
      { name: 'Kerubo Nyaboke', national_id: member.national_id, uuid: member.uuid },
    ]);
    expect(of('loan')).toMatchObject([{ loan_no: loan.loan_no, purpose: 'Dairy cow' }]);
    expect(of('mobile_money_transaction')).toMatchObject([{ uuid: payment.uuid }]);
    expect(of('event').length).toBeGreaterThan(1);
    expect(JSON.stringify(all)).not.toContain(other.national_id);
    expect(
      all.flatMap(({ data }) => Object.keys(data)).filter((name) => /^(id|tenant_id|member_id)$/.test(name)),
    ).toEqual([]);
    const mine = await partner.call('GET', `/api/v1/personal_readings?filter[member_id]=${member.id}&limit=1`);
    expect(mine.body.data).toMatchObject([{ fields: ['personal_data'], request_id: 'exporting' }]);
  });

  it('is for tokens with privacy:read, and of a student for clients with the pii flag; a cursor is of one person', async () => {
    const clerk = await ports.openClient(institution, ['members:read']);
    const { body: one } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    const { body: two } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    const addressOf = (id: number) => `/api/v1/members/${id}/personal_data`;
    expect((await ports.call('GET', addressOf(one.id), { token: clerk.token })).status).toBe(403);
    const auditor = await ports.openClient(institution, ['privacy:read', 'members:read']);
    expect((await ports.call('GET', addressOf(one.id), { token: auditor.token })).body).toMatchObject({
      status: 403,
      required_scopes: ['loans:read', 'savings_accounts:read'],
    });
    const { body: page } = await partner.call('GET', `${addressOf(one.id)}?limit=1`);
    const foreign = await partner.call('GET', `${addressOf(two.id)}?limit=1&cursor=${page.next_cursor}`);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_cursor']);
    const student = await school.aStudent();
    const students = `/api/v1/students/${student.id}/personal_data`;
    expect((await school.call('GET', students)).body).toMatchObject({ status: 403, required_flag: 'pii' });
    const trusted = await ports.openClient(institution);
    await ports.admin('update api_client set pii = true where id = $1', [trusted.id]);
    const { body } = await ports.call('GET', students, { token: trusted.token });
    expect(body.data[0]).toMatchObject({ record: 'student', data: { uuid: student.uuid } });
  });
});

describe('A student', () => {
  const STUDENT = {
    date_of_birth: '2001-07-19',
    national_id: '38-112-907',
    birth_certificate_no: 'BC-55190277',
    passport_no: 'AK8812077',
    phone: '+254733418822',
    email: 'akoth.sealed@example.org',
    kuccps_ref: 'KUC-778123',
    kcse_index_no: '20400001077',
    kcse_year: 2019,
    helb_ref: 'HELB-99120',
    guardians: [
      {
        name: 'Otieno Sealed',
        relationship: 'father',
        phone: '+254733418823',
        email: 'otieno.sealed@example.org',
        primary: true,
      },
    ],
  };
  const TEXTS = [
    '2001-07-19',
    '38-112-907',
    '55190277',
    'AK8812077',
    '733418822',
    'akoth.sealed',
    'KUC-778123',
    '20400001077',
    'HELB-99120',
    '733418823',
    'otieno.sealed',
  ];

  it('is read as written, and of all numbers and addresses nothing stands in any table (finding 7)', async () => {
    const clients = await ports.openClient(institution);
    await ports.admin('update api_client set pii = true where id = $1', [clients.id]);
    const student = await school.aStudent({ first_name: 'Akoth', last_name: 'Sealed', ...STUDENT });
    await ports.flushRequests();
    const { body } = await ports.call('GET', `/api/v1/students/${student.id}`, { token: clients.token });
    const { guardians, ...own } = STUDENT;
    expect(body).toMatchObject({ ...own, guardians: [expect.objectContaining(guardians[0]!)] });
    for (const text of TEXTS) expect([text, await tablesWith([text])]).toEqual([text, []]);
    expect(await tablesWith(['Otieno Sealed'])).toEqual(['student']);
    await expect(school.aStudent({ national_id: '38112907' })).rejects.toThrow(/409/);
  });
});

describe('The erasure of a student', () => {
  const trustedClient = async (scopes?: readonly string[], of = institution): Promise<TestClient> => {
    const client = await ports.openClient(of, scopes);
    await ports.admin('update api_client set pii = true where id = $1', [client.id]);
    return client;
  };
  const patch = ({ token }: TestClient, path: string, body: object) => ports.call('PATCH', path, { token, body });
  const eraseStudent = (by: TestClient, id: number, reason = 'The family asked for it.') =>
    patch(by, `/api/v1/students/${id}`, { action: 'erase', reason });
  const verdict = ({ status, body }: Reply) => [status, body.code];
  let registrar: TestClient;
  beforeAll(async () => {
    registrar = await trustedClient();
  });
  beforeEach(() => set('student_retention_years = 7, four_eyes = false'));
  afterAll(() => set('four_eyes = false'));

  it('is refused while anything is open, and with the date as long as the law says after it', async () => {
    const { id: resultId, student_id: id, enrolment_id: enrolmentId } = await school.aResult();
    const student = await school.got(`/api/v1/students/${id}`);
    const invoice = await school.anInvoice(student);
    const busy = await eraseStudent(registrar, id);
    expect(verdict(busy)).toEqual([409, 'personal_data_kept']);
    expect(busy.body).toMatchObject({
      student_id: id,
      open: [
        `enrolment ${enrolmentId} is enrolled`,
        `invoice ${invoice['number']} is issued`,
        `result ${resultId} is draft`,
      ],
      kept_until: null,
    });
    expect(busy.body.detail).toContain(`The personal data of the student with pay code ${student['pay_code']}`);

    await school.changed(`/api/v1/results/${resultId}`, { action: 'void', reason: 'Another student.' });
    await school.changed(`/api/v1/students/${id}`, { action: 'withdraw', reason: 'Moved.' });
    await set('student_retention_years = 0');
    const owing = await eraseStudent(registrar, id);
    expect(owing.body).toMatchObject({ open: [`invoice ${invoice['number']} is issued`], kept_until: null });
    await set('student_retention_years = 7');
    await school.changed(`/api/v1/invoices/${invoice.id}`, { action: 'void', reason: 'Moved.' });
    const early = await eraseStudent(registrar, id);
    // By the clock of the database.
    const [row] = await ports.admin<{ on: string }>(
      `select (greatest(s.updated_at, i.updated_at, r.updated_at, e.updated_at) at time zone 'Africa/Nairobi')::date::text as on
         from student s join invoice i on i.id = $2 join result r on r.id = $3 join enrolment e on e.id = $4 where s.id = $1`,
      [id, invoice.id, resultId, enrolmentId],
    );
    const until = Temporal.PlainDate.from(row!.on).add({ years: 7 }).toString();
    expect(verdict(early)).toEqual([409, 'personal_data_kept']);
    expect(early.body).toMatchObject({ open: [], kept_until: until });
    expect(early.body.detail).toContain(`the law keeps them until ${until}.`);
    expect((await school.got(`/api/v1/students/${id}`)).erased).toBe(false);

    const words = ['--json', 'privacy-policies', '--student-retention-years', '0', '--tenant', String(institution.id)];
    expect((await operate(ports.settings, words)).output).toContain('"student_retention_years":0');
    ports.forgetTenant(institution.id);
    expect((await eraseStudent(registrar, id)).body).toMatchObject({ first_name: 'Erased', erased: true });
    expect(verdict(await eraseStudent(registrar, id))).toEqual([409, 'student_erased']);
  });

  it('is refused while the school has money of the student that no invoice has taken', async () => {
    await set('student_retention_years = 0');
    const student = await school.aStudent();
    const payment = await school.aPayment(await school.anInvoice(student), { amount: 3_000_100 });
    expect((await eraseStudent(registrar, student.id)).body).toMatchObject({
      code: 'personal_data_kept',
      open: [`payment ${payment.id} has money that no invoice has taken`],
    });
  });

  it('takes the pii flag and privacy:write, and is done by one, at once, of an applicant where the policy is off', async () => {
    const student = await school.aStudent();
    expect(verdict(await eraseStudent(school.client, student.id))).toEqual([403, 'insufficient_scope']);
    const clerk = await trustedClient(['students:write', 'students:read']);
    expect((await eraseStudent(clerk, student.id)).body).toMatchObject({
      status: 403,
      required_scopes: ['privacy:write'],
    });
    const elsewhere = await trustedClient(undefined, await ports.openInstitution());
    expect(verdict(await eraseStudent(elsewhere, student.id))).toEqual([404, 'not_found']);
    expect((await eraseStudent(registrar, student.id)).body).toMatchObject({ first_name: 'Erased', erased: true });
  });

  it('takes the name of before along', async () => {
    const student = await school.aStudent({ first_name: 'Simiyu', last_name: 'Nanjala' });
    const { token } = registrar;
    const renamed = await ports.call('PATCH', `/api/v1/students/${student.id}`, {
      token,
      body: { first_name: 'Other', last_name: 'Person' },
      key: 'rename-simiyu-nanjala',
    });
    expect(renamed.status).toBe(200);
    await ports.flushRequests();
    expect(await tablesWith(['Simiyu', 'Nanjala'])).toEqual(expect.arrayContaining(['event', 'idempotency_key']));
    expect((await eraseStudent(registrar, student.id)).status).toBe(200);
    await ports.flushRequests();
    expect(await tablesWith(['Simiyu', 'Nanjala'])).toEqual([]);
  });

  it('is a proposal where the institution has four eyes, which another person approves', async () => {
    await set('four_eyes = true');
    const student = await school.aStudent({ first_name: 'Nekesa', last_name: 'Wafula' });
    const proposed = await eraseStudent(registrar, student.id, 'Nekesa Wafula asked for it.');
    expect([proposed.status, proposed.body]).toEqual([
      202,
      expect.objectContaining({
        command: 'erase_student',
        subject: { type: 'student', id: student.id, uuid: student.uuid },
        rule: 'Erasing a student takes two people.',
      }),
    ]);
    expect(verdict(await eraseStudent(registrar, student.id))).toEqual([409, 'already_proposed']);
    const approve = (by: TestClient) => patch(by, `/api/v1/proposals/${proposed.body.id}`, { action: 'approve' });
    const dean = await trustedClient();
    const clerk = await trustedClient(['students:write', 'approvals:write']);
    const elsewhere = await trustedClient(undefined, await ports.openInstitution());
    expect(verdict(await approve(registrar))).toEqual([409, 'four_eyes_required']);
    expect((await approve(clerk)).body).toMatchObject({ status: 403, required_scopes: ['privacy:write'] });
    expect(verdict(await approve(elsewhere))).toEqual([404, 'not_found']);
    expect(await tablesWith(['Nekesa'])).toContain('student');
    expect((await approve(dean)).body.state).toBe('approved');
    expect(await tablesWith(['Nekesa', 'Wafula'])).toEqual([]);
    expect(verdict(await approve(dean))).toEqual([409, 'invalid_state_transition']);
  });

  it('is refused when it is approved, where an invoice was issued meanwhile', async () => {
    await set('four_eyes = true');
    const student = await school.aStudent();
    const proposed = await eraseStudent(registrar, student.id);
    const invoice = await school.anInvoice(student);
    const path = `/api/v1/proposals/${proposed.body.id}`;
    const refused = await patch(await trustedClient(), path, { action: 'approve' });
    expect(verdict(refused)).toEqual([409, 'personal_data_kept']);
    expect(refused.body.open).toEqual([`invoice ${invoice['number']} is issued`]);
    expect((await school.got(path)).state).toBe('failed');
    expect((await school.got(`/api/v1/students/${student.id}`)).erased).toBe(false);
  });
});

describe('A backup that is restored', () => {
  it('is erased again by the list of erasures, whatever it says of the people; the second time nothing happens', async () => {
    await set('retention_years = 0');
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: 'Cheptoo Restored' }),
    });
    const student = await school.aStudent({ first_name: 'Chebet', last_name: 'Restored' });
    const clients = await ports.openClient(institution);
    await ports.admin('update api_client set pii = true where id = $1', [clients.id]);
    const [before] = await ports.admin(
      'select to_jsonb(m) as row, k.sealed as key from member m join personal_key k using (tenant_id, uuid) where id = $1',
      [member.id],
    );
    expect((await erase(member.id)).status).toBe(200);
    const erased = await ports.call('PATCH', `/api/v1/students/${student.id}`, {
      token: clients.token,
      body: { action: 'erase' },
    });
    expect(erased.status).toBe(200);
    const list = await operate(ports.settings, ['erasures', 'list']);
    expect(list.output).not.toMatch(/Cheptoo|Chebet|Restored/);

    // The backup is of a day on which the member was active.
    await ports.admin(
      `update member m set (name, national_id, phone, kyc, state, erased) =
         (select r.name, r.national_id, r.phone, r.kyc, 'active', false from jsonb_populate_record(null::member, $2) r) where id = $1`,
      [member.id, JSON.stringify(before!['row'])],
    );
    await ports.admin('insert into personal_key (tenant_id, uuid, sealed) values ($1, $2, $3)', [
      institution.id,
      member.uuid,
      before!['key'],
    ]);
    expect(await tablesWith(['Cheptoo'])).toContain('member');
    const file = path.join(tmpdir(), `privacy-erasures-${ports.settings.appRole}-${member.uuid}.jsonl`);
    const stranger = { tenant: randomUUID(), person: 'member', uuid: randomUUID(), erased_at: '2026-01-01' };
    const listed = list.output.split('\n').filter((line) => line.startsWith('{"tenant"'));
    await writeFile(file, [...listed, JSON.stringify(stranger)].join('\n'));
    const replay = async () => {
      const { output, code } = await operate(ports.settings, ['--json', 'erasures', 'replay', file]);
      expect([code, output]).toEqual([0, expect.any(String)]);
      return JSON.parse(output.split('\n').find((line) => line.startsWith('{"erased"'))!);
    };
    const all = listed.length;
    expect(await replay()).toEqual({ erased: 1, erased_before: all - 1, unknown: 1 });
    expect(await tablesWith(['Cheptoo', 'Chebet'])).toEqual([]);
    expect(await replay()).toEqual({ erased: 0, erased_before: all, unknown: 1 });
    await rm(file);

    const exported = await operate(ports.settings, [
      'personal-data',
      '--of',
      'member',
      member.uuid,
      '--tenant',
      String(institution.id),
    ]);
    expect(exported.output).toContain('"record":"member"');
  });
});

/** Numbers as rows have them. */
const alike = { sealAlike: (text: string) => `a1.${Buffer.from(text).toString('base64url')}` };

describe('Texts of a person', () => {
  const matches = async (pattern: string, text: string) =>
    (await ports.admin<{ found: boolean }>('select $1::text ~* $2::text as found', [text, pattern]))[0]!.found;

  it.each([
    ['+254722918273', true],
    ['254722918273', true],
    ['00254722918273', true],
    ['0722918273', true],
    ['722918273', true],
    ['0722 918 273', true],
    ['+254 722-918-273', true],
    ['TEL0722918273', true],
    ['1722918273', false],
    ['7229182731', false],
    ['10722918273', false],
  ])('are found as a telephone number is written: %s', async (text, found) => {
    const { digits } = patternsOf(
      { names: [], numbers: [], references: [], phones: ['+254722918273'], emails: [] },
      'of others',
      alike,
    );
    expect(await matches(digits, `paid by ${text}.`)).toBe(found);
  });

  it.each([
    ['P489-221', 'p 489.221', true],
    ['P489221', 'XP489221', false],
    ['Ann (Njeri)', 'ANN (njeri)', true],
    ['Ann Otieno', 'Joann Otieno', false],
    ['Otieno', '', false],
    // In a key or an address there is no space.
    ['Ann Otieno', 'deposit-ann-otieno-17', true],
    ['Ann Otieno', 'Ann_Otieno.pdf', true],
    ['Ann Otieno', 'crm:ANN.OTIENO', true],
    ['Ann Otieno', 'ann+otieno', true],
    ['Ann Otieno', 'joann-otieno', false],
    ['Ann Otieno', 'Ann, Otieno', false],
  ])('are found in any spelling, and not within others: %s in %s', async (own, text, found) => {
    const [names, numbers] = /\d/.test(own) ? [[], [own]] : [[own], []];
    const { words } = patternsOf({ names, numbers, references: [], phones: [], emails: [] }, 'of others', alike);
    expect(await matches(words, text)).toBe(found);
  });
});

describe('The terms of a text', () => {
  const person = {
    names: ['Ann Njũguna (Wairimu)'],
    numbers: ['P489-221', '73 918 265'],
    references: ['crm-4111-7777', 'BSC-CS/0042/2026'],
    phones: ['+254722918273'],
    emails: ['ann.njuguna@example.co.ke'],
  };
  const { words, digits, terms } = patternsOf(person, 'of others', alike);
  /** What the expressions find, which are PostgreSQL's, in terms of this language. */
  const finds = new RegExp(`${words}|${digits}`.replaceAll('[[:alnum:]]', String.raw`[\p{L}\p{N}]`), 'iu');
  const numbers = ['p489221', '73918265', '+254722918273', '00254722918273', '0722918273', 'CRM41117777'];
  const spelled = [...numbers, 'BSCCS/0042/2026'].flatMap((number) =>
    ['', ' ', '-', '.', '_'].flatMap((mark) => [
      [...number].join(mark),
      ...[2, 3, 5].map((at) => `${number.slice(0, at)}${mark}${number.slice(at)}`),
    ]),
  );
  const phrases = ['ANN  njũguna (WAIRIMU)', 'Ann.Njuguna@example.co.ke', 'ann njũgunai (wairimu)', 'Ann'];
  const inKeys = ['-', '.', '_', '+'].map((mark) => `Ann${mark}Njũguna${mark}(Wairimu)`);

  it('have those of each text of a person that an expression finds in it', () => {
    const texts = [...spelled, ...phrases, ...inKeys].flatMap((each) => [
      each,
      `{"a":"paid by ${each}, 2026-11-23"}`,
      `x${each}`,
    ]);
    const found = texts.filter((text) => finds.test(text));
    expect(found.length).toBeGreaterThan(100);
    const has = (text: string) => {
      const own = new Set(termsOfText(text));
      return terms?.some((each) => each.every((term) => own.has(term)));
    };
    expect(found.filter((text) => !has(text))).toEqual([]);
    expect(['Paid by Ann Otieno on 2026-11-23.', '{"MSISDN": 254722918274}'].filter(has)).toEqual([]);
  });

  it.each([
    ['letters alone', 'crm-anna'],
    ['a long number', 'customer-4111-7777-0000-0000-0000-00042'],
  ])('say nothing of a person who is known by %s, which can be spelled in too many ways', (_, reference) => {
    expect(patternsOf({ ...person, references: [reference] }, 'of others', alike).terms).toBeNull();
  });
});

describe('What is not the person’s', () => {
  const without = async (document: object, texts: Partial<Parameters<typeof patternsOf>[0]>) => {
    const none = { names: [], numbers: [], references: [], phones: [], emails: [] };
    const { words, digits } = patternsOf({ ...none, ...texts }, 'of others', alike);
    const [row] = await ports.admin<{ left: unknown }>('select without_person($1::jsonb, $2, $3) as left', [
      JSON.stringify(document),
      words,
      digits,
    ]);
    return row?.left;
  };

  it.each([
    [
      'an amount, where a partner calls the person by the same digits',
      { principal: 5_000_000, fee: '50000' },
      { references: ['5000000', '50000'] },
    ],
    [
      'an amount that is the number of the person’s card',
      { amount: 5_000_000, text: 'KES 50,000.00' },
      { numbers: ['5000000'] },
    ],
    ['a day', { day: '2026-12-25', at: '2026-12-25T08:00:00Z' }, { numbers: ['20261225'] }],
    [
      'a part of a receipt or a uuid',
      { receipt: 'SKF10500X1', id: '0198c0de-1050-7000-8000-000000010500' },
      { numbers: ['10500'] },
    ],
  ])('stays in documents of others: %s', async (_, document, texts) => {
    expect(await without(document, texts)).toEqual(document);
  });

  it('goes from texts of documents of others, with the number of a telephone wherever it stands', async () => {
    const document = { note: 'ID 29384756, paid by Ann Otieno', phone: 254722918273, list: ['0722918273'] };
    const texts = { names: ['Ann Otieno'], numbers: ['29384756'], phones: ['+254722918273'] };
    expect(await without(document, texts)).toEqual({ note: 'ID 0, paid by erased', phone: 0, list: ['0'] });
  });
});

describe('The name of an operation that was sent to the graph', () => {
  it('names an erased person no more, also where nothing stands between the words', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant({ name: 'Nyokabi Kirubi', national_id: '35918264' }),
    });
    const names = [
      'LoansOfNyokabiKirubi',
      'nyokabi_kirubi',
      'SMSNyokabiKirubi2',
      'Card35918264',
      'NyokabiKirubini',
      'LoansOfMembers',
    ];
    await ports.admin(
      `insert into graph_operation (tenant_id, hash, name, text, fields, uses)
       select $1, name, name, '{ x }', '{Query.x}', 1 from unnest($2::text[]) as name`,
      [institution.id, names],
    );
    expect((await erase(member.id)).status).toBe(200);
    const kept = await ports.admin<{ name: string }>(
      'select name from graph_operation where tenant_id = $1 order by array_position($2::text[], hash)',
      [institution.id, names],
    );
    expect(kept.map(({ name }) => name)).toEqual([
      'Loans_Of_erased',
      'erased',
      'SMS_erased_2',
      'Card_0',
      'NyokabiKirubini',
      'LoansOfMembers',
    ]);
    await ports.admin('delete from graph_operation where tenant_id = $1', [institution.id]);
  });
});

describe('A file of payments that the bank has still to get', () => {
  it('stays as it is to the letter; one that was written loses the number', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    const content = `1;${member.national_id};105.00`;
    await ports.admin(
      `insert into bank_file (tenant_id, id, number, name, content, payments, total, made_by, written_at)
       values ($1, 900001, 900001, 'a', $2, 1, 1, 'x', null), ($1, 900002, 900002, 'b', $2, 1, 1, 'x', now())`,
      [institution.id, content],
    );
    expect((await erase(member.id)).status).toBe(200);
    const files = await ports.admin(`select content from bank_file where tenant_id = $1 and id > 900000 order by id`, [
      institution.id,
    ]);
    expect(files).toEqual([{ content }, { content: '1;0;105.00' }]);
    await ports.admin('delete from bank_file where tenant_id = $1', [institution.id]);
  });
});

describe('The table of personal data', () => {
  it('has every column of text, or it is known to name nobody: a new one fails here until that is decided', async () => {
    const columns = await ports.admin<{ name: string }>(
      `select c.relname || '.' || a.attname as name
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
          and format_type(a.atttypid, -1) in ('text', 'jsonb', 'json', 'text[]', 'xml', 'character varying')`,
    );
    const personal = Object.entries(PERSONAL_TABLES).flatMap(([table, { columns: of }]) =>
      Object.keys(of).map((column) => `${table}.${column}`),
    );
    const impersonal = Object.entries(IMPERSONAL_COLUMNS).flatMap(([table, of]) =>
      of.split(' ').map((column) => `${table}.${column}`),
    );
    const named = [...personal, ...impersonal];
    const own = columns.map(({ name }) => name).filter((name) => !name.startsWith('mikro_orm_migrations.'));
    expect(own.filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !own.includes(name))).toEqual([]);
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
  });
});
