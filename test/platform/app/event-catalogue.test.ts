import { describe, expect, it } from 'vitest';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import { isKnownPattern, mayReceive, scopesOfEvent } from '#core/partners/event-types.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { emittedTypes, eventCatalogue } from '#platform/app/event-catalogue.ts';
import { REACTED_TO } from '#platform/app/reactions.ts';
import { eventTypes } from '#platform/runtime/event-types.ts';

describe('The catalogue of events', () => {
  it('has a scope for every type that it offers', () => {
    const placed = eventCatalogue.filter((type) => {
      const scopes = scopesOfEvent(type);
      return scopes === 'own' || (scopes !== null && scopes.length > 0 && scopes.every(isScope));
    });
    expect(eventCatalogue.length).toBeGreaterThan(80);
    expect(placed).toEqual(eventCatalogue);
  });

  it('has every type to which we react ourselves', () => {
    expect(REACTED_TO.length).toBeGreaterThan(10);
    expect(REACTED_TO.filter((type) => !emittedTypes.includes(type))).toEqual([]);
  });

  it('says of every type that it offers what it means and what it carries', () => {
    expect([...eventTypes.keys()].toSorted()).toEqual(eventCatalogue.toSorted());
    expect([...eventTypes.values()].filter(({ means }) => means === '')).toEqual([]);
  });

  it('leaves out nothing but marks before they are published, settings of floats, holds between lending and education, people, and the books’ own', () => {
    const own = emittedTypes.filter((type) => !eventCatalogue.includes(type));
    expect(own.toSorted()).toEqual([
      'agent.appointed',
      'app_account.endowed',
      'app_float.topped_up',
      'close_of_business.booked',
      'close_of_business.finished',
      'close_of_business.savings_booked',
      'float.limited',
      'float.split',
      'institution.bank_credit_explained',
      'institution.former_secret_retired',
      'institution.keys_rotated',
      'institution.notification_retried',
      'institution.opened',
      'institution.paybill_pulled',
      'institution.paybill_registered',
      'institution.paybill_requested',
      'institution.policies_changed',
      'institution.rail_chosen',
      'institution.rail_removed',
      'institution.rail_resumed',
      'institution.reactions_retried',
      'institution.secret_replaced',
      'invoice_reservation.held',
      'invoice_reservation.promised',
      'invoice_reservation.released',
      'invoice_reservation.renewed',
      'invoice_reservation.used',
      'ledger_period.closed',
      'person.branches_assigned',
      'person.clients_assigned',
      'person.confirmed',
      'person.invitation_confirmed',
      'person.invited',
      'person.invited_again',
      'person.joined',
      'person.left',
      'person.resumed',
      'person.roles_assigned',
      'person.sign_in_failed',
      'person.suspended',
      'person.units_assigned',
      'result.created',
      'result.returned',
      'result.submitted',
      'result.updated',
      'savings_product.offered',
      'session.ended',
      'session.opened',
      'session.stepped_up',
      'watchlist.imported',
    ]);
  });

  it('publishes nothing of a result that stays among draft and submitted, and all that happens to it later', () => {
    const inner = ['draft', 'submitted'];
    for (const { to, emits } of Object.values(resultLifecycle.verbs)) {
      const staysInside = [to].flat().every((state) => inner.includes(state));
      expect([emits, mayReceive(emits, SCOPES)]).toEqual([emits, !staysInside]);
    }
  });

  it('is not got round by a pattern', () => {
    const { endpoint } = WebhookEndpoint.register({
      uuid: 'aaaaaaaa-0000-4000-8000-000000000001',
      clientId: 1,
      url: 'https://receiver.test/hooks',
      events: ['*', 'result.*', 'result.created'],
      scopes: SCOPES,
      description: null,
      ordered: false,
      rateLimitPerSecond: null,
      batch: null,
      metadata: {},
      payloadStyle: 'full',
      sandbox: false,
    });
    const wants = (type: string) => endpoint.wants({ type, ownerClientId: null, aboutEndpointId: null }, SCOPES);
    expect(wants('result.published')).toBe(true);
    expect(wants('result.created')).toBe(false);
    expect(isKnownPattern('result.created', eventCatalogue)).toBe(false);
  });
});

function isScope(scope: string | null): boolean {
  return (SCOPES as readonly (string | null)[]).includes(scope);
}
