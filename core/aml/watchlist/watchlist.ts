/** What a list is of: people with whom no business is done, or people whose office asks for more care. */
export const WATCHLIST_KINDS = ['sanction', 'pep'] as const;
export type WatchlistKind = (typeof WATCHLIST_KINDS)[number];

/** One entry of a list as its publisher writes it. */
export type ListedPerson = {
  /** The publisher's own id of the entry. */
  readonly sourceId: string;
  /** The name and its aliases, in every spelling that the list has. */
  readonly names: readonly string[];
  /** Dates of birth as far as they are known: YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly births: readonly string[];
  /** Two letters or a country's name, as the publisher has it. */
  readonly countries: readonly string[];
  /** Numbers of passports and national ids. */
  readonly idNumbers: readonly string[];
};

/** An entry that is stored and in force. `revision` rises whenever the publisher changes it. */
export type WatchlistEntry = ListedPerson & {
  readonly id: number;
  readonly list: string;
  readonly kind: WatchlistKind;
  readonly revision: number;
};

/** Who is looked for on the lists. */
export type ScreenedPerson = {
  readonly name: string;
  /** YYYY-MM-DD; null where it is not known. */
  readonly born: string | null;
  readonly idNumber: string | null;
};
