import { event, type DomainEvent } from '../../kernel/event.ts';
import { lifecycle } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';

export const creditNoteLifecycle = lifecycle('credit_note', ['issued'], {
  issue: { from: [], to: 'issued', emits: 'credit_note.issued', means: 'The school takes back a part of an invoice.' },
});

/** A correction that lowers what an issued invoice asks for; the invoice's lines stay as they were issued. */
export class CreditNote {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `CN-2025-000007`. */
  number!: string;
  invoiceId!: number;
  amount!: Cents;
  reason!: string;
  issuedOn!: Temporal.PlainDate;
  issuedBy!: string;

  static issue(facts: {
    uuid: string;
    number: string;
    invoiceId: number;
    amount: Cents;
    reason: string;
    issuedOn: Temporal.PlainDate;
    issuedBy: string;
  }): CreditNote {
    return Object.assign(new CreditNote(), facts);
  }

  /** The event of the credit note. */
  issued(): DomainEvent {
    return event(creditNoteLifecycle.verbs.issue.emits, 'credit_note', this, {
      invoice_id: this.invoiceId,
      number: this.number,
      amount: this.amount,
    });
  }
}
