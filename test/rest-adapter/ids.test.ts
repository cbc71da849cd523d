import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestWorld, type RestWorld } from '#test/support/rest-world.ts';

/** Ids as a client wants them: what it never saw, it is not told. */
let world: RestWorld;
beforeAll(async () => {
  world = await openRestWorld();
});
afterAll(() => world.close());

describe('A refusal', () => {
  it.each<['uuid' | 'integer']>([['uuid'], ['integer']])('names the record of the path by its %s', async (format) => {
    const institution = await world.openInstitution();
    const partner = lendingClient(world, institution, await world.openClient(institution, undefined, format));
    const shown = await partner.aDraft();
    const { body: draft } = await partner.call('GET', `/api/v1/loans/${shown.id}?id_format=integer`);
    const { status, body } = await partner.call('POST', `/api/v1/loans/${draft.uuid}/disbursements`, {
      body: partner.aPayment(),
    });
    expect([status, body.code]).toEqual([409, 'loan_not_disbursable']);
    expect(body.loan_id).toBe(format === 'uuid' ? draft.uuid : draft.id);
  });
});
