import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { bodyCheck } from '#rest/validate.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

const writing = routes.filter((row): row is Route & { body: object } => row.body !== undefined);

function refusalOf(check: () => unknown): readonly object[] {
  try {
    check();
  } catch (error) {
    if (error instanceof DomainError) return error.details['errors'] as readonly object[];
    throw error;
  }
  return [];
}

/** Every text of a schema, with the name of the field that it stands in. */
function* texts(schema: Schema, name: string): Generator<readonly [string, Schema]> {
  if (schema.type === 'string') yield [name, schema];
  for (const each of schema.anyOf ?? []) yield* texts(each, name);
  if (schema.items) yield* texts(schema.items, name);
  for (const [member, each] of Object.entries(schema.properties ?? {})) yield* texts(each, member);
}

describe('The schemas of bodies', () => {
  it('are many', () => expect(writing.length).toBeGreaterThan(60));

  it.each(writing.map((row) => [row.operation, row] as const))('of %s refuse text that no reader sees', (_, row) => {
    const body = { anything: [{ deep: 'Ami\u202Ena' }], blank: ' \u00A0\n' };
    expect(refusalOf(() => bodyCheck(row.body)(body))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: '#/anything/0/deep', code: 'unseen_character' }),
        expect.objectContaining({ pointer: '#/blank', code: 'length' }),
      ]),
    );
  });

  it.each(writing.map((row) => [row.operation, row] as const))(
    'of %s know telephone numbers, countries and documents by their names',
    (_, row) => {
      for (const [name, schema] of texts(row.body as Schema, '')) {
        if (/(^|_)(phone|msisdn)$/.test(name)) expect([name, schema.format]).toEqual([name, 'phone-number']);
        if (/(^|_)country$/.test(name)) expect([name, schema.format]).toEqual([name, 'country-code']);
        if (/^(national_id|passport_no|birth_certificate_no|id_number)$/.test(name)) {
          expect([name, schema.pattern?.startsWith('^[A-Za-z0-9')]).toEqual([name, true]);
        }
      }
    },
  );

  it('hand on what was sent in its canonical form', () => {
    const row = writing.find(({ operation }) => operation === 'createMember');
    if (!row) throw new Error('createMember is gone.');
    const sent = { ...(row.example as object), name: ' Zoe\u0308 \t Wanjiku\u00A0' };
    expect(bodyCheck(row.body)(sent)).toMatchObject({ name: 'Zoë Wanjiku' });
  });
});

describe('One person however the national id is written', () => {
  let ports: RestTestApp;
  let institution: Institution;
  let partner: LendingClient;
  beforeAll(async () => {
    ports = await openRestTestApp();
    institution = await ports.openInstitution();
    partner = lendingClient(ports, institution, await ports.openClient(institution));
  });
  afterAll(() => ports.close());

  const apply = (differing: object) =>
    partner.call('POST', '/api/v1/members', { body: partner.anApplicant({ kyc: null, ...differing }) });

  it('is refused as P489 with a space, in lower case, with a hyphen, while P489 is blacklisted', async () => {
    const { body: first } = await apply({ national_id: 'P489' });
    expect(first.national_id).toBe('P489');
    await ports.admin(`update member set state = 'blacklisted' where id = $1`, [first.id]);
    for (const nationalId of ['P489 ', 'p489', ' p 489', 'P-489', 'P.489\n']) {
      const { status, body } = await apply({ national_id: nationalId });
      expect([nationalId, status, body.code]).toEqual([nationalId, 409, 'duplicate_member']);
    }
  });

  it('is found by any spelling', async () => {
    await apply({ national_id: 'Q-77 1' });
    for (const spelling of ['Q771', 'q-771', 'q 7 7 1']) {
      const { body } = await partner.call('GET', `/api/v1/members?filter[national_id]=${encodeURIComponent(spelling)}`);
      expect(body.data).toEqual([expect.objectContaining({ national_id: 'Q-77 1' })]);
    }
  });

  const hashOf = (nationalId: string) =>
    ports.database.read(institution.id, async ({ sealing }) => sealing.hashOf('document', nationalId));
  it('is kept unique by the database, whatever the application thinks', async () => {
    const { body } = await apply({ national_id: 'R555' });
    const again = ports.admin(
      `insert into member (tenant_id, uuid, member_no, name, national_id, national_id_key, phone, branch_id, state)
       select tenant_id, gen_random_uuid(), 'M-999999', name, 'r-555 ', $2, phone, branch_id, state from member where id = $1`,
      [body.id, await hashOf('r-555 ')],
    );
    await expect(again).rejects.toThrow(/member_national_id_unique/);
  });

  it('agrees with the number on the document in any spelling', async () => {
    const kyc = { ...partner.anApplicant().kyc, id_number: 'a-1234 ' };
    const { body } = await apply({ national_id: 'A1234', kyc });
    const verified = await partner.call('PATCH', `/api/v1/members/${body.id}`, { body: { action: 'verify_kyc' } });
    expect(verified.body.state).toBe('active');
  });

  it('has one reference with us, in upper or lower case', async () => {
    const { body: first } = await apply({ client_reference: 'CRM-77' });
    const { status, body } = await apply({ client_reference: ' crm-77' });
    expect([status, body.code, body.existing_id]).toEqual([409, 'duplicate_reference', first.id]);
  });

  it.each([
    ['a name of a zero-width space', { name: '\u200B' }, '#/name', 'unseen_character'],
    ['a name with a control character', { name: 'Amina\u0007' }, '#/name', 'unseen_character'],
    ['a name that runs from right to left', { name: '\u202Eanima' }, '#/name', 'unseen_character'],
    ['a name of blanks', { name: ' \u00A0\t' }, '#/name', 'length'],
    ['a telephone number of no plan', { phone: '+254000000000' }, '#/phone', 'format'],
    ['a national id of look-alikes', { national_id: '\u0420489' }, '#/national_id', 'format'],
  ])('is refused with %s', async (_, wrong, pointer, code) => {
    const { status, body } = await apply(wrong);
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ pointer, code })]]);
  });

  it('lives in a country that exists', async () => {
    const { kyc } = partner.anApplicant();
    const { status, body } = await apply({ kyc: { ...kyc, address: { ...kyc.address, country: 'ZZ' } } });
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '#/kyc/address/country', code: 'format' })],
    ]);
  });
});
