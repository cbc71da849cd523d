import { named } from '../../../change.ts';

/** The records that ids name, in their order. See `named`. */
export function allNamed<Found>(
  fields: readonly { readonly field: string; readonly id: string }[],
  noun: string,
  records: { load(id: string): Promise<Found | null> },
): Promise<Found[]> {
  return Promise.all(fields.map(({ field, id }) => named(field, id, noun, records)));
}

/** The id of the record that a field names: undefined where the field was left out, null where it is cleared. */
export async function idNamed(
  field: string,
  id: string | null | undefined,
  noun: string,
  records: { load(id: string): Promise<{ readonly id: number } | null> },
): Promise<number | null | undefined> {
  return id == null ? id : (await named(field, id, noun, records)).id;
}
