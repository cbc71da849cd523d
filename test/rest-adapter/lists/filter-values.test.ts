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
