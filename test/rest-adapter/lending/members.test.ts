import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
});
afterAll(() => ports.close());

const create = (body: unknown) => partner.call('POST', '/api/v1/members', { body });

describe('A person who applies', () => {
  it('becomes a member whose identity is to be checked', async () => {
    const { status, body, headers } = await create(partner.anApplicant({ client_reference: 'crm-1' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      member_no: expect.stringMatching(/^M-\d{6,}$/),
      state: 'pending_kyc',
      client_reference: 'crm-1',
      available_actions: ['verify_kyc', 'reject_kyc', 'erase'],
      kyc: { id_type: 'national_id', address: { country: 'KE' } },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(headers.get('location')).toBe(`/api/v1/members/${body.id}`);
    expect(headers.get('etag')).toMatch(/^"v1-/);
    expect((await partner.call('GET', headers.get('location') ?? '')).body).toEqual(body);
  });

  it('may join without particulars of identity, and belong to a branch named by its uuid', async () => {
    const { kyc: _, ...applicant } = partner.anApplicant({ branch_id: institution.branch.uuid });
    const { status, body } = await create(applicant);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kyc: null, branch_id: institution.branch.id });
  });

  it('joins once', async () => {
    const applicant = partner.anApplicant();
    expect((await create(applicant)).status).toBe(201);
    const { status, body } = await create(applicant);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'duplicate_member', field: 'national_id' });
  });

  it('keeps a reference of the partner unique for ever', async () => {
    const first = await create(partner.anApplicant({ client_reference: 'crm-2' }));
    const { status, body } = await create(partner.anApplicant({ client_reference: 'crm-2' }));
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'duplicate_reference', existing_id: first.body.id });
  });

  it('has to be 18', async () => {
    const applicant = partner.anApplicant();
    const { status, body } = await create({ ...applicant, kyc: { ...applicant.kyc, date_of_birth: '2020-01-01' } });
    expect(status).toBe(422);
    expect(body.errors[0].pointer).toBe('#/kyc/date_of_birth');
  });

  it.each([
    ['a missing name', { name: undefined }, '#/name', 'required'],
    ['an empty name', { name: '' }, '#/name', 'length'],
    ['a phone without +', { phone: '0712345678' }, '#/phone', 'format'],
    ['a branch of text', { branch_id: 'HQ' }, '#/branch_id', 'format'],
    ['a branch that is a list', { branch_id: [1] }, '#/branch_id', 'choice'],
    ['a branch that is not there', { branch_id: 999_999 }, '#/branch_id', 'unknown_reference'],
    [
      'a uuid that is not there',
      { branch_id: '0198c0de-0000-7000-8000-000000000001' },
      '#/branch_id',
      'unknown_reference',
    ],
    ['a field that nobody knows', { colour: 'blue' }, '#/colour', 'unknown_field'],
    ['a state of the partner’s own', { state: 'active' }, '#/state', 'unknown_field'],
    [
      'a birthday that no calendar has',
      { kyc: { id_type: 'national_id', id_number: '1', date_of_birth: '1990-02-30' } },
      '#/kyc/date_of_birth',
      'format',
    ],
  ])('is refused with %s', async (_, differing, pointer, code) => {
    const { status, body } = await create(partner.anApplicant(differing));
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ pointer, code, detail: expect.any(String) });
  });

  it('is refused with everything that is wrong together', async () => {
    const { body } = await create({});
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '#/branch_id',
      '#/name',
      '#/national_id',
      '#/phone',
    ]);
  });
});

describe('A member', () => {
  it('takes the steps of its life, one version after the other', async () => {
    const { id } = (await create(partner.anApplicant())).body;
    const step = (body: object) => partner.call('PATCH', `/api/v1/members/${id}`, { body });
    expect((await step({ action: 'reject_kyc' })).body.errors[0].pointer).toBe('#/reason');
    expect((await step({ action: 'reject_kyc', reason: 'Blurred photo' })).body).toMatchObject({
      state: 'kyc_rejected',
      state_reason: 'Blurred photo',
      version: 2,
    });
    const { kyc } = partner.anApplicant();
    const { national_id: national } = (await partner.call('GET', `/api/v1/members/${id}`)).body;
    expect((await step({ action: 'resubmit_kyc', kyc: { ...kyc, id_number: national } })).body.state).toBe(
      'pending_kyc',
    );
    expect((await step({ action: 'verify_kyc' })).body.state).toBe('active');
    expect((await step({ action: 'suspend', reason: 'Documents are checked again' })).body.state).toBe('suspended');
    expect((await step({ action: 'reinstate' })).body.state).toBe('active');
    const { status, headers } = await step({ action: 'exit' });
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"v7-/);
  });

  it('refuses a step that its state does not have, and says which it has', async () => {
    const { id } = await partner.aMember();
    const { status, body } = await partner.call('PATCH', `/api/v1/members/${id}`, { body: { action: 'reinstate' } });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'invalid_state_transition',
      current_state: 'active',
      action: 'reinstate',
      allowed_actions: expect.arrayContaining(['suspend', 'exit']),
    });
  });

  it('changes particulars, but not beside a step, and never the national id', async () => {
    const { id } = await partner.aMember();
    const patch = (body: object) => partner.call('PATCH', `/api/v1/members/${id}`, { body });
    const changed = await patch({ name: 'Amina W. Otieno', branch_id: institution.branch.uuid });
    expect(changed.body).toMatchObject({ name: 'Amina W. Otieno', version: 3 });
    expect((await patch({ name: 'Amina W. Otieno' })).body.version).toBe(3);
    expect((await patch({ action: 'suspend', reason: 'x', name: 'B' })).body.errors[0].code).toBe('not_with_action');
    expect((await patch({ national_id: '1' })).body.errors[0].code).toBe('unknown_field');
    expect((await patch({})).status).toBe(422);
    expect((await patch({ action: 'mark_dormant' })).status).toBe(422);
  });

  it('can’t be changed on an older version, and the refusal names the present one', async () => {
    const { id } = await partner.aMember();
    const patch = (ifMatch: string) =>
      partner.call('PATCH', `/api/v1/members/${id}`, { body: { name: 'Amina' }, headers: { 'if-match': ifMatch } });
    const stale = await patch('"v1"');
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'precondition_failed', current_etag: '"v2"' });
    expect((await patch('"another-tag"')).status).toBe(412);
    expect((await patch('v2')).body.code).toBe('invalid_header');
    expect((await patch('"v2"')).status).toBe(200);
    expect((await patch('*')).status).toBe(200);
  });

  it('is not sent again to a client that has it', async () => {
    const { id } = await partner.aMember();
    const known = (tag: string) => partner.call('GET', `/api/v1/members/${id}`, { headers: { 'if-none-match': tag } });
    const etag = (await known('"v1"')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"v2-/);
    const { status, text, headers } = await known(etag);
    expect({ status, text }).toEqual({ status: 304, text: '' });
    expect(headers.get('etag')).toBe(etag);
    expect((await known('"v2"')).status).toBe(200);
    expect((await known(`W/${etag}, "v9"`)).status).toBe(304);
  });

  it('is found by its uuid, and shown with uuids to whom wants those', async () => {
    const member = await partner.aMember();
    const { body } = await partner.call('GET', `/api/v1/members/${member.uuid}?id_format=uuid`);
    expect(body).toMatchObject({ id: member.uuid, branch_id: institution.branch.uuid });
    const other = await ports.openClient(institution, undefined, 'uuid');
    const asUuid = await ports.call('GET', `/api/v1/members/${member.id}`, { token: other.token });
    expect(asUuid.body.id).toBe(member.uuid);
    const asInteger = await ports.call('GET', `/api/v1/members/${member.id}?id_format=integer`, { token: other.token });
    expect(asInteger.body.id).toBe(member.id);
  });

  it.each(['999999999', '0', '01', 'abc', '1e3', '9999999999999999', '0198c0de-0000-7000-8000-000000000001', '%00'])(
    'is not found as %s',
    async (id) => {
      const { status, body } = await partner.call('GET', `/api/v1/members/${id}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found', resource: 'member' });
    },
  );
});
