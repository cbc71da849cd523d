import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { Views } from '#platform/app/views.ts';

type Named = { readonly id: number; readonly uuid: string };
/** A reference in a body: where it stands (`units/0/unit_id`) and what it says. */
export type Reference = { readonly field: string; readonly value: number | string };

/**
 * Turns references of one kind into integer ids: all uuids in one statement. An integer is taken as it is; the use case
 * looks it up anyway.
 * @throws DomainError unknown_reference (invalid) with one entry per reference
 */
export async function referencesIn(
  app: App,
  caller: Caller,
  references: readonly Reference[],
  look: (views: Views) => (uuids: readonly string[]) => Promise<readonly Named[]>,
): Promise<number[]> {
  const uuids = references.flatMap(({ value }) => (typeof value === 'string' ? [value.toLowerCase()] : []));
  const records = uuids.length === 0 ? [] : await app.read(caller, (views) => look(views)(uuids));
  const ids = new Map(records.map(({ id, uuid }) => [uuid, id]));
  const idOf = ({ value }: Reference) => (typeof value === 'number' ? value : ids.get(value.toLowerCase()));
  requireFound(references.filter((reference) => idOf(reference) === undefined));
  return references.flatMap((reference) => idOf(reference) ?? []);
}

/** @throws DomainError unknown_reference (invalid) where there is any */
export function requireFound(missing: readonly Reference[]): void {
  if (missing.length > 0) throw unknownReferences(missing);
}

/** The refusal of references that name nothing: one at least. */
export function unknownReferences(missing: readonly Reference[]): DomainError {
  const first = missing[0]!;
  return refuse(
    kernelRefusals.unknown_reference,
    `${first.field} ${first.value} names nothing that can be used here.`,
    {
      errors: missing.slice(0, 50).map(({ field }) => ({
        field,
        code: 'unknown_reference',
        detail: 'Use the id of a record that you can read.',
      })),
    },
  );
}

/** One reference that may be missing (undefined stays) or cleared (null stays). */
export async function referenceOrNull<Value extends number | string | null | undefined>(
  app: App,
  caller: Caller,
  field: string,
  value: Value,
  look: (views: Views) => (uuids: readonly string[]) => Promise<readonly Named[]>,
): Promise<number | Extract<Value, null | undefined>> {
  // Narrowed above, which a type parameter does not follow.
  if (value === null || value === undefined) return value as Extract<Value, null | undefined>;
  const [id] = await referencesIn(app, caller, [{ field, value }], look);
  // One id for one reference, or `referencesIn` has refused.
  return id as number;
}
