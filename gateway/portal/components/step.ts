import type { ReactNode } from 'react';
import type { Refused } from './refusals.tsx';
import { CombinedError, type Client, type OperationResult, type TypedDocumentNode } from 'urql';
import { dayIn } from '../format/days.ts';
import type { InLanguages } from '../texts/texts.ts';

/** What a form asks for, by the name of the input's member: `amount`. */
export type Field = {
  readonly name: string;
  readonly label: string;
  /** money: typed in shillings, sent in cents. */
  readonly kind: 'money' | 'text' | 'long' | 'date' | 'number' | 'phone' | 'choice' | 'check' | 'found' | 'lines';
  readonly isRequired?: boolean;
  readonly hint?: string;
  readonly initial?: string;
  /** Of a choice: value and word. */
  readonly choices?: readonly (readonly [value: string, word: string])[];
  /** Of a record that is found by its name or number: looks for it. */
  readonly find?: (client: Client, sought: string) => Promise<readonly Found[]>;
  /** Of lines: what each of them has, and the word that adds one. */
  readonly line?: { readonly fields: readonly Field[]; readonly add: string };
};

/** A record that may be chosen: its id, what it is called, and what tells it from another of that name. */
export type Found = { readonly id: string; readonly name: string; readonly note: string };

/** What a form was filled with, by field: cents, a number, a truth or a text; null where it was left empty. */
export type Values = { readonly [name: string]: string | number | boolean | null };

/** What goes with every mutation: the same key books once, and the version is the one that was decided on. */
export type Sent = { readonly idempotencyKey: string; readonly version: number | null };

/** One mutation as a form: what `availableActions` offers becomes a button that opens it. */
export type Step = {
  /** Names it among the steps of the portal: `approveLoan`. */
  readonly name: string;
  /** What it is done to; null for what creates a record. */
  readonly recordId: string | null;
  /** The version that the person decided on: it stays that of the form when the record moves on. */
  readonly version?: number;
  readonly title: string;
  /** The word of its button, and of the one that sends it. */
  readonly word: string;
  readonly fields: readonly Field[];
  readonly send: (client: Client, values: Values, sent: Sent) => Promise<OperationResult<unknown>>;
  /** What is decided on, where that is more than the page shows: above the fields. */
  readonly about?: () => ReactNode;
  /** What it will do, said before it is done: "KES 50,000.00 leaves AG-000001." */
  readonly consequence?: (values: Values) => ReactNode;
  /** What the values of the record are called, where another person has changed one meanwhile. */
  readonly words?: { readonly [place: string]: InLanguages };
  readonly isDangerous?: boolean;
  /** The step of the lifecycle that takes this one back, and needs nothing typed: offered for a while after it was done. */
  readonly undo?: Step;
};

/** A step whose form shows what its page has not loaded, a quote or a choice: it is made when it is opened. */
export type StepToMake = Pick<Step, 'name' | 'title' | 'word' | 'isDangerous'> & {
  readonly make: (client: Client) => Promise<Step>;
};

/** A step whose form is a module of its own, which asks for what it shows; `offerLater` loads it. */
export type StepInModule = Pick<Step, 'name' | 'title' | 'word' | 'isDangerous'> & {
  readonly form: (onDone: (data: unknown) => void) => ReactNode;
};

/** What stands as a button. */
export type Offered = Step | StepToMake | StepInModule;

/** What a form that is made reads first. @throws CombinedError where it can't be read */
export async function readFor<Data, Variables extends object>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await client.query<Data>(document, variables, { requestPolicy: 'network-only' }).toPromise();
  if (!data) throw error ?? new CombinedError({ networkError: new Error('There is no reply.') });
  return data;
}

type Prepared<Data, Variables extends object> = Omit<StepToMake, 'make'> & {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly stepOf: (data: Data) => Step;
};

/** A step whose form needs the answer of one query: its choices cost the page nothing. */
export function preparedStep<Data, Variables extends object>(prepared: Prepared<Data, Variables>): StepToMake {
  const { document, variables, stepOf: made, ...step } = prepared;
  return { ...step, make: async (client) => made(await readFor(client, document, variables)) };
}

type Described<Variables extends object> = Omit<Step, 'send'> & {
  readonly document: TypedDocumentNode<unknown, Variables>;
  readonly variables: (values: Values, sent: Sent) => Variables;
};

/** A step from its document, and from what a form's values are as its variables. */
export function stepOf<Variables extends object>({ document, variables, ...step }: Described<Variables>): Step {
  const send: Step['send'] = (client, values, sent) => client.mutation(document, variables(values, sent)).toPromise();
  return { ...step, send };
}

type GraphQLError = CombinedError['graphQLErrors'][number];
export type UserError = Refused & { readonly path?: readonly string[] | null };

/** Why the one mutation of a document was refused; empty where it was done. */
export function userErrorsOf(data: unknown): readonly UserError[] {
  const payloads = typeof data === 'object' && data !== null ? Object.values(data) : [];
  return payloads.flatMap((payload) => (hasUserErrors(payload) ? payload.userErrors : []));
}

/** Whether what was sent waits for a second person: nothing was refused, and there is no record that it has changed. */
export function waitsIn(data: unknown): boolean {
  const payloads = typeof data === 'object' && data !== null ? Object.values(data) : [];
  return payloads.some((payload) => {
    if (!hasUserErrors(payload)) return false;
    // A proposal beside the record is what it became; alone, it is what was decided.
    const records = Object.entries(payload).filter(
      ([name]) => name !== 'userErrors' && name !== 'proposal' && !name.startsWith('__'),
    );
    return payload.userErrors.length === 0 && records.length > 0 && records.every(([, record]) => record === null);
  });
}

const hasUserErrors = (payload: unknown): payload is { readonly userErrors: readonly UserError[] } =>
  typeof payload === 'object' && payload !== null && 'userErrors' in payload && Array.isArray(payload.userErrors);

/** The value of a field as it is sent; undefined where the text is none. */
export function valueOf(field: Field, text: string): Values[string] | undefined {
  const { kind } = field;
  const trimmed = text.trim();
  if (kind === 'lines') return valueOfLines(field, trimmed);
  if (kind === 'check') return trimmed === 'on';
  if (trimmed === '') return null;
  if (kind === 'money') return centsOf(trimmed);
  if (kind === 'number') return /^-?\d+$/.test(trimmed) ? Number(trimmed) : undefined;
  if (kind === 'date') return dayIn(trimmed);
  // The id, and behind it what was read when it was chosen.
  if (kind === 'found') return trimmed.split(' ', 1)[0] ?? null;
  if (kind === 'phone') return phoneOf(trimmed);
  return trimmed;
}

/** `0712 345 678` as +254712345678; undefined where it is no number with its country. */
function phoneOf(text: string): string | undefined {
  const number = text
    .replaceAll(/[\s-]/g, '')
    .replace(/^0(?=[17]\d{8}$)/, '+254')
    .replace(/^(?=254[17]\d{8}$)/, '+');
  return /^\+[1-9]\d{7,14}$/.test(number) ? number : undefined;
}

/** What is said of a value that is none, by the texts of forms. */
export const wordOfWrong = ({ kind }: Field): 'amount' | 'phone' | 'number' =>
  kind === 'money' ? 'amount' : kind === 'phone' ? 'phone' : 'number';

/** A value that the graph does not even read, with its place: `... at "input.guardians[0].phone"; PhoneNumber takes ...`. */
const UNREAD = / at "([\w.[\]]+)"; (.+)$/s;

/** An error of the graph as one of the form: what a value of its was refused for stands at its field. */
export function refusedIn({ message, extensions }: GraphQLError): UserError {
  const code = String(extensions['code']);
  const [, place, reason] = code === 'BAD_USER_INPUT' ? (UNREAD.exec(message) ?? []) : [];
  if (place === undefined || reason === undefined) return { code, message };
  const wrong = reason.startsWith('PhoneNumber ') ? 'unknown_phone' : 'invalid_value';
  return { code: wrong, message: reason, path: place.split(/[.[\]]+/).filter((part) => part !== '') };
}

/** `1,234.5` as 123450; undefined where it is no amount. No float touches it. */
function centsOf(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(?:KES\s*)?(\d{1,3}(?:,?\d{3})*|\d+)(?:\.(\d{1,2}))?$/i.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** What was typed in one line, by its field. What a line holds beyond its fields goes with it. */
export type Typed = { readonly [name: string]: string };

/** The lines of a text; one to begin with where none was typed and one is needed. */
export function typedLines({ isRequired }: Field, text: string): readonly Typed[] {
  // Written by textOfLines (lines.ts), in this tab alone.
  const lines = text === '' ? [] : (JSON.parse(text) as readonly Typed[]);
  return lines.length === 0 && isRequired ? [{}] : lines;
}

/** What a field of a line is filled with. */
export const typedIn = (field: Field, line: Typed): string => line[field.name] ?? field.initial ?? '';

/** A line in which nothing was typed is none. */
const isEmpty = (fields: readonly Field[], line: Typed): boolean =>
  fields.every((field) => {
    const text = typedIn(field, line).trim();
    return text === (field.initial ?? '') || (field.kind === 'check' && text !== 'on');
  });

/** The lines as one value, read again by `linesOf` (lines.ts); null where there are none, undefined where one is wrong. */
function valueOfLines(field: Field, text: string): string | null | undefined {
  const fields = field.line?.fields ?? [];
  const lines = typedLines(field, text).filter((line) => !isEmpty(fields, line));
  const values = lines.map((line) => ({
    ...line,
    ...Object.fromEntries(fields.map((each) => [each.name, valueOf(each, typedIn(each, line))])),
  }));
  const isWrong = values.some((line: { readonly [name: string]: unknown }) =>
    fields.some(({ name, isRequired }) => line[name] === undefined || (isRequired && (line[name] ?? '') === '')),
  );
  if (isWrong) return undefined;
  return values.length === 0 ? null : JSON.stringify(values);
}
