import { refuse } from './domain-error.ts';
import { kernelRefusals } from './refusals.ts';

/** What of a person stands in records: each in the form in which it was written. */
export type IdentifyingTexts = {
  readonly names: readonly string[];
  /** Of documents. */
  readonly numbers: readonly string[];
  /** What schools and partners call the person by. Other people's rows may have the same digits for something else. */
  readonly references: readonly string[];
  /** E.164, with a leading +. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
};

const KINDS = [
  'names',
  'numbers',
  'references',
  'phones',
  'emails',
] as const satisfies readonly (keyof IdentifyingTexts)[];

/** Former texts of a kind that are kept: the search for some hundreds in one expression is refused by the database. */
const MOST_FORMER = 100;

const byKind = (textsOf: (kind: keyof IdentifyingTexts) => readonly string[]): IdentifyingTexts => ({
  names: textsOf('names'),
  numbers: textsOf('numbers'),
  references: textsOf('references'),
  phones: textsOf('phones'),
  emails: textsOf('emails'),
});

/** The texts of a person now, and those of before. */
export const withFormer = (texts: IdentifyingTexts, former: IdentifyingTexts | null): IdentifyingTexts =>
  byKind((kind) => present([...texts[kind], ...(former?.[kind] ?? [])]));

/** What points to a person as a record stands: all of it, and what is the person's own, without nominees and guardians. */
export type TextsOf<Of> = {
  readonly all: (record: Of) => IdentifyingTexts;
  readonly own: (record: Of) => IdentifyingTexts;
};

/**
 * Makes a change of a record, and keeps what pointed to the person until then and does no more: logs, events and keys of
 * that time have it still, and an erasure looks for it. Own texts come first: lists of nominees, which change as a whole,
 * displace none.
 */
export function keepingFormer<Of extends { formerTexts: IdentifyingTexts | null }, Result>(
  record: Of,
  textsOf: TextsOf<Of>,
  change: () => Result,
): Result {
  const [own, all, kept] = [textsOf.own(record), textsOf.all(record), record.formerTexts];
  const result = change();
  const now = textsOf.all(record);
  const former = byKind((kind) =>
    present([...own[kind], ...(kept?.[kind] ?? []), ...all[kind]])
      .filter((text) => !now[kind].includes(text))
      .slice(0, MOST_FORMER),
  );
  record.formerTexts = KINDS.every((kind) => former[kind].length === 0) ? null : former;
  return result;
}

/** A person of the register, and the texts by which copies are found. */
export type Person = {
  readonly type: 'member' | 'student';
  readonly id: number;
  readonly uuid: string;
  readonly texts: IdentifyingTexts;
};

/** Clears what is kept of a person beside the record itself. */
export type PersonalCopies = {
  /**
   * Overwrites the person's data in every table that may have them, clears stored responses, and writes down that the
   * person was erased. It is called when nothing is refused any more.
   */
  forget(person: Person): Promise<void>;
  /** True where one of these texts names the person, or has a number of theirs. */
  areNamedIn(person: Person, texts: readonly string[]): Promise<boolean>;
};

/** What a request is called by where it is stored: its id, and its key where it has one. */
export type Called = { readonly calledBy: readonly string[] };

/**
 * What a request is called by is stored with what it did. So an erasure is taken only from a request that says nothing
 * of the person: otherwise the record of the erasure would name who was erased.
 * @throws DomainError request_names_person (invalid)
 */
export async function requireUnnamed(
  person: Person,
  { personalCopies, calledBy }: Called & { readonly personalCopies: Pick<PersonalCopies, 'areNamedIn'> },
): Promise<void> {
  if (calledBy.length === 0 || !(await personalCopies.areNamedIn(person, calledBy))) return;
  throw refuse(
    kernelRefusals.request_names_person,
    'The Idempotency-Key or the X-Request-ID of this request has a name or a number of the person whom it erases, and would be stored with the erasure. Nothing was erased. Send the request again with others, such as random UUIDs.',
  );
}

/** What is open with a person, in sentences; and the day of the last business, null where there never was any. */
export type Business = { readonly open: readonly string[]; readonly lastOn: Temporal.PlainDate | null };

/** How long the law keeps what is known of a person. */
export type Retention = { readonly retentionYears: number; readonly today: Temporal.PlainDate };

/**
 * Business that is open, and the law, keep a person's data.
 * @param person who it is, by what stays after an erasure: member M-000001
 * @throws DomainError personal_data_kept (conflict)
 */
export function requireOver(
  { open, lastOn }: Business,
  { retentionYears, today }: Retention,
  { person, ...details }: { readonly person: string; readonly [name: string]: string | number },
): void {
  const until = lastOn?.add({ years: retentionYears }) ?? null;
  const isKept = until !== null && Temporal.PlainDate.compare(today, until) < 0;
  if (open.length === 0 && !isKept) return;
  const why =
    open.length > 0
      ? `${open.join(', ')}. The law keeps them for ${retentionYears} years after that.`
      : `the law keeps them until ${until?.toString()}.`;
  throw refuse(kernelRefusals.personal_data_kept, `The personal data of ${person} can’t be erased yet: ${why}`, {
    ...details,
    open,
    kept_until: open.length === 0 ? (until?.toString() ?? null) : null,
  });
}

/** What became of a person of the list of erasures. */
export type ErasedAgain = 'erased' | 'erased_before' | 'unknown';

/** A number of no country: +999 is reserved. */
export const NOBODYS_NUMBER = '+99900000000';

/** Texts that are there, each once. */
export const present = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [text] : []))),
];
