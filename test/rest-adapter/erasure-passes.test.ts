import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestLog, type LoggedRequest } from '#platform/app/request-log.ts';
import { PERSONAL_TABLES } from '#platform/postgres/privacy/catalogue.ts';
import { WRITTEN_BEHIND } from '#platform/postgres/privacy/second-pass.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { operate } from '#test/support/operator.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';
import { openSchool } from '#test/support/school-client.ts';
import { sealedAlike } from '#test/support/sealed-alike.ts';
import { tablesWith } from '#test/support/tables-with.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
let savings: SavingsClient;

beforeAll(async () => {
  ports = await openRestTestApp({ logs: 'requests' });
  institution = await ports.openInstitution();
  await ports.admin('update tenant set retention_years = 0, student_retention_years = 0, four_eyes = false');
  partner = lendingClient(ports, institution, await ports.openClient(institution));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

/** One person each: of the number the last digits. */
const aPerson = async (name: string, digits: string) => {
  const particulars = partner.anApplicant({ name, phone: `+254722${digits}`, national_id: `74${digits}` });
  const { status, body, text } = await partner.call('POST', '/api/v1/members', { body: particulars });
  expect([status, text]).toEqual([201, expect.any(String)]);
  const named = [...name.split(' '), `722${digits}`, `74${digits}`];
  return { id: Number(body.id), uuid: String(body.uuid), particulars, texts: named };
};
type Erased = Awaited<ReturnType<typeof aPerson>>;

const erase = async ({ id }: { readonly id: number }) => {
  const { status, text } = await partner.call('PATCH', `/api/v1/members/${id}`, {
    body: { action: 'erase', reason: 'The person asked for it.' },
  });
  expect([status, text]).toEqual([200, expect.any(String)]);
};
const named = async ({ particulars, texts }: Erased) =>
  tablesWith(ports, [...texts, await sealedAlike(ports, institution.id, particulars.phone)]);

type Passes = { readonly sought: string | null; readonly passes: number; readonly minutes: number | null };
const passesOf = async ({ uuid }: Pick<Erased, 'uuid'>) => {
  const [row] = await ports.admin<Passes>(
    `select sought, passes, round(extract(epoch from next_pass_at - now()) / 60)::int as minutes from erasure where person_uuid = $1`,
    [uuid],
  );
  return row!;
};
const OVER = { sought: null, minutes: null };

/** Another process answered this before the erasure, and writes its log half a second behind its replies. */
async function logLate(request: Pick<LoggedRequest, 'requestId' | 'path' | 'idempotencyKey'>): Promise<void> {
  const { id: clientId } = await ports.openClient(institution);
  const log = requestLog(ports.internals.transact.write, ports.internals.log);
  const answered = { method: 'GET', status: 200, durationMs: 1, errorCode: null, scope: null };
  log.add(() => ({
    tenantId: institution.id,
    clientId,
    ...answered,
    ...request,
    requestBody: null,
    responseBody: null,
  }));
  await log.close();
  expect(log.dropped()).toBe(0);
}

/** What the workers do when the time has come. */
const round = () => ports.app.rounds.repeatErasures(() => true);
/** The column has milliseconds, and rounds: what is rounded up is not due yet where the round comes within that millisecond. */
const makeDue = ({ uuid }: Pick<Erased, 'uuid'>) =>
  ports.admin(
    `update erasure set next_pass_at = date_trunc('milliseconds', now()) where person_uuid = $1 and sought is not null`,
    [uuid],
  );
const pass = async (person: Pick<Erased, 'uuid'>) => {
  await makeDue(person);
  await round();
};

describe('What was being written when a person was erased', () => {
  it('is cleared by a pass a minute later: the request log, readings, and what was called by the person', async () => {
    const person = await aPerson('Wekesapass Barasapass', '600101');
    const headers = { 'x-request-id': 'crm-Wekesapass.Barasapass' };
    const key = 'note-0722600101';
    const other = await aPerson('Someone Else', '600102');
    await partner.call('GET', `/api/v1/members?filter[national_id][eq]=${person.particulars.national_id}`, { headers });
    await partner.call('PATCH', `/api/v1/members/${other.id}`, { body: { name: 'Someone New' }, key, headers });
    await erase(person);
    await ports.flushRequests();
    await logLate({
      requestId: headers['x-request-id'],
      path: `/api/v1/members/${person.texts[2]}`,
      idempotencyKey: key,
    });
    await ports.admin(
      `insert into personal_reading (tenant_id, reader, request_id, record_type, member_id, fields)
       values ($1, 'a client', 'crm-Wekesapass.Barasapass', 'member', $2, '{phone}')`,
      [institution.id, person.id],
    );
    expect(await named(person)).toEqual(['personal_reading', 'request_log']);
    const begun = await passesOf(person);
    expect(begun).toMatchObject({ sought: expect.stringMatching(/^a1\./), passes: 0, minutes: 1 });
    // It is not due yet.
    await round();
    expect(await passesOf(person)).toEqual(begun);

    await pass(person);
    expect(await named(person)).toEqual([]);
    // A repetition under the key is logged as the client calls it: the texts are kept as long as the key is.
    await partner.call('PATCH', `/api/v1/members/${other.id}`, { body: { name: 'Someone New' }, key, headers });
    await ports.flushRequests();
    expect(await named(person)).toEqual(['request_log']);
    expect(await passesOf(person)).toMatchObject({ passes: 1, minutes: 4 });
    await pass(person);
    expect(await named(person)).toEqual([]);
    expect(await passesOf(person)).toMatchObject({ passes: 2, minutes: 16 });

    await ports.admin(`delete from idempotency_key where key like 'erased-%'`);
    await pass(person);
    expect(await passesOf(person)).toMatchObject({ sought: begun.sought, passes: 3, minutes: 1 });
    await pass(person);
    expect(await passesOf(person)).toMatchObject(OVER);
    expect(await named(person)).toEqual([]);
    await pass(person);
    expect(await passesOf(person)).toMatchObject(OVER);
  });
});

describe('What was on its way when a person was erased', () => {
  it('is cleared once it has arrived: a payout of an app, its events, its log', async () => {
    const person = await aPerson('Nelimapass Wangilapass', '600201');
    const app = await ports.openClient(institution);
    const call = (method: string, path: string, body?: object) =>
      ports.call(method, path, { token: app.token, ...(body === undefined ? {} : { body }) });
    const topUp = await call('POST', '/v1/topups', { amount: 500_000, reference: 'float' });
    expect([topUp.status, topUp.text]).toEqual([201, expect.any(String)]);
    ports.rail.responses.push(async () => ({ kind: 'unknown' }));
    const { body: made } = await call('POST', '/v1/payouts', {
      amount: 200_000,
      channel: 'mpesa_b2c',
      msisdn: person.particulars.phone,
      recipient_name: person.particulars.name,
      reference: 'salary-0722600201',
      narration: 'For Nelimapass Wangilapass',
    });
    expect(made.data?.state ?? made).toBe('unknown');
    await erase(person);
    await ports.flushRequests();
    await pass(person);
    await pass(person);
    // The payment goes by them.
    expect(await named(person)).toEqual(['payout']);
    expect(await passesOf(person)).toMatchObject({ sought: expect.any(String), passes: 2, minutes: 16 });

    ports.rail.status = async () => ({
      kind: 'paid',
      providerRef: 'AG_found',
      receiptNo: 'SKFOUND601',
      at: Temporal.Now.instant(),
      amount: 200_000n,
    });
    const settled = await call('POST', `/v1/payouts/${made.data.id}/refresh`);
    ports.rail.status = async () => ({ kind: 'pending' });
    expect(settled.body.data.state).toBe('succeeded');
    await ports.flushRequests();
    expect(await named(person)).toContain('payout');
    await pass(person);
    expect(await named(person)).toEqual([]);
    // What was written behind its end is there for one more.
    expect(await passesOf(person)).toMatchObject({ sought: expect.any(String), minutes: 1 });
    await pass(person);
    expect(await passesOf(person)).toMatchObject(OVER);
    expect(await named(person)).toEqual([]);
    const again = await call('POST', '/v1/payouts', {
      amount: 200_000,
      channel: 'mpesa_b2c',
      msisdn: person.particulars.phone,
      reference: 'salary-0722600201',
    });
    expect(again.body).toMatchObject({ code: 'duplicate_reference', existing_id: made.data.id });
  });

  it('is cleared once it is processed: a notification of a provider, whose name and number are sealed', async () => {
    const person = await aPerson('Simiyupass Khaembapass', '600301');
    const { inbox } = ports.app;
    const { id } = await inbox.store(institution.id, {
      kind: 'paybill_confirmation',
      subject: '722600301',
      text: '{"Name":"SIMIYUPASS KHAEMBAPASS","MSISDN":254722600301}',
      arrival: { headers: { 'x-name': 'Simiyupass Khaembapass' }, source: null, isExpected: true },
    });
    const stored = async () =>
      (await ports.admin<{ body: string }>('select body from callback where id = $1', [id]))[0]!.body;
    const before = await stored();
    await erase(person);
    await pass(person);
    expect(await stored()).toBe(before);
    expect(await passesOf(person)).toMatchObject({ sought: expect.any(String), minutes: 4 });
    await inbox.processed(institution.id, id);
    await pass(person);
    expect(await stored()).toBe(await sealedAlike(ports, institution.id, '{"Name":"erased","MSISDN":0}'));
    await pass(person);
    expect(await passesOf(person)).toMatchObject(OVER);
    expect(await named(person)).toEqual([]);
  });

  it('is looked for no longer than 400 days, by the clock of the database', async () => {
    const person = await aPerson('Atienopass Odhiambopass', '600401');
    await ports.admin(
      `insert into bank_file (tenant_id, id, number, name, content, payments, total, made_by)
       values ($1, 900601, 900601, 'a', '1;74600401;105.00', 1, 1, 'x')`,
      [institution.id],
    );
    await erase(person);
    for (let n = 0; n < 12; n++) await pass(person);
    expect(await passesOf(person)).toMatchObject({ passes: 12, minutes: 24 * 60 });
    await ports.admin(`update erasure set sought_since = now() - interval '401 days' where person_uuid = $1`, [
      person.uuid,
    ]);
    await pass(person);
    expect(await passesOf(person)).toMatchObject(OVER);
    expect(await named(person)).toEqual(['bank_file']);
    await ports.admin('delete from bank_file where id = 900601');
  });
});

describe('A pass', () => {
  it('leaves what came later alone: the person who is back, and business with the same number', async () => {
    const person = await aPerson('Chebetpass Kiprotichpass', '600501');
    await savings.pay('for Chebetpass Kiprotichpass', { msisdn: person.particulars.phone });
    await erase(person);
    await ports.admin(
      `update erasure set created_at = created_at - interval '5 minutes', sought_since = sought_since - interval '5 minutes'
        where person_uuid = $1`,
      [person.uuid],
    );
    const { body: later } = await savings.pay('unknown', { msisdn: person.particulars.phone });
    await pass(person);
    const payment = `/api/v1/mobile_money/transactions/${later.id}`;
    expect((await partner.call('GET', payment)).body.msisdn).toBe(person.particulars.phone);
    const key = 'back-Chebetpass-Kiprotichpass-74600501';
    const back = () => partner.call('POST', '/api/v1/members', { body: person.particulars, key });
    const { body: member } = await back();
    await ports.flushRequests();
    const before = await named(person);
    expect(before).toEqual(expect.arrayContaining(['member', 'idempotency_key', 'request_log']));
    await pass(person);
    expect(await named(person)).toEqual(before);
    expect((await back()).body).toEqual(member);
    expect((await partner.call('GET', `/api/v1/members/${member.id}`)).body).toMatchObject(
      // What it was registered with.
      { name: person.particulars.name, national_id: '74600501', phone: person.particulars.phone },
    );
    expect(await passesOf(person)).toMatchObject(OVER);
  });

  it('that fails keeps none of the others from theirs, and is tried again later', async () => {
    const broken = await aPerson('Mwendepass Musyokapass', '600601');
    const fine = await aPerson('Kanini Mutuapass', '600602');
    const { inbox } = ports.app;
    const { id } = await inbox.store(institution.id, {
      kind: 'paybill_confirmation',
      subject: 'broken',
      text: '{"Name":"Mwendepass Musyokapass"}',
      arrival: { headers: {}, source: null, isExpected: true },
    });
    await erase(broken);
    await erase(fine);
    const body = (await ports.admin<{ body: string }>('select body from callback where id = $1', [id]))[0]!.body;
    await ports.admin(`update callback set body = 'a1.nothing' where id = $1`, [id]);
    await makeDue(fine);
    await makeDue(broken);
    await round();
    expect(await passesOf(fine)).toMatchObject({ passes: 1, minutes: 1 });
    expect(await passesOf(broken)).toMatchObject({ passes: 1, minutes: 4 });
    const said = JSON.stringify(ports.logLines);
    expect(said).toContain('An erasure could not be repeated; it is tried again.');
    expect(said).not.toMatch(/Mwendepass|600601/);
    await ports.admin('update callback set body = $2, processed_at = now() where id = $1', [id, body]);
    await pass(broken);
    await pass(broken);
    await pass(fine);
    expect([await passesOf(broken), await passesOf(fine)]).toMatchObject([OVER, OVER]);
  });

  it('writes no row that is cleared already', async () => {
    const person = await aPerson('Jepkosgeipass Cheruiyotpass', '601001');
    const member = `/api/v1/members/${person.id}`;
    await partner.call('PATCH', member, { body: { action: 'verify_kyc' } });
    const { body: loan } = await partner.call('POST', '/api/v1/loans', {
      body: partner.anApplication(person.id, { purpose: 'A cow of Jepkosgeipass' }),
    });
    await partner.call('PATCH', `/api/v1/loans/${loan.id}`, { body: { action: 'withdraw', reason: 'No need' } });
    await partner.call('PATCH', member, { body: { action: 'exit', reason: 'Moved.' } });
    await erase(person);
    const written = () =>
      ports.admin('select purpose, xmin::text as by, updated_at from loan where member_id = $1', [person.id]);
    const before = await written();
    expect(before).toMatchObject([{ purpose: 'erased' }]);
    await pass(person);
    await pass(person);
    expect(await passesOf(person)).toMatchObject(OVER);
    expect(await written()).toEqual(before);
  });

  it('is made by one worker of two', async () => {
    const person = await aPerson('Nyamburapass Kariukipass', '600701');
    await erase(person);
    await makeDue(person);
    await Promise.all([round(), round()]);
    expect(await passesOf(person)).toMatchObject({ passes: 1 });
    await pass(person);
    expect(await passesOf(person)).toMatchObject(OVER);
  });

  it('ends where nothing can be looked for: the key is gone, or the record of the person', async () => {
    const one = await aPerson('Gatwiripass Muriukipass', '600801');
    const two = await aPerson('Karimipass Njeripass', '600802');
    await erase(one);
    await erase(two);
    await ports.admin(`update erasure set sought = 'a1.nothing' where person_uuid = $1`, [one.uuid]);
    await ports.admin(
      `update erasure set person_uuid = '00000000-0000-7000-8000-000000000001' where person_uuid = $1`,
      [two.uuid],
    );
    const gone = { uuid: '00000000-0000-7000-8000-000000000001' };
    await pass(one);
    await pass(gone);
    expect([await passesOf(one), await passesOf(gone)]).toMatchObject([OVER, OVER]);
  });

  it('is made for a student, too', async () => {
    const school = await openSchool(ports, { institution });
    const trusted = await ports.openClient(institution);
    await ports.admin('update api_client set pii = true where id = $1', [trusted.id]);
    const student = await school.aStudent({ first_name: 'Akinyipass', last_name: 'Ochiengpass' });
    const path = `/api/v1/students/${student.id}`;
    const erased = await ports.call('PATCH', path, { token: trusted.token, body: { action: 'erase' } });
    expect([erased.status, erased.text]).toEqual([200, expect.any(String)]);
    await ports.flushRequests();
    expect(await tablesWith(ports, ['Akinyipass', 'Ochiengpass'])).toEqual([]);
    await logLate({ requestId: 'Akinyipass-Ochiengpass', path, idempotencyKey: null });
    expect(await tablesWith(ports, ['Akinyipass', 'Ochiengpass'])).toEqual(['request_log']);
    await pass({ uuid: String(student.uuid) });
    expect(await tablesWith(ports, ['Akinyipass', 'Ochiengpass'])).toEqual([]);
  });
});

describe('The list of erasures', () => {
  it('has nothing of what is sought', async () => {
    const person = await aPerson('Wambuipass Ngugipass', '600901');
    await erase(person);
    const { sought } = await passesOf(person);
    const { output } = await operate(ports.settings, ['erasures', 'list']);
    const line = output.split('\n').find((each) => each.includes(person.uuid));
    expect(Object.keys(JSON.parse(line!))).toEqual(['tenant', 'person', 'uuid', 'erased_at']);
    expect(output).not.toContain(sought);
  });
});

describe('Tables whose later rows a pass leaves alone', () => {
  it('say when a row was made', async () => {
    const rows = await ports.admin<{ name: string }>(
      `select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attname = 'created_at' and c.relnamespace = 'public'::regnamespace`,
    );
    const dated = rows.map(({ name }) => name);
    const limited = Object.entries(PERSONAL_TABLES).filter(
      ([name, { columns }]) =>
        !WRITTEN_BEHIND.includes(name) && Object.values(columns).some((kind) => kind !== 'record' && kind !== 'sealed'),
    );
    expect(limited.map(([name]) => name).filter((name) => !dated.includes(name))).toEqual([]);
    expect(WRITTEN_BEHIND.filter((name) => PERSONAL_TABLES[name] === undefined)).toEqual([]);
  });
});
