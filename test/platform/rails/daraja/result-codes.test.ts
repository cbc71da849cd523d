import { describe, expect, it } from 'vitest';
import { collectionCode, PAYOUT_CODES, payoutCode } from '#platform/rails/daraja/result-codes.ts';

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

  it.each(['8006', '2001', '18', '11'])('%s says that our credential is not accepted', (code) => {
    expect(payoutCode(code).opensCircuit).toBe('credential');
  });

  it.each(['1', '5'])('%s says that the provider’s account holds too little', (code) => {
    expect(payoutCode(code).opensCircuit).toBe('float');
  });

  it.each(['0', '8', '17', '2040', 'SFC_IC0003', 'Z999'])('%s says nothing of either', (code) => {
    expect(payoutCode(code).opensCircuit).toBeUndefined();
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
