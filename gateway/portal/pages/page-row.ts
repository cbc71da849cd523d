import type { ComponentType } from 'react';
import type { InLanguages } from '../texts/texts.ts';

/** The work by which the navigation is ordered. */
export const AREAS = ['home', 'lend', 'save', 'collect', 'teach', 'books', 'build'] as const;
export type Area = (typeof AREAS)[number];

export type PageRow = {
  /** `/loans/$loanNo`: a part with $ is handed to the page as a parameter. */
  readonly path: string;
  readonly title: InLanguages;
  /** Where it stands in the navigation; null for the page of a record, which is reached from its list. */
  readonly area: Area | null;
  /** Who lacks it sees neither the entry nor the page; null: everyone who is signed in. */
  readonly scope: string | null;
  /** Who has one of these sees it, too: such a page shows to each what they may read. */
  readonly orScopes?: readonly string[];
  /** The entry of the navigation that is marked while it is open, where its address lies below none. */
  readonly entry?: string;
  /** A module that exports `Page`; it is loaded when the page is opened. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
};
