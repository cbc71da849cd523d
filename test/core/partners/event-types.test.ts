import { describe, expect, it } from 'vitest';
import {
  fits,
  isAlwaysThin,
  isKnownPattern,
  isOperational,
  mayReceive,
  readScopesIn,
  scopesOfEvent,
} from '#core/partners/event-types.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { EVENT_TYPES } from '#test/support/partners-ports.ts';

describe('A pattern of event types', () => {
  it.each([
    ['*', 'loan.disbursed', true],
    ['loan.*', 'loan.disbursed', true],
    ['loan.disbursed', 'loan.disbursed', true],
    ['mobile_money.*', 'mobile_money.completed', true],
    ['loan.*', 'loan_product.created', false],
    ['loan.approved', 'loan.disbursed', false],
    ['loan', 'loan.disbursed', false],
    ['loan*', 'loan.disbursed', false],
    ['*.disbursed', 'loan.disbursed', false],
    ['LOAN.*', 'loan.disbursed', false],
    ['.*', 'loan.disbursed', false],
  ])('%s fits %s: %s', (pattern, type, expected) => expect(fits(pattern, type)).toBe(expected));

  it('is known where it fits something in the catalogue', () => {
    expect(
      ['*', 'loan.*', 'loan.disbursed', 'webhook.*'].filter((pattern) => !isKnownPattern(pattern, EVENT_TYPES)),
    ).toEqual([]);
    const unknown = ['loan.paid', 'goat.*', 'loan', '', '.*', '**', 'loan.**', 'constructor.*', '__proto__.*'];
    expect(unknown.filter((pattern) => isKnownPattern(pattern, EVENT_TYPES))).toEqual([]);
  });
});

describe('An event type', () => {
  it('is delivered to those who may read its subject', () => {
    expect(mayReceive('loan.disbursed', ['loans:read'])).toBe(true);
    expect(mayReceive('loan.*', ['loans:read'])).toBe(true);
    expect(mayReceive('loan.disbursed', ['loans:write', 'members:read'])).toBe(false);
    expect(mayReceive('savings_transaction.booked', ['savings_accounts:read'])).toBe(true);
    expect(mayReceive('float.low', ['disbursements:read'])).toBe(true);
  });

  it('about fees that a student paid takes the scope for invoices too, for apps have that for payments', () => {
    expect(mayReceive('payment.received', ['payments:read', 'payments:write', 'webhooks:read'])).toBe(false);
    expect(mayReceive('payment.*', ['invoices:read'])).toBe(false);
    expect(mayReceive('payment.received', ['payments:read', 'invoices:read'])).toBe(true);
    expect(mayReceive('payout.paid', ['payments:read'])).toBe(true);
    expect(readScopesIn(['payments:read', 'invoices:read', 'invoices:write'])).toEqual([
      'payments:read',
      'invoices:read',
    ]);
  });

  it("about a client's own wiring needs no scope", () => {
    for (const type of ['webhook.failing', 'delivery.exhausted', 'client.secret_rotated']) {
      expect([isOperational(type), mayReceive(type, [])]).toEqual([true, true]);
    }
  });

  it('of a subject without a place is delivered to no webhook', () => {
    for (const type of ['journal.posted', 'constructor.called', '__proto__.x', '']) {
      expect([scopesOfEvent(type), mayReceive(type, SCOPES)]).toEqual([null, false]);
    }
  });

  it('of money laundering never leaves in full', () => {
    expect(isAlwaysThin('aml_alert.raised')).toBe(true);
    expect(isAlwaysThin('loan.disbursed')).toBe(false);
  });
});
