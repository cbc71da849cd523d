import type { Cents } from '../../kernel/money.ts';
import { parseDecimal, rational, round, times } from '../../kernel/rational.ts';
import { DEFAULT_PRIORITY, type FeeCategory } from '../fee-category.ts';

/** A charge as a caller writes it. The discount is an amount, or a percentage of the line as a decimal string. */
export type Charge = {
  readonly code: string | null;
  readonly description: string;
  readonly feeCategory: FeeCategory;
  readonly amount: Cents;
  readonly discount: { readonly cents: Cents } | { readonly percent: string };
  /** Which line takes money first; null for the default of its category. */
  readonly priority: number | null;
};

/** One charge of an invoice, in a table of its own. */
export class InvoiceLine {
  id!: number;
  uuid!: string;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  invoiceId!: number;
  /** 1, 2, 3: the order in which the lines were written. */
  position!: number;
  code!: string | null;
  description!: string;
  feeCategory!: FeeCategory;
  amount!: Cents;
  discount!: Cents;
  /** Lowest first. */
  priority!: number;
  /** What payments have put on this line. */
  paid!: Cents;

  static write(uuid: string, invoiceId: number, position: number, charge: Charge): InvoiceLine {
    const line = new InvoiceLine();
    line.uuid = uuid;
    line.invoiceId = invoiceId;
    line.position = position;
    line.code = charge.code;
    line.description = charge.description;
    line.feeCategory = charge.feeCategory;
    line.amount = charge.amount;
    line.discount = discountOf(charge);
    line.priority = charge.priority ?? DEFAULT_PRIORITY[charge.feeCategory];
    line.paid = 0n;
    return line;
  }
}

/** A charge's discount in minor units. A percentage is computed once, here, and rounded half up. */
export function discountOf(charge: Pick<Charge, 'amount' | 'discount'>): Cents {
  if ('cents' in charge.discount) return charge.discount.cents;
  return round(times(rational(charge.amount, 100n), parseDecimal(charge.discount.percent)), 'half_up');
}

/** What a line still takes: its amount less discount and payments, in minor units. */
export function outstandingOf(line: Pick<InvoiceLine, 'amount' | 'discount' | 'paid'>): Cents {
  return line.amount - line.discount - line.paid;
}
