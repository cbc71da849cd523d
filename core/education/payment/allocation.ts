import { least, sum, type Cents } from '../../kernel/money.ts';
import type { FeeCategory } from '../fee-category.ts';
import { invalidAmount, invalidField } from '../../kernel/field-error.ts';
import type { Designation } from './payment.ts';

type OpenLine = {
  readonly id: number;
  readonly feeCategory: FeeCategory;
  /** Lowest first. */
  readonly priority: number;
  readonly position: number;
  readonly outstanding: Cents;
};

/** An invoice that takes money. Credit notes make its balance less than the sum of its lines. */
export type OpenInvoice = {
  readonly id: number;
  readonly dueDate: Temporal.PlainDate;
  readonly issueDate: Temporal.PlainDate;
  readonly balance: Cents;
  readonly lines: readonly OpenLine[];
};

export type Portion = { readonly invoiceId: number; readonly lineId: number; readonly amount: Cents };

/** What a payer asked for; without a line, the invoice's lines are filled in their order. */
export type WantedPortion = { readonly invoiceId: number; readonly lineId: number | null; readonly amount: Cents };

const NO_DESIGNATION: Designation = { invoiceId: null, categories: null };

/**
 * Where money goes that was not allocated by hand: to the named invoice, then to the others by due date,
 * issue date and id; inside an invoice by the lines' priority, then their order. Designated money goes only
 * to what it names. Integer minor units; nothing is rounded.
 * @param amount minor units, zero or more
 * @param named the invoice that the payer named first, without binding the rest; null for none
 * @returns the portions (each above zero) and the rest, which is the student's credit; they sum to `amount`
 */
export function allocate(
  amount: Cents,
  invoices: readonly OpenInvoice[],
  designation: Designation = NO_DESIGNATION,
  named: number | null = null,
): { readonly portions: readonly Portion[]; readonly rest: Cents } {
  const portions: Portion[] = [];
  let rest = amount;
  for (const invoice of [...invoices].sort((a, b) => byNamed(a, b, named) || byAge(a, b))) {
    if (designation.invoiceId !== null && designation.invoiceId !== invoice.id) continue;
    const filled = fill(rest, invoice, designation.categories);
    portions.push(...filled);
    rest -= sum(filled.map((portion) => portion.amount));
  }
  return { portions, rest };
}

/**
 * Where money goes that the payer allocated. The wishes sum to the payment; each fits its invoice and line.
 * @throws DomainError validation_failed (invalid) naming the wish that doesn't fit
 */
export function allocateExplicitly(
  amount: Cents,
  wanted: readonly WantedPortion[],
  invoices: readonly OpenInvoice[],
  designation: Designation = NO_DESIGNATION,
): readonly Portion[] {
  const total = sum(wanted.map((wish) => wish.amount));
  if (total !== amount) {
    const detail = `The allocations sum to ${total} cents; the payment is ${amount} cents.`;
    throw invalidAmount('allocations', 'sum', detail, { total, amount });
  }
  let open = invoices;
  return wanted.flatMap((wish, index) => {
    const invoice = open.find((candidate) => candidate.id === wish.invoiceId);
    const fits = designation.invoiceId === null || designation.invoiceId === wish.invoiceId;
    if (!invoice || !fits) {
      throw invalidField(`allocations.${index}.invoice_id`, 'not_open', 'The invoice takes none of this money.');
    }
    const lines = wish.lineId === null ? invoice.lines : invoice.lines.filter((line) => line.id === wish.lineId);
    const filled = wish.amount > 0n ? fill(wish.amount, { ...invoice, lines }, designation.categories) : [];
    if (wish.amount <= 0n || sum(filled.map((portion) => portion.amount)) !== wish.amount) {
      const room = sum(fill(invoice.balance, { ...invoice, lines }, designation.categories).map((p) => p.amount));
      throw invalidAmount(
        `allocations.${index}.amount`,
        'range',
        `Send 1 to ${room} cents: that is what is owed there.`,
        { most_amount: room },
      );
    }
    open = open.map((candidate) => (candidate.id === invoice.id ? less(candidate, filled) : candidate));
    return filled;
  });
}

/** Fills one invoice's lines with at most `amount` and at most its balance. */
function fill(amount: Cents, invoice: OpenInvoice, categories: readonly FeeCategory[] | null): Portion[] {
  let rest = least(amount, invoice.balance);
  const portions: Portion[] = [];
  const lines = [...invoice.lines].sort((a, b) => a.priority - b.priority || a.position - b.position || a.id - b.id);
  for (const line of lines) {
    if (categories !== null && !categories.includes(line.feeCategory)) continue;
    const part = least(rest, line.outstanding);
    if (part <= 0n) continue;
    portions.push({ invoiceId: invoice.id, lineId: line.id, amount: part });
    rest -= part;
  }
  return portions;
}

/** The invoice after portions were put on it. */
function less(invoice: OpenInvoice, portions: readonly Portion[]): OpenInvoice {
  const onLine = (id: number) => sum(portions.filter((portion) => portion.lineId === id).map((p) => p.amount));
  return {
    ...invoice,
    balance: invoice.balance - sum(portions.map((portion) => portion.amount)),
    lines: invoice.lines.map((line) => ({ ...line, outstanding: line.outstanding - onLine(line.id) })),
  };
}

function byNamed(a: OpenInvoice, b: OpenInvoice, named: number | null): number {
  return Number(b.id === named) - Number(a.id === named);
}

function byAge(a: OpenInvoice, b: OpenInvoice): number {
  return (
    Temporal.PlainDate.compare(a.dueDate, b.dueDate) ||
    Temporal.PlainDate.compare(a.issueDate, b.issueDate) ||
    a.id - b.id
  );
}
