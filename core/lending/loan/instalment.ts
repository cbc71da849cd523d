import type { Cents } from '../../kernel/money.ts';
import type { Parts } from './loan.ts';

/** One row of a loan's schedule in force, with what was paid on it. Money in minor units. */
export class Instalment {
  id!: number;
  version!: number;
  loanId!: number;
  scheduleVersion!: number;
  number!: number;
  dueDate!: Temporal.PlainDate;
  principal!: Cents;
  interest!: Cents;
  fees!: Cents;
  penalties!: Cents;
  paidPrincipal!: Cents;
  paidInterest!: Cents;
  paidFees!: Cents;
  paidPenalties!: Cents;
  /** Principal of the whole loan that is left after this row, as scheduled. */
  balanceAfter!: Cents;
  paidOn!: Temporal.PlainDate | null;

  static due(
    given: Pick<Instalment, 'loanId' | 'scheduleVersion' | 'number' | 'dueDate' | 'balanceAfter'> & Parts,
  ): Instalment {
    return Object.assign(new Instalment(), given, {
      paidPrincipal: 0n,
      paidInterest: 0n,
      paidFees: 0n,
      paidPenalties: 0n,
      paidOn: null,
    });
  }

  /** Books what a payment put on this row. `on` is the day of the payment. */
  pay(parts: Parts, on: Temporal.PlainDate): void {
    this.paidPrincipal += parts.principal;
    this.paidInterest += parts.interest;
    this.paidFees += parts.fees;
    this.paidPenalties += parts.penalties;
    const open = openParts(this);
    if (Object.values(open).some((amount) => amount < 0n)) {
      throw new Error(`Instalment ${this.number} of loan ${this.loanId} was paid more than it asks for.`);
    }
    this.paidOn = Object.values(open).every((amount) => amount === 0n) ? on : null;
  }
}

/** What a row still asks for, by part. */
export function openParts(instalment: Instalment): Parts {
  return {
    principal: instalment.principal - instalment.paidPrincipal,
    interest: instalment.interest - instalment.paidInterest,
    fees: instalment.fees - instalment.paidFees,
    penalties: instalment.penalties - instalment.paidPenalties,
  };
}
