import { DomainError, type Details } from '#core/kernel/domain-error.ts';
import { fieldErrorsOf, type FieldError } from '#core/kernel/field-error.ts';

/** Why a mutation was refused, for the person at the screen: part of every payload. */
export type UserError = {
  /** The code in the catalogue of refusals. */
  readonly code: string;
  readonly message: string;
  /** The argument that is to blame, from the top: ["input", "guarantors", "0", "phone"]. Null where none is. */
  readonly path: readonly string[] | null;
  /** The amounts that the message names: a person reads them as money. */
  readonly amounts: readonly RefusedAmount[];
};

/** Minor units, which JSON carries as a number: a refusal is stored as it was answered. */
type RefusedAmount = { readonly name: string; readonly cents: number };

/**
 * Runs a use case for a mutation. A refusal becomes `{ userErrors }`, which leaves the record of the payload null
 * and the HTTP status 200; a fault goes on, and ends in `errors`.
 *
 *     approveLoan: (_, { input }, { app }) =>
 *       withUserErrors(async () => ({ loan: await app.lending.approveLoan(commandFrom(input)) })),
 *
 * The payload type needs a nullable record and `userErrors: [UserError!]!`.
 */
export async function withUserErrors<Payload extends object>(
  run: () => Promise<Payload>,
): Promise<(Payload & { readonly userErrors: readonly UserError[] }) | { readonly userErrors: readonly UserError[] }> {
  try {
    return { ...(await run()), userErrors: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { userErrors: userErrorsOf(error) };
  }
}

/** One entry for the refusal, or one for each invalid value where it lists them. */
export function userErrorsOf(refusal: DomainError): readonly UserError[] {
  const errors = fieldErrorsOf(refusal);
  if (errors.length > 0) {
    return errors.map(({ field, code, detail, amounts = {} }: Partial<FieldError>) => ({
      code: code ?? refusal.code,
      message: detail ?? refusal.message,
      path: field === undefined ? null : inInput(field),
      amounts: amountsIn(amounts),
    }));
  }
  const { at } = refusal.details;
  const path = typeof at === 'string' ? inInput(at) : null;
  return [{ code: refusal.code, message: refusal.message, path, amounts: amountsIn(refusal.details) }];
}

/** The same of the entry of a list in the input: ["input", "results", "3", "components"]. */
export function userErrorsOfEntry(list: string, index: number, refusal: DomainError): readonly UserError[] {
  const at = ['input', list, String(index)];
  return userErrorsOf(refusal).map((error) => ({ ...error, path: [...at, ...(error.path?.slice(1) ?? [])] }));
}

/** What is a bigint in a refusal is money. */
const amountsIn = (details: Details): readonly RefusedAmount[] =>
  Object.entries(details).flatMap(([name, value]) =>
    typeof value === 'bigint' ? [{ name, cents: Number(value) }] : [],
  );

const inInput = (field: string): readonly string[] => ['input', ...argumentPath(field)];

/** A field of a refusal as the graph spells it: `requested_terms.term_months` is ["requestedTerms", "termMonths"]. */
export function argumentPath(field: string): readonly string[] {
  return field.split('.').map(camelCase);
}

function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
