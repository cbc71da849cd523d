import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { admit, CLOSED, learn, type Circuit, type Evidence } from '#platform/rails/daraja/circuit.ts';
import { collectionCode, PAYOUT_CODES, payoutCode } from '#platform/rails/daraja/result-codes.ts';

const now = Temporal.Instant.from('2026-03-02T07:00:00Z');
const later = (seconds: number) => now.add({ seconds });
const after = (evidence: readonly Evidence[], circuit: Circuit = CLOSED) =>
  evidence.reduce((state, each) => learn(state, each, now), circuit);
const serverError: Evidence = { kind: 'server_error' };
const result = (code: string): Evidence => ({ kind: 'result', code });
const times = (count: number): Evidence[] => Array.from({ length: count }, () => serverError);

describe('The circuit', () => {
  it.each(['8006', '2001', '18', '11'])('opens at once for a result with %s, for an hour', (code) => {
    const open = after([result(code)]);
    expect(open).toMatchObject({ state: 'open', because: 'credential' });
    expect(admit(open, later(60)).retryAfterSeconds).toBe(3_540);
  });

  it.each(['1', '5'])('opens for a result with %s until the provider’s account is filled: for ten minutes', (code) => {
    const open = after([result(code)]);
    expect(open).toMatchObject({ state: 'open', because: 'float' });
    expect(admit(open, later(60)).retryAfterSeconds).toBe(540);
    expect(after([{ kind: 'replied' }], open)).toEqual(open);
    expect(after([result('0')], open)).toEqual(CLOSED);
  });

  it.each(['0', '8', '17', '2040', 'SFC_IC0003', 'Z999'])('stays closed for a result with %s', (code) => {
    expect(after([result(code)])).toEqual(CLOSED);
  });

  it('opens after five server errors in a row', () => {
    expect(after(times(4)).state).toBe('closed');
    expect(after(times(5))).toMatchObject({ state: 'open', because: 'server_errors' });
    expect(after([...times(4), { kind: 'replied' }, ...times(4)]).state).toBe('closed');
  });

  it('lets one trial through when its time is over, and no second', () => {
    const open = after(times(5));
    const trial = admit(open, later(30));
    expect(trial.retryAfterSeconds).toBeNull();
    expect(admit(trial.circuit, later(31)).retryAfterSeconds).toBe(29);
    expect(learn(trial.circuit, { kind: 'replied' }, later(31))).toEqual(CLOSED);
    expect(learn(trial.circuit, serverError, later(31)).state).toBe('open');
  });

  it('that opened for a credential is not closed by an acknowledgement, only by a payment or by somebody', () => {
    const open = after([result('8006')]);
    expect(after([{ kind: 'replied' }], open)).toEqual(open);
    expect(after([result('8')], open)).toEqual(open);
    expect(after([result('0')], open)).toEqual(CLOSED);
    expect(after([{ kind: 'resumed' }], open)).toEqual(CLOSED);
  });

  it('always lets something through again', () => {
    const evidence = fc.oneof(
      fc.constant(serverError),
      fc.constant<Evidence>({ kind: 'replied' }),
      fc.constantFrom('0', '1', '8006', '2001').map(result),
    );
    fc.assert(
      fc.property(fc.array(evidence), (all) => {
        expect(admit(after(all), later(3_600)).retryAfterSeconds).toBeNull();
      }),
    );
  });
});

describe('The result codes', () => {
  it.each([
    ['0', 'success'],
    ['1', 'provider_float_insufficient'],
    ['2', 'amount_invalid'],
    ['3', 'amount_invalid'],
    ['4', 'recipient_limit'],
    ['5', 'provider_float_insufficient'],
    ['6', 'provider_config'],
    ['7', 'recipient_invalid'],
    ['8', 'recipient_limit'],
    ['11', 'provider_config'],
    ['12', 'recipient_invalid'],
    ['13', 'provider_config'],
    ['14', 'recipient_invalid'],
    ['15', 'unclear'],
    ['17', 'unclear'],
    ['18', 'provider_config'],
    ['19', 'unclear'],
    ['20', 'provider_config'],
    ['21', 'provider_config'],
    ['22', 'provider_config'],
    ['24', 'request_invalid'],
    ['25', 'request_invalid'],
    ['26', 'provider_busy'],
    ['29', 'request_invalid'],
    ['2001', 'provider_config'],
    ['2006', 'provider_config'],
    ['2028', 'provider_config'],
    ['2040', 'recipient_unregistered'],
    ['8006', 'provider_config'],
    ['SFC_IC0003', 'recipient_invalid'],
    ['100000001', 'provider_busy'],
    ['100000002', 'provider_busy'],
    ['100000011', 'provider_busy'],
    ['', 'unclear'],
    ['4242', 'unclear'],
  ])('of a payment: %s is %s', (code, outcome) => {
    expect(payoutCode(code).outcome).toBe(outcome);
    expect(payoutCode(` ${code} `).outcome).toBe(outcome);
  });

  it('stand once each', () => {
    const codes = PAYOUT_CODES.flatMap((row) => row.codes);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each([
    ['0', 'paid'],
    ['1', 'not_paid'],
    ['2', 'not_paid'],
    ['3', 'not_paid'],
    ['4', 'not_paid'],
    ['8', 'not_paid'],
    ['17', 'not_paid'],
    ['1001', 'not_paid'],
    ['1019', 'not_paid'],
    ['1025', 'not_paid'],
    ['1032', 'not_paid'],
    ['1037', 'not_paid_unproven'],
    ['2001', 'not_paid'],
    ['2028', 'not_paid'],
    ['4999', 'open'],
    ['8006', 'not_paid'],
    ['9999', 'not_paid'],
    ['SFC_IC0003', 'not_paid'],
    ['4242', 'unclear'],
  ])('of a prompt: %s is %s', (code, outcome) => {
    expect(collectionCode(code).outcome).toBe(outcome);
  });
});
