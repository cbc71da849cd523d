import type { Cents } from '../../kernel/money.ts';
import type { Parts } from '../parts.ts';

/** One row of a loan's account: what it asks for, charges and waivers included, and what was paid of it. */
export type AccountRow = Parts & {
  readonly number: number;
  readonly dueDate: Temporal.PlainDate;
  /** Principal of the whole loan that is left after this row, as scheduled. */
  readonly balanceAfter: Cents;
  /** Interest accrued so far that a later row asks for; it is not stored, the schedule has it. */
  readonly deferred: Cents;
  readonly paid: Parts;
  readonly paidOn: Temporal.PlainDate | null;
};

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

  /** A row of a new version of the schedule. */
  static of(loanId: number, scheduleVersion: number, row: AccountRow): Instalment {
    const instalment = Object.assign(new Instalment(), { loanId, scheduleVersion, number: row.number });
    instalment.become(row);
    return instalment;
  }

  /** Takes over the row of the account. */
  become({ paid, ...row }: AccountRow): void {
    this.dueDate = row.dueDate;
    this.principal = row.principal;
    this.interest = row.interest;
    this.fees = row.fees;
    this.penalties = row.penalties;
    this.balanceAfter = row.balanceAfter;
    this.paidPrincipal = paid.principal;
    this.paidInterest = paid.interest;
    this.paidFees = paid.fees;
    this.paidPenalties = paid.penalties;
    this.paidOn = row.paidOn;
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
