import { valueOf, type Field, type Values } from '../../../components/step.ts';

/** What was changed: the rest is left out, and stays as it is, also where another person has changed it meanwhile. */
export function changedIn<Input extends object>(
  fields: readonly Field[],
  values: Values,
  input: Input,
): Partial<Input> {
  const changed = fields.filter((field) => valueOf(field, field.initial ?? '') !== values[field.name]);
  const names = changed.map(({ name }) => name);
  // Members are left out of it, and none is added.
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name))) as Partial<Input>;
}
