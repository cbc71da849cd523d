import { namesOf } from './names.ts';

/**
 * Why a request was refused, in the few ways that an adapter distinguishes:
 * - `malformed`: the message can't be understood;
 * - `unauthenticated`, `forbidden`: the caller is unknown; the caller may not do it;
 * - `missing`: the thing that the command is about does not exist (for this caller);
 * - `invalid`: something in the command is wrong whatever the state is;
 * - `conflict`: the command is valid, the present state refuses it;
 * - `stale`: the caller decided on an older version of the record;
 * - `gone`: it was there, and will not be again;
 * - `limited`: too much in too short a time;
 * - `upstream`, `unavailable`: a system that we depend on refused, or can't be reached, and nothing was done.
 */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'conflict'
  | 'stale'
  | 'gone'
  | 'limited'
  | 'upstream'
  | 'unavailable';

/** Values that every adapter can send as they are. Money is a bigint of minor units. */
export type DetailValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly DetailValue[]
  | { readonly [member: string]: DetailValue };
export type Details = { readonly [member: string]: DetailValue };

/** One row of the served catalogue of refusals. */
export type Refusal<Code extends string = string> = {
  readonly kind: RefusalKind;
  readonly code: Code;
  /** A short summary, the same for every occurrence. */
  readonly title: string;
  /** What a caller does about it. */
  readonly remedy: string;
};

/** A command refused by a rule of the trade. Nothing was changed. */
export class DomainError extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly details: Details;

  constructor(kind: RefusalKind, code: string, message: string, details: Details = {}) {
    super(message);
    this.name = 'DomainError';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/** Declares refusals by code: one literal per context, gathered into the catalogue by the platform. */
export function refusals<const Code extends string>(
  rows: Record<Code, { kind: RefusalKind; title: string; remedy: string }>,
): { readonly [C in Code]: Refusal<C> } {
  // What the entries of an object are called is lost in the type of `fromEntries`.
  return Object.fromEntries(namesOf(rows).map((code) => [code, { ...rows[code], code }])) as {
    readonly [C in Code]: Refusal<C>;
  };
}

/** Builds the error for one occurrence of a catalogued refusal. `message` says what happened and what to do. */
export function refuse(refusal: Refusal, message: string, details: Details = {}): DomainError {
  return new DomainError(refusal.kind, refusal.code, message, details);
}
