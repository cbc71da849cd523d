import { DomainError, refuse } from '../../kernel/domain-error.ts';
import { fieldErrorsOf, invalidFields, type FieldError } from '../../kernel/field-error.ts';
import { paymentRefusals } from '../refusals.ts';
import { PART_TYPES, type Part } from './receipt-split.ts';

/**
 * Does the same with each part of a payment, by its place in the command. Where any is refused everything is, and the
 * refusal names each part that is in the way.
 * @throws DomainError validation_failed (invalid) where that is so whatever the state is, otherwise split_refused (conflict)
 */
export async function withEachPart<Done>(
  parts: readonly Part[],
  act: (part: Part, index: number) => Promise<Done>,
): Promise<ReadonlyMap<number, Done>> {
  // Two that split over the same records take them in one order.
  const inOrder = [...parts.entries()].sort(
    ([, a], [, b]) => PART_TYPES.indexOf(a.type) - PART_TYPES.indexOf(b.type) || a.id - b.id,
  );
  const done = new Map<number, Done>();
  const refused: { readonly index: number; readonly part: Part; readonly error: DomainError }[] = [];
  for (const [index, part] of inOrder) {
    try {
      done.set(index, await act(part, index));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ index, part, error });
    }
  }
  if (refused.length === 0) return done;
  const errors = refused.toSorted((a, b) => a.index - b.index).flatMap(asFieldErrors);
  const message = `Nothing was done: ${refused.length} of ${parts.length} parts are in the way.`;
  if (refused.every(({ error }) => error.kind === 'invalid' || error.kind === 'missing')) {
    throw invalidFields(message, errors);
  }
  throw refuse(paymentRefusals.split_refused, message, { errors: errors.slice(0, MOST_ERRORS) });
}

const MOST_ERRORS = 50;

/** What is wrong with a part, at its place in the command. */
function asFieldErrors({
  index,
  part,
  error,
}: {
  readonly index: number;
  readonly part: Part;
  readonly error: DomainError;
}): readonly FieldError[] {
  const at = `parts.${index}`;
  const named = `${at}.${part.type}_id`;
  if (error.kind === 'missing') return [{ field: named, code: 'unknown_reference', detail: error.message }];
  const fields = fieldErrorsOf(error);
  if (fields.length === 0) return [{ field: named, code: error.code, detail: error.message }];
  return fields.map(({ field, code, detail }) => ({
    field: field === 'amount' ? `${at}.amount` : field === 'paid_at' ? 'paid_at' : named,
    code: error.kind === 'conflict' ? error.code : code,
    detail: `Part ${index + 1}: ${detail}`,
  }));
}
