import type { Cents } from './money.ts';

/** Records that a field may name by id. */
export type RecordNoun = 'disbursement' | 'loan' | 'loan product' | 'member' | 'programme' | 'savings account';

/** Particulars of several members, which each API reads in its own form. */
export type FormName = 'kyc';

/** A set of words, by the name that the graph has for it; each word with what it means. */
export type Words<Word extends string = string> = {
  readonly name: string;
  readonly means: string;
  readonly words: { readonly [W in Word]: string };
};

type Shape =
  | { readonly kind: 'amount' | 'day' | 'instant' | 'phone' }
  | { readonly kind: 'text' | 'document number'; readonly most: number }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly of: Words }
  | { readonly kind: 'record'; readonly noun: RecordNoun }
  | { readonly kind: 'form'; readonly form: FormName };

declare const value: unique symbol;

/**
 * What a step takes beside its reason: a member of its command, of which both APIs derive their input, their document
 * and how it is read. `means` is a sentence that says what to send.
 */
export type StepField<Value = unknown> = Shape & {
  readonly means: string;
  readonly isOptional: boolean;
  readonly [value]?: Value;
};
export type StepFields = { readonly [name: string]: StepField };

/**
 * The fields of a command, without what every step has: the record that it is about, its version, and the reason where the
 * verb needs one. A reason that may be left out is a field.
 */
export type FieldsOf<Command, About extends string> = {
  readonly [Name in Exclude<keyof Command, About | 'version' | 'reason'>]-?: StepField<Command[Name]>;
} & { readonly reason?: StepField<string | null> };

const field = <Value>(shape: Shape, means: string): StepField<Value> => ({ ...shape, means, isOptional: false });

/** Money, above zero. */
export const amount = (means: string) => field<Cents>({ kind: 'amount' }, means);
export const day = (means: string) => field<Temporal.PlainDate>({ kind: 'day' }, means);
export const instant = (means: string) => field<Temporal.Instant>({ kind: 'instant' }, means);
/** A telephone number in international form. */
export const phone = (means: string) => field<string>({ kind: 'phone' }, means);
/** The number of a document of identity. */
export const documentNo = (most: number, means: string) => field<string>({ kind: 'document number', most }, means);
export const text = (most: number, means: string) => field<string>({ kind: 'text', most }, means);
export const number = (least: number, most: number, means: string) =>
  field<number>({ kind: 'number', least, most }, means);
/** One of several words. */
export const choice = <Word extends string>(of: Words<Word>, means: string) =>
  field<Word>({ kind: 'choice', of }, means);
/** Another record of the institution, by id. */
export const record = (noun: RecordNoun, means: string) => field<number>({ kind: 'record', noun }, means);

/** Particulars in a form of their own. */
export const form = <Value>(of: FormName, means: string) => field<Value>({ kind: 'form', form: of }, means);

/** A field that may be left out: null then. */
export const optional = <Value>(of: StepField<Value>): StepField<Value | null> => ({ ...of, isOptional: true });

/** Why, where the verb does not need it. */
export const optionalReason = optional(text(500, 'Why.'));
