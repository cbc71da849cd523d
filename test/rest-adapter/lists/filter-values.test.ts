import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';

let testApp: RestTestApp;
let partner: LendingClient;
let phone: string;
const NAMES = ['Kamau, Ann', 'Kamau', 'Zoë Wanjirũ', 'Otieno "Jaramogi" Odinga'];

beforeAll(async () => {
  testApp = await openRestTestApp();
  const institution = await testApp.openInstitution();
  partner = lendingClient(testApp, institution, await testApp.openClient(institution));
  for (const name of NAMES) {
    const { status, body } = await partner.call('POST', '/api/v1/members', {
      body: { ...partner.anApplicant(), name },
    });
    expect(status).toBe(201);
    phone = body.phone;
  }
});
afterAll(() => testApp.close());

const named = async (query: string) => {
  const { status, body } = await partner.call('GET', `/api/v1/members?sort=id&${query}`);
  return status === 200 ? body.data.map(({ name }: { name: string }) => name) : `${status} ${body.code}`;
};

describe('A value of a filter', () => {
  it('with a comma stands in quotation marks; one of its own is doubled', async () => {
    expect(await named('filter[name]="Kamau, Ann"')).toEqual(['Kamau, Ann']);
    expect(await named('filter[name]="Kamau, Ann",Kamau')).toEqual(['Kamau, Ann', 'Kamau']);
    expect(await named('filter[name][eq]="Kamau, Ann"')).toEqual(['Kamau, Ann']);
    expect(await named('filter[name][eq]=Kamau, Ann')).toEqual(['Kamau, Ann']);
    expect(await named('filter[name]="Otieno ""Jaramogi"" Odinga"')).toEqual(['Otieno "Jaramogi" Odinga']);
  });

  it.each(['filter[name]="Kamau, Ann', 'filter[name]=Kamau"', 'filter[name]="Kamau"x', 'filter[name]=""'])(
    '%s is refused: nothing is found in silence',
    async (query) => {
      expect(await named(query)).toBe('400 invalid_parameter');
    },
  );

  it('finds a name however its letters were composed, and whatever stands around it', async () => {
    for (const form of ['NFC', 'NFD'] as const) {
      const name = encodeURIComponent(` Zoë  Wanjirũ `.normalize(form));
      expect(await named(`filter[name]=${name}`)).toEqual(['Zoë Wanjirũ']);
    }
  });

  it('that is a telephone number may come with a plus sign that became a space, or with spaces', async () => {
    const digits = phone.slice(1);
    for (const written of [
      phone,
      encodeURIComponent(phone),
      `%20${digits}`,
      `%2B${digits.slice(0, 3)} ${digits.slice(3)}`,
    ]) {
      expect(await named(`filter[phone]=${written}`)).toEqual(NAMES);
    }
    expect(await named(`filter[phone]=${digits}`)).toBe('400 invalid_parameter');
    expect(await named('filter[phone]=0712345678')).toBe('400 invalid_parameter');
  });

  it('that is an instant may come with a plus sign that became a space', async () => {
    expect(await named('filter[created_at][gte]=2020-01-01T03:00:00+03:00')).toEqual(NAMES);
  });
});

describe('A search for members', () => {
  let njeri: { id: number; member_no: string; national_id: string; phone: string };

  beforeAll(async () => {
    const applicant = { ...partner.anApplicant(), name: "Njeri Wa-Mũchũgũ O'Brien", phone: '+254733000111' };
    njeri = (await partner.call('POST', '/api/v1/members', { body: applicant })).body;
  });
  const searched = async (q: string) => named(`q=${encodeURIComponent(q)}`);
  const NJERI = ["Njeri Wa-Mũchũgũ O'Brien"];

  it.each([
    ['njeri', NJERI],
    ['NJERI much', NJERI],
    ['brien nje', NJERI],
    ['obrien', NJERI],
    ['wamũchũgũ', NJERI],
    ['kamau', ['Kamau, Ann', 'Kamau']],
    ['zoe', ['Zoë Wanjirũ']],
    ['jeri', []],
    ['njeri kamau', []],
    ['n j e r i b', []],
    ["o'b n w m much nje njeri obrien", NJERI],
    ['%', []],
    ["' or true --", []],
  ])('finds names by %s', async (q, names) => {
    expect(await searched(q)).toEqual(names);
  });

  it('finds a number, a phone and a national id in full, in any spelling, and by no part of them', async () => {
    const { member_no: no, national_id: id } = njeri;
    for (const whole of [no, no.toLowerCase(), ` ${no} `, id, `${id.slice(0, 2)}-${id.slice(2)}`]) {
      expect(await searched(whole)).toEqual(NJERI);
    }
    for (const phone of ['+254733000111', '+254 733 000-111', '254733000111', ' 254733000111']) {
      expect(await searched(phone)).toEqual(NJERI);
    }
    expect(await named('q=+254733000111')).toEqual(NJERI);
    for (const part of [no.slice(0, -1), id.slice(0, -1), '+25473300011', '733000111']) {
      expect(await searched(part)).toEqual([]);
    }
  });

  it('goes by the name that a member has now', async () => {
    const { body: member } = await partner.call('POST', '/api/v1/members', {
      body: { ...partner.anApplicant(), name: 'Baraka Were' },
    });
    await partner.call('PATCH', `/api/v1/members/${member.id}`, { body: { name: 'Baraka Simiyu' } });
    expect(await searched('baraka simiyu')).toEqual(['Baraka Simiyu']);
    expect(await searched('baraka were')).toEqual([]);
  });

  it('is narrowed by filters, counted, and walked by cursors that belong to it', async () => {
    const first = (await partner.call('GET', '/api/v1/members?q=kamau&limit=1&sort=id&include=total')).body;
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Kamau, Ann']);
    expect(first.pagination.total).toBe(2);
    const cursor = encodeURIComponent(first.pagination.next_cursor);
    expect(await named(`q=kamau&limit=1&cursor=${cursor}`)).toEqual(['Kamau']);
    expect(await named(`q=kama&limit=1&cursor=${cursor}`)).toBe('400 invalid_cursor');
    expect(await named('q=kamau&filter[name]=Kamau')).toEqual(['Kamau']);
  });

  it.each(['', ' ', 'x'.repeat(101), '\u200b', 'a\0b'])('refuses %j', async (q) => {
    expect(await searched(q)).toBe('400 invalid_parameter');
  });

  it('is no parameter of lists that can’t be searched', async () => {
    const { status, body } = await partner.call('GET', '/api/v1/loan_products?q=dairy');
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.allowed).not.toContain('q');
  });
});

describe('A search for loans', () => {
  it('finds them by their number, and by who borrowed', async () => {
    const member = await partner.aMember({ name: 'Chebet Kiprono', phone: '+254733000222' });
    const { body: loan } = await partner.call('POST', '/api/v1/loans', { body: partner.anApplication(member.id) });
    await partner.aDraft();
    const { loan_no: no } = loan;
    for (const q of [no, no.toLowerCase(), 'kiprono che', member.member_no, '+254733000222', member.national_id]) {
      const { status, body } = await partner.call('GET', `/api/v1/loans?q=${encodeURIComponent(q)}`);
      expect([q, status, body.data?.map(({ id }: { id: number }) => id)]).toEqual([q, 200, [loan.id]]);
    }
    expect((await partner.call('GET', '/api/v1/loans?q=nowhere')).body.data).toEqual([]);
  });

  it('needs to read members, too: it would say whose national id has a loan', async () => {
    const institution = await testApp.openInstitution();
    const client = lendingClient(testApp, institution, await testApp.openClient(institution, ['loans:read']));
    const { status, body } = await client.call('GET', '/api/v1/loans?q=12345678&sort=nothing');
    expect([status, body.code, body.required_scopes]).toEqual([403, 'insufficient_scope', ['members:read']]);
    expect((await client.call('GET', '/api/v1/loans')).status).toBe(200);
  });
});
