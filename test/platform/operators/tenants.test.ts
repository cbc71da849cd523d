import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTenant } from '#platform/operators/tenants.ts';
import { openHouse, type House } from '#test/support/house.ts';

describe('A new institution', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  const open = (timeZone: string) =>
    createTenant(house.settings.adminUrl, { name: 'A school', mode: 'sandbox', timeZone });

  it.each(['Africa/Kampala', 'UTC'])('has its days in a time zone that there is: %s', async (timeZone) => {
    const id = await open(timeZone);
    expect(await house.app.tenants.get(id)).toMatchObject({ timeZone, mode: 'sandbox' });
  });

  it.each(['Foo/Bar', '', 'Africa/Nairobi ', '+03:00', '10:00'])(
    'is not opened in another, where nothing could ever be done: %p',
    async (timeZone) => {
      await expect(open(timeZone)).rejects.toThrow(RangeError);
    },
  );
});
