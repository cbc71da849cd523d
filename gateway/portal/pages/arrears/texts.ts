import { plainWords } from '../../format/format.ts';
import { texts, type InLanguages, type Language } from '../../texts/texts.ts';

export const arrearsTexts = texts({
  en: {
    arrears: 'Arrears',
    searchHint: 'Loan number or borrower',
    days: 'Days late',
    everyDay: 'Any number of days',
    '1-30': '1 to 30 days',
    '31-90': '31 to 90 days',
    '91-180': '91 to 180 days',
    '181-360': '181 to 360 days',
    '361': 'More than 360 days',
    '31': 'More than 30 days (PAR 30)',
    none: 'Nothing is late',
    noneHint: 'Loans stand here from the first day after a missed instalment. Where a filter is set, take it away.',
  },
  sw: {
    arrears: 'Malimbikizo',
    searchHint: 'Nambari ya mkopo au mkopaji',
    days: 'Siku za kuchelewa',
    everyDay: 'Kuchelewa kokote',
    '1-30': 'Siku 1 hadi 30',
    '31-90': 'Siku 31 hadi 90',
    '91-180': 'Siku 91 hadi 180',
    '181-360': 'Siku 181 hadi 360',
    '361': 'Zaidi ya siku 360',
    '31': 'Zaidi ya siku 30 (PAR 30)',
    none: 'Hakuna kilichochelewa',
    noneHint:
      'Mikopo huonekana hapa kuanzia siku ya kwanza baada ya awamu kukosa kulipwa. Kama kuna kichujio, kiondoe.',
  },
});

const CLASSES: { readonly [name: string]: InLanguages } = {
  normal: { en: 'Normal', sw: 'Kawaida' },
  watch: { en: 'Watch', sw: 'Kuangaliwa' },
  substandard: { en: 'Substandard', sw: 'Chini ya kiwango' },
  doubtful: { en: 'Doubtful', sw: 'Ya shaka' },
  loss: { en: 'Loss', sw: 'Hasara' },
  paused: { en: 'Paused', sw: 'Imesimamishwa' },
};

/** The word of a class; the institution's own name where it has others. */
export const classWord = (name: string, spoken: Language): string => CLASSES[name]?.[spoken] ?? plainWords(name);
