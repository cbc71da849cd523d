import type { SavingsKind } from '../../graph/generated/graphql.ts';
import { texts, type InLanguages } from '../../texts/texts.ts';

export const savingsTexts = texts({
  en: {
    savings: 'Savings',
    kind: 'Kind',
    everyKind: 'Every kind',
    state: 'State',
    everyState: 'Every state',
    none: 'No account fits',
    noneHint: 'Take a filter away, or open a member to see what they have saved.',
  },
  sw: {
    savings: 'Akiba',
    kind: 'Aina',
    everyKind: 'Aina zote',
    state: 'Hali',
    everyState: 'Hali zote',
    none: 'Hakuna akaunti inayolingana',
    noneHint: 'Ondoa kichujio, au fungua mwanachama kuona alichoweka.',
  },
});

export const kinds: { readonly [Kind in SavingsKind]: InLanguages } = {
  ORDINARY: { en: 'Ordinary savings', sw: 'Akiba ya kawaida' },
  FIXED_DEPOSIT: { en: 'Fixed deposit', sw: 'Amana ya muda' },
  SHARES: { en: 'Shares', sw: 'Hisa' },
};
