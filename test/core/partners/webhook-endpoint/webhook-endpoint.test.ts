import { describe, expect, it } from 'vitest';
import { announce } from '#core/partners/announcement.ts';
import { anEndpoint } from '#test/support/partners-ports.ts';

const loan = { type: 'loan.disbursed', ownerClientId: null, aboutEndpointId: null };

describe('A webhook', () => {
  it('receives what it subscribed to and its client may read', () => {
    expect(anEndpoint().wants(loan, ['loans:read'])).toBe(true);
    expect(anEndpoint({ events: ['loan.*'] }).wants(loan, ['loans:read'])).toBe(true);
    expect(anEndpoint({ events: ['loan.approved'] }).wants(loan, ['loans:read'])).toBe(false);
    expect(anEndpoint().wants(loan, ['members:read'])).toBe(false);
    expect(anEndpoint().wants({ ...loan, type: 'journal.posted' }, ['loans:read'])).toBe(false);
  });

  it("receives no event of another client's own records", () => {
    expect(anEndpoint().wants({ ...loan, ownerClientId: 2 }, ['loans:read'])).toBe(false);
    expect(anEndpoint().wants({ ...loan, ownerClientId: 1 }, ['loans:read'])).toBe(true);
  });

  it('receives events while it is disabled, for a recovery, and not once it is deleted', () => {
    const endpoint = anEndpoint();
    endpoint.disable();
    expect(endpoint.wants(loan, ['loans:read'])).toBe(true);
    endpoint.delete();
    expect(endpoint.wants(loan, ['loans:read'])).toBe(false);
  });

  it("receives events of its client's other webhooks in trouble, not of itself and not of other clients'", () => {
    const [own, sibling, stranger] = [anEndpoint(), anEndpoint(), anEndpoint({ clientId: 2 })];
    [own.id, sibling.id, stranger.id] = [1, 2, 3];
    const announcement = announce(own.giveUp('gone'));
    expect([own, sibling, stranger].map((each) => each.wants(announcement, []))).toEqual([false, true, false]);
    const exhausted = {
      type: 'delivery.exhausted',
      subjectType: 'delivery',
      subject: { id: 77 },
      data: { client_id: 1, webhook_id: 1 },
    };
    expect([own, sibling, stranger].map((each) => each.wants(announce(exhausted), []))).toEqual([false, true, false]);
  });

  it('alone gets its test event, independent of its subscriptions', () => {
    const [own, sibling] = [anEndpoint({ events: ['loan.*'] }), anEndpoint()];
    [own.id, sibling.id] = [1, 2];
    const announcement = announce(own.test(null));
    expect([own, sibling].map((each) => each.wants(announcement, []))).toEqual([true, false]);
  });

  it('numbers its deliveries from 1 without a gap', () => {
    const endpoint = anEndpoint();
    expect([endpoint.nextSequence(), endpoint.nextSequence(), endpoint.nextSequence()]).toEqual([1, 2, 3]);
  });
});

describe('A webhook that a person changes', () => {
  const url = 'https://elsewhere.test/hooks';
  const person = { tokenScopes: ['loans:read', 'members:read'], setUpBy: 'person' } as const;
  const client = { tokenScopes: ['loans:read', 'webhooks:write'], setUpBy: 'client' } as const;

  it('reads nothing at another address until a token of its client names that', () => {
    const endpoint = anEndpoint();
    expect(endpoint.edit({ url }, person)).toMatchObject({ data: { changed: ['url', 'scopes'] } });
    expect([endpoint.scopes, endpoint.wants(loan, ['loans:read'])]).toEqual([[], false]);
    expect(endpoint.edit({ url, events: ['*'] }, person)).toBeNull();
    expect(endpoint.edit({ description: 'Ours' }, client)).toMatchObject({ data: { changed: ['description'] } });
    // A job of the client that gives all its webhooks the same events has not seen where this one leads.
    expect(endpoint.edit({ events: ['loan.*'] }, client)).toMatchObject({ data: { changed: ['events'] } });
    expect(endpoint.scopes).toEqual([]);
    expect(endpoint.edit({ url }, client)).toMatchObject({ data: { changed: ['scopes'] } });
    expect([endpoint.scopes, endpoint.wants(loan, ['loans:read'])]).toEqual([['loans:read'], true]);
    expect(endpoint.edit({ url }, client)).toBeNull();
  });

  it('stays bound to what its client confirmed for the address, whatever else changes', () => {
    const endpoint = anEndpoint({ scopes: ['loans:read'], events: ['loan.approved'] });
    endpoint.edit({ events: ['*'], payloadStyle: 'thin' }, person);
    expect(endpoint.scopes).toEqual(['loans:read']);
  });
});

describe('An event of a client', () => {
  it('goes to that client', () => {
    const rotated = { type: 'client.secret_rotated', subjectType: 'client', subject: { id: 5 }, data: {} };
    expect(announce(rotated)).toEqual({ type: 'client.secret_rotated', ownerClientId: 5, aboutEndpointId: null });
  });

  it('that does not say whose it is goes to nobody', () => {
    const lost = { type: 'delivery.exhausted', subjectType: 'delivery', subject: { id: 5 }, data: {} };
    expect(() => announce(lost)).toThrow('which client');
  });
});
