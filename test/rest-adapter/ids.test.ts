import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';

/** Ids as a client wants them: what it never saw is not shown. */
let ports: RestTestApp;
beforeAll(async () => {
  ports = await openRestTestApp();
});
afterAll(() => ports.close());

describe('A refusal', () => {
  it.each<['uuid' | 'integer']>([['uuid'], ['integer']])('names the record of the path by its %s', async (format) => {
    const institution = await ports.openInstitution();
    const partner = lendingClient(ports, institution, await ports.openClient(institution, undefined, format));
    const shown = await partner.aDraft();
    const { body: draft } = await partner.call('GET', `/api/v1/loans/${shown.id}?id_format=integer`);
    const { status, body } = await partner.call('POST', `/api/v1/loans/${draft.uuid}/disbursements`, {
      body: partner.aPayment(),
    });
    expect([status, body.code]).toEqual([409, 'loan_not_disbursable']);
    expect(body.loan_id).toBe(format === 'uuid' ? draft.uuid : draft.id);
  });

  it.each<['uuid' | 'integer']>([['uuid'], ['integer']])('names other records by their %s as well', async (format) => {
    const institution = await ports.openInstitution();
    const partner = lendingClient(ports, institution, await ports.openClient(institution, undefined, format));
    const member = (more: object) => partner.anApplicant({ client_reference: 'REF-1', ...more });
    const first = await partner.call('POST', '/api/v1/members', { body: member({}) });
    expect(first.status).toBe(201);
    // One refusal is stored with its key, inside the transaction; the other is not.
    for (const sent of [{ key: `again-${format}` }, {}]) {
      const { status, body } = await partner.call('POST', '/api/v1/members', { ...sent, body: member({ name: 'B' }) });
      expect([status, body.code]).toEqual([409, 'duplicate_reference']);
      expect(body.existing_id).toBe(first.body.id);
    }
    expect(first.body.id === first.body.uuid).toBe(format === 'uuid');
  });
});
