import { refuse } from '../kernel/domain-error.ts';
import { invalidFields, type FieldError } from '../kernel/field-error.ts';
import { kernelRefusals } from '../kernel/refusals.ts';

export type FieldErrors = {
  /** Notes an error of the field unless the condition holds. `field` is its path: `guardians.0.name`. */
  require(holds: boolean, field: string, code: string, detail: string): void;
  /** Throws validation_failed with every noted error (at most 50), or returns where there is none. */
  settle(): void;
};

/** Gathers what is wrong with a command, so that the caller learns all of it together. */
export function fieldErrors(): FieldErrors {
  const errors: FieldError[] = [];
  return {
    require(holds, field, code, detail) {
      if (!holds) errors.push({ field, code, detail });
    },
    settle() {
      if (errors.length === 0) return;
      const fields = errors.map((error) => error.field).join(', ');
      throw invalidFields(`These fields have invalid values: ${fields}.`, errors);
    },
  };
}

/** Refuses a field that names a record which does not exist. */
export function unknownReference(field: string, id: number | string) {
  return refuse(kernelRefusals.unknown_reference, `There is no record ${id}; ${field} must name an existing one.`, {
    errors: [{ field, code: 'unknown', detail: `There is no record ${id}.` }],
  });
}

/** Refuses a command about a record that does not exist. */
export function notFound(resource: string, id: number | string) {
  return refuse(kernelRefusals.not_found, `There is no ${resource} ${id}.`, { resource, id });
}
