import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSONAL_FIELDS } from '#platform/app/personal-readings.ts';
import { plainName } from '#rest/included.ts';
import { PERSONAL_SCHEMAS } from '#rest/personal/shown.ts';
import { redacted, redactedPath } from '#rest/requests/redacted.ts';
import { routes } from '#rest/routes.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';
import { openSchool } from '#test/support/school-client.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp({ logs: 'requests' });
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  partner = lendingClient(ports, institution, client);
});
afterAll(() => ports.close());

const logged = async (requestId: string, token = client.token) => {
  await ports.flushRequests();
  return ports.call('GET', `/api/v1/requests/${requestId}`, { token });
};

describe('The log of requests', () => {
  it('shows a client what it sent and what came back, without personal data', async () => {
    const body = partner.anApplicant({ name: 'Wanjiku Secretive' });
    const made = await partner.call('POST', '/api/v1/members', {
      body,
      key: 'log-1',
      headers: { 'x-request-id': 'req-member' },
    });
    expect(made.status).toBe(201);
    const { status, body: entry, text } = await logged('req-member');
    expect(status).toBe(200);
    expect(entry).toMatchObject({
      request_id: 'req-member',
      method: 'POST',
      path: '/api/v1/members',
      status: 201,
      duration_ms: expect.any(Number),
      idempotency_key: 'log-1',
      error_code: null,
      request_body: {
        name: '***',
        national_id: '***',
        phone: '***',
        branch_id: institution.branch.id,
        kyc: { id_type: 'national_id', id_number: '***', date_of_birth: '***', address: { city: '***' } },
      },
      response_body: { id: made.body.id, uuid: made.body.uuid, name: '***', state: 'pending_kyc', version: 1 },
    });
    for (const personal of ['Wanjiku', body.national_id, '254712345678', '1991-04-12', 'Nakuru']) {
      expect(text).not.toContain(personal);
    }
  });

  it('shows why a request was refused, and not the words in which the refusal repeats it', async () => {
    const refused = await partner.call('POST', '/api/v1/loans', {
      body: { ...partner.anApplication(1), product_id: undefined, '+254712345678': 1 },
      headers: { 'x-request-id': 'req-refused' },
    });
    const { body, text } = await logged('req-refused');
    // The refusal leads to it.
    const { pathname } = new URL(refused.body.request_log_url);
    expect((await ports.call('GET', pathname, { token: client.token })).body).toEqual(body);
    const unknown = await ports.call('GET', '/api/v1/loans');
    expect(unknown.body).toMatchObject({ code: 'unauthenticated' });
    expect(unknown.body).not.toHaveProperty('request_log_url');
    expect(body).toMatchObject({
      status: 422,
      error_code: 'validation_failed',
      request_body: { principal: 5_000_000, purpose: '***' },
      response_body: {
        code: 'validation_failed',
        errors: expect.arrayContaining([{ pointer: '#/product_id', code: 'required' }]),
      },
    });
    expect(text).not.toContain('254712345678');
    expect(text).not.toContain('Dairy');
  });

  it('has the ids of a path, and none of its other words', async () => {
    const { id } = await partner.aDraft();
    await partner.call('GET', `/api/v1/loans/${id}`, { headers: { 'x-request-id': 'req-path' } });
    expect((await logged('req-path')).body).toMatchObject({ path: `/api/v1/loans/${id}`, response_body: null });
    expect(redactedPath({ path: '/a/{key}/{id}' }, { key: '+254712345678', id: '254712345678' }, 200)).toBe(
      '/a/***/***',
    );
  });

  it('has no national id in the place of an id (finding: a member looked for by it was logged with it)', async () => {
    const nationalId = '31998877';
    const sought = await ports.call('GET', `/api/v1/members/${nationalId}`, {
      token: client.token,
      headers: { 'x-request-id': 'req-sought' },
    });
    expect(sought.status).toBe(404);
    const { body, text } = await logged('req-sought');
    expect(body.path).toBe('/api/v1/members/***');
    expect(text).not.toContain(nationalId);
    // A record that there is, and one that is not there with a short id, are found by them.
    expect(redactedPath({ path: '/a/{id}' }, { id: '12345678' }, 200)).toBe('/a/12345678');
    expect(redactedPath({ path: '/a/{id}' }, { id: '1234' }, 404)).toBe('/a/1234');
  });

  it('is a list that is filtered and walked, newest first', async () => {
    await ports.flushRequests();
    const { body } = await partner.call('GET', '/api/v1/requests?filter[status]=422&limit=1');
    expect(body.data).toMatchObject([{ request_id: 'req-refused' }]);
    expect((await partner.call('GET', '/api/v1/requests?filter[request_id]=req-member')).body.data).toHaveLength(1);
  });

  it('is a client’s own: no other client and no other institution finds it', async () => {
    const colleague = await ports.openClient(institution);
    const stranger = await ports.openClient(await ports.openInstitution());
    for (const { token } of [colleague, stranger]) {
      expect((await logged('req-member', token)).status).toBe(404);
      const { body } = await ports.call('GET', '/api/v1/requests?filter[request_id]=req-member', { token });
      expect(body.data).toEqual([]);
    }
  });

  it('shows the bodies to tokens that may do the same, and the rest to any of the client', async () => {
    const body = {
      grant_type: 'client_credentials',
      client_id: client.clientKey,
      client_secret: client.secret,
      scope: 'loans:read',
    };
    const { body: narrow } = await ports.call('POST', '/api/v1/oauth/token', { body });
    const bare = { request_id: 'req-member', status: 201, request_body: null, response_body: null };
    expect((await logged('req-member', narrow.access_token)).body).toMatchObject(bare);
    const listed = await ports.call('GET', '/api/v1/requests?filter[request_id]=req-member', {
      token: narrow.access_token,
    });
    expect(listed.body.data).toMatchObject([bare]);
  });

  it('shows bodies of fees to no app of the payment bridge (finding: one of two scopes was enough)', async () => {
    const fees = { amount: 100_000, method: 'bank', reference: 'FT-NO-INVOICE' };
    await partner.call('POST', '/api/v1/invoices/1/payments', { body: fees, headers: { 'x-request-id': 'req-fees' } });
    const seenWith = async (scope: string) => {
      const { clientKey: client_id, secret: client_secret } = client;
      const body = { grant_type: 'client_credentials', client_id, client_secret, scope };
      const { body: token } = await ports.call('POST', '/api/v1/oauth/token', { body });
      return (await logged('req-fees', token.access_token)).body.request_body;
    };
    expect(await seenWith('payments:write invoices:write')).toMatchObject({ amount: 100_000 });
    expect(await seenWith('payments:write')).toBeNull();
  });

  it('forgets after 30 days, also what is not cleaned up yet', async () => {
    await ports.flushRequests();
    await ports.admin(
      `update request_log set created_at = now() - interval '30 days 1 minute' where request_id = 'req-path'`,
    );
    expect((await logged('req-path')).status).toBe(404);
    expect((await logged('req-member')).status).toBe(200);
  });

  it('never keeps a request from its reply: what can’t be written is dropped and counted', async () => {
    await ports.flushRequests();
    await ports.admin('alter table request_log rename to request_log_away');
    try {
      expect((await partner.call('GET', '/api/v1/members')).status).toBe(200);
      await ports.flushRequests();
    } finally {
      await ports.admin('alter table request_log_away rename to request_log');
    }
    expect(ports.logLines.some((line) => JSON.stringify(line).includes('Requests could not be logged.'))).toBe(true);
  });

  it('hides every text that no schema knows to be harmless, in the body of each operation', () => {
    const secret = 'Wanjiku +254712345678';
    for (const { body, operation } of routes) {
      if (!body) continue;
      const { properties = {} } = body as { properties?: Record<string, unknown> };
      const sent = Object.fromEntries(Object.keys(properties).map((name) => [name, secret]));
      expect([operation, JSON.stringify(redacted({ ...sent, [secret]: 1 }, body as object))]).toEqual([
        operation,
        expect.not.stringContaining('Wanjiku'),
      ]);
    }
  });
});

describe('The log of who was shown personal data', () => {
  const readingsOf = async (requestId: string, token = client.token) =>
    (await ports.call('GET', `/api/v1/personal_readings?filter[request_id]=${requestId}&limit=200`, { token })).body
      .data;
  const see = (path: string, requestId: string) =>
    partner.call('GET', path, { headers: { 'x-request-id': requestId } });
  const identity = ['national_id', 'phone', 'kyc'];

  it('has each member of a list and a record, with the fields, the client and the person who answers for it', async () => {
    await ports.admin('update api_client set responsible = $1 where id = $2', ['Grace Achieng', client.id]);
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: partner.anApplicant(),
      headers: { 'x-request-id': 'read-made' },
      key: 'read-made',
    });
    const { body: listed } = await see('/api/v1/members?limit=3', 'read-list');
    await see(`/api/v1/members/${member.uuid}?id_format=uuid`, 'read-one');
    expect(await readingsOf('read-one')).toEqual([
      {
        id: expect.any(Number),
        client_id: client.clientKey,
        person: 'Grace Achieng',
        request_id: 'read-one',
        record_type: 'member',
        member_id: member.id,
        student_id: null,
        fields: identity,
        read_at: expect.any(String),
      },
    ]);
    const read = await readingsOf('read-list');
    expect(read.map(({ member_id: id }: { member_id: number }) => id).toSorted()).toEqual(
      listed.data.map(({ id }: { id: number }) => id).toSorted(),
    );
    for (const id of [member.id, member.uuid]) {
      const path = `/api/v1/personal_readings?filter[member_id]=${id}&filter[client_id]=${client.clientKey}`;
      const { body } = await partner.call('GET', `${path}&filter[read_at][gte]=2020-01-01T00:00:00Z`);
      expect(body.data.map(({ request_id: by }: { request_id: string }) => by)).toEqual(['read-one', 'read-list']);
    }
  });

  it('has steps and replays, which show the whole record, and not the creation, which shows what was sent', async () => {
    const applicant = partner.anApplicant();
    const make = (requestId: string) =>
      partner.call('POST', '/api/v1/members', {
        body: applicant,
        key: 'read-twice',
        headers: { 'x-request-id': requestId },
      });
    const { body: member } = await make('read-created');
    expect((await make('read-replayed')).headers.get('idempotent-replayed')).toBe('true');
    await partner.call('PATCH', `/api/v1/members/${member.id}`, {
      body: { action: 'verify_kyc' },
      headers: { 'x-request-id': 'read-step' },
    });
    expect(await readingsOf('read-created')).toEqual([]);
    for (const requestId of ['read-replayed', 'read-step']) {
      expect(await readingsOf(requestId)).toMatchObject([{ member_id: member.id, fields: identity }]);
    }
  });

  it('leaves out what was not shown: other fields, masked ones, and a copy that the client has', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    await see('/api/v1/members?fields=id,name', 'read-names');
    expect(await readingsOf('read-names')).toEqual([]);
    await see('/api/v1/members?fields=phone&limit=1', 'read-phone');
    expect(await readingsOf('read-phone')).toMatchObject([{ member_id: member.id, fields: ['phone'] }]);
    const { headers } = await see(`/api/v1/members/${member.id}`, 'read-first');
    const again = { 'x-request-id': 'read-known', 'if-none-match': headers.get('etag') ?? '' };
    expect((await partner.call('GET', `/api/v1/members/${member.id}`, { headers: again })).status).toBe(304);
    expect(await readingsOf('read-known')).toEqual([]);
    const school = await openSchool(ports, { institution });
    const child = await school.aStudent({ national_id: '31415926', phone: '+254722000111', date_of_birth: null });
    await see(`/api/v1/students/${child.id}`, 'read-minor');
    expect(await readingsOf('read-minor')).toMatchObject([
      { record_type: 'student', student_id: child.id, member_id: null, fields: ['phone'] },
    ]);
  });

  it('comes before what it is about: where it can’t be written, nothing is shown and the client comes again', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', { body: partner.anApplicant() });
    await ports.admin(`create function no_log() returns trigger language plpgsql as $$
      begin raise exception 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end $$`);
    await ports.admin('create trigger no_log before insert on personal_reading for each row execute function no_log()');
    try {
      for (const path of [`/api/v1/members/${member.id}`, '/api/v1/members']) {
        const { status, body, text, headers } = await see(path, 'read-refused');
        expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(text).not.toContain(member.national_id);
      }
      expect((await see('/api/v1/members?fields=id,name', 'read-names')).status).toBe(200);
    } finally {
      await ports.admin('drop function no_log cascade');
    }
    expect((await see(`/api/v1/members/${member.id}`, 'read-later')).status).toBe(200);
  });

  it('is for tokens with privacy:read, of the own institution', async () => {
    const clerk = await ports.openClient(institution, ['members:read']);
    expect((await ports.call('GET', '/api/v1/personal_readings', { token: clerk.token })).status).toBe(403);
    const stranger = await ports.openClient(await ports.openInstitution());
    expect(await readingsOf('read-one', stranger.token)).toEqual([]);
  });

  it('is kept as long as the institution has set', async () => {
    const age = (requestId: string, days: number) =>
      ports.admin(
        `update personal_reading set created_at = now() - make_interval(days => $2, mins => 1) where request_id = $1`,
        [requestId, days],
      );
    await age('read-one', 90);
    await ports.app.rounds.discardExpired();
    expect(await readingsOf('read-one')).toHaveLength(1);
    await ports.admin('update tenant set personal_reading_days = 90 where id = $1', [institution.id]);
    await ports.app.rounds.discardExpired();
    expect(await readingsOf('read-one')).toEqual([]);
    expect(await readingsOf('read-step')).toHaveLength(1);
  });

  it('knows every schema of a reply that shows a person, and every field of it that is personal', () => {
    // Those of payments are the numbers that money went to, and no person’s record.
    const payments = /^(Disbursement|Repayment|SavingsTransaction|MobileMoney|Payout|Collection|Refund|Topup|AmlAlert)/;
    type Schema = {
      readonly $id?: string;
      readonly properties?: { readonly [name: string]: Schema };
      readonly items?: Schema;
      readonly anyOf?: readonly Schema[];
    };
    const found = new Set<string>();
    const walk = (schema: Schema, owner: string, field: string | null): void => {
      const name = plainName(schema.$id ?? '');
      const record = PERSONAL_SCHEMAS[name] ? name : owner;
      const starts = record !== owner || field === null;
      for (const [name, inner] of Object.entries(schema.properties ?? {})) {
        const top = starts ? name : field;
        if (/(^|_)(phone|email|date_of_birth|national_id|passport_no|birth_certificate_no|id_number)$/.test(name)) {
          found.add(`${record || schema.$id || '?'}.${top}`);
        }
        walk(inner, record || schema.$id || '', top);
      }
      for (const inner of [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])]) walk(inner, owner, field);
    };
    for (const { reply } of routes) if (reply.schema) walk(reply.schema as Schema, '', null);
    const known = Object.entries(PERSONAL_SCHEMAS).flatMap(([schema, record]) =>
      PERSONAL_FIELDS[record].map((field) => `${schema}.${field}`),
    );
    expect([...found].filter((name) => !known.includes(name) && !payments.test(name))).toEqual([]);
  });
});
