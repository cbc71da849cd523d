import { describe, expect, it } from 'vitest';
import { wayOf } from '#gate/portal/pages/loans/loan-way.ts';

describe('The way of a loan', () => {
  const applied = ['loan.created', 'loan.approved'];
  const lent = [...applied, 'loan.disbursed'];

  it.each([
    ['was withdrawn once approved', [...applied, 'loan.withdrawn'], 'DRAFT READY_TO_DISBURSE WITHDRAWN'],
    ['had its approval undone', [...applied, 'loan.approval_undone'], 'DRAFT READY_TO_DISBURSE DRAFT'],
    [
      'was disbursed and undone',
      [...lent, 'loan.disbursement_undone'],
      'DRAFT READY_TO_DISBURSE ACTIVE READY_TO_DISBURSE',
    ],
    [
      'was overpaid before it closed',
      [...lent, 'loan.repaid', 'loan.overpaid', 'loan.overpayment_refunded'],
      'DRAFT READY_TO_DISBURSE ACTIVE OVERPAID CLOSED',
    ],
    [
      'is owed again after it closed',
      [...lent, 'loan.closed', 'loan.repayment_reversed', 'loan.charged'],
      'DRAFT READY_TO_DISBURSE ACTIVE CLOSED ACTIVE',
    ],
    [
      'is owed again after it was written off',
      [...lent, 'loan.written_off', 'loan.recovered', 'loan.write_off_undone'],
      'DRAFT READY_TO_DISBURSE ACTIVE WRITTEN_OFF ACTIVE',
    ],
    // Who has the newest of its life alone knows what must have been before.
    ['is older than what is known of it', ['loan.repaid', 'loan.repaid'], 'DRAFT READY_TO_DISBURSE ACTIVE'],
    ['has no known life', [], 'DRAFT WITHDRAWN'],
  ])('of one that %s', (_, events, way) => {
    const states = way.split(' ');
    // The words are states: the table above is written in them.
    expect(wayOf(events, states.at(-1) as Parameters<typeof wayOf>[1])).toEqual(states);
  });
});
