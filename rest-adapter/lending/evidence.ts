import Type from 'typebox';
import type { Evidence } from '#core/payments/evidence.ts';
import { cents, instant, nullable, object } from '../shapes.ts';

/** What a provider reported of a payment in review: it settles nothing. */
export const EvidenceSchema = Type.Array(
  object({
    reported: Type.Enum(['paid', 'not_paid', 'mismatch']),
    source: Type.Enum(['notification', 'query'], { description: 'Whether it was notified, or the reply to a query.' }),
    receipt_no: nullable(Type.String()),
    amount: nullable(cents('What moved, minor units, where the provider says it.')),
    message: nullable(Type.String({ description: 'The provider’s reason.' })),
    at: instant('When it was reported first.'),
  }),
  { description: 'What the provider reported that led to the review, and since, for the people who settle it.' },
);

export function evidenceBody(evidence: readonly Evidence[]) {
  return evidence.map(({ amount, ...reported }) => ({ ...reported, amount: amount === null ? null : BigInt(amount) }));
}
