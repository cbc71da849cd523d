import { refuse } from '../kernel/domain-error.ts';
import { kernelRefusals } from '../kernel/refusals.ts';

export type FieldError = { readonly pointer: string; readonly code: string; readonly detail: string };

export type FieldErrors = {
  /** Notes an error of the field unless the condition holds. `field` is the wire's path: `guardians/0/name`. */
  require(holds: boolean, field: string, code: string, detail: string): void;
  /** Throws validation_failed with every noted error (at most 50), or returns where there is none. */
  settle(): void;
};

/** Gathers what is wrong with a command, so that the caller learns all of it at once. */
export function fieldErrors(): FieldErrors {
  const errors: FieldError[] = [];
  return {
    require(holds, field, code, detail) {
      if (!holds) errors.push({ pointer: `#/${field}`, code, detail });
    },
    settle() {
      if (errors.length === 0) return;
      const fields = errors.map((error) => error.pointer.slice(2)).join(', ');
      throw refuse(kernelRefusals.validation_failed, `These fields have invalid values: ${fields}.`, {
        errors: errors.slice(0, 50),
      });
    },
  };
}

/** Refuses one field: for a rule that is checked alone. */
export function invalidField(field: string, code: string, detail: string) {
  return refuse(kernelRefusals.validation_failed, detail, { errors: [{ pointer: `#/${field}`, code, detail }] });
}

/** Refuses a body field that names a record which does not exist. */
export function unknownReference(field: string, id: number | string) {
  return refuse(kernelRefusals.unknown_reference, `There is no record ${id}; ${field} must name an existing one.`, {
    errors: [{ pointer: `#/${field}`, code: 'unknown', detail: `There is no record ${id}.` }],
  });
}

/** Refuses a command about a record that does not exist. */
export function notFound(resource: string, id: number | string) {
  return refuse(kernelRefusals.not_found, `There is no ${resource} ${id}.`, { resource, id });
}
