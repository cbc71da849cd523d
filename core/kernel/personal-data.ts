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
};

/** What became of a person of the list of erasures. */
export type ErasedAgain = 'erased' | 'erased_before' | 'unknown';

/** A number of no country: +999 is reserved. */
export const NOBODYS_NUMBER = '+99900000000';

/** Texts that are there, each once. */
export const present = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [text] : []))),
];
