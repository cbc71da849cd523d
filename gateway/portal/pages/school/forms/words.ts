import type { Values } from '../../../components/step.ts';
import { nameIn, namesOf } from '../../../format/names.ts';
import type {
  ComponentKind,
  FeeCategory,
  Gender,
  PayerType,
  SponsorshipType,
  StudyMode,
  UnitStatus,
} from '../../../graph/generated/graphql.ts';
import type { InLanguages, Language } from '../../../texts/texts.ts';

/** What the forms of the school let one choose from. */

type Words<Name extends string> = { readonly [Each in Name]: InLanguages };

export const genders: Words<Gender> = {
  FEMALE: { en: 'Female', sw: 'Mwanamke' },
  MALE: { en: 'Male', sw: 'Mwanamume' },
  OTHER: { en: 'Another', sw: 'Nyingine' },
  UNDISCLOSED: { en: 'Not said', sw: 'Haijasemwa' },
};

export const studyModes: Words<StudyMode> = {
  FULL_TIME: { en: 'Full time', sw: 'Muda wote' },
  PART_TIME: { en: 'Part time', sw: 'Muda kiasi' },
  EVENING: { en: 'In the evening', sw: 'Jioni' },
  ODEL: { en: 'Distance learning', sw: 'Masomo ya mbali' },
};

export const sponsorshipTypes: Words<SponsorshipType> = {
  SELF: { en: 'The student or the family', sw: 'Mwanafunzi au familia' },
  GOVERNMENT: { en: 'The government', sw: 'Serikali' },
  EMPLOYER: { en: 'An employer', sw: 'Mwajiri' },
  SCHOLARSHIP: { en: 'A scholarship', sw: 'Ufadhili wa masomo' },
  SPONSOR_MEMBER: { en: 'A member of the society', sw: 'Mwanachama wa chama' },
};

export const feeCategories: Words<FeeCategory> = {
  TUITION: { en: 'Tuition', sw: 'Masomo' },
  REGISTRATION: { en: 'Registration', sw: 'Usajili' },
  EXAMINATION: { en: 'Examination', sw: 'Mtihani' },
  LIBRARY: { en: 'Library', sw: 'Maktaba' },
  MEDICAL: { en: 'Medical', sw: 'Matibabu' },
  ACTIVITY: { en: 'Activities', sw: 'Shughuli' },
  CAUTION: { en: 'Caution money', sw: 'Dhamana' },
  ACCOMMODATION: { en: 'Accommodation', sw: 'Malazi' },
  TRANSPORT: { en: 'Transport', sw: 'Usafiri' },
  OTHER: { en: 'Other', sw: 'Nyingine' },
};

export const payerTypes: Words<PayerType> = {
  SELF: { en: 'The student', sw: 'Mwanafunzi' },
  GUARDIAN: { en: 'A guardian', sw: 'Mlezi' },
  HELB: { en: 'HELB', sw: 'HELB' },
  SCHOLARSHIP: { en: 'A scholarship', sw: 'Ufadhili wa masomo' },
  EMPLOYER: { en: 'An employer', sw: 'Mwajiri' },
  MEMBER: { en: 'A member of the society', sw: 'Mwanachama wa chama' },
  LOAN: { en: 'A school-fee loan', sw: 'Mkopo wa ada' },
};

export const componentKinds: Words<ComponentKind> = {
  CAT: { en: 'Continuous assessment', sw: 'Tathmini endelevu' },
  ASSIGNMENT: { en: 'Assignment', sw: 'Kazi ya nyumbani' },
  PRACTICAL: { en: 'Practical', sw: 'Vitendo' },
  PROJECT: { en: 'Project', sw: 'Mradi' },
  EXAM: { en: 'Examination', sw: 'Mtihani' },
};

/** What a unit is before its marks say more. */
export const chosenStatuses: readonly UnitStatus[] = ['REGISTERED', 'DROPPED', 'RETAKE', 'SUPPLEMENTARY', 'EXEMPT'];

type Choices = readonly (readonly [value: string, word: string])[];

/** The words of a table, to choose from. */
export const choicesOf = (words: Words<string>, spoken: Language): Choices =>
  namesOf(words).map((name) => [name, words[name]?.[spoken] ?? name]);

/** What was chosen from a table; undefined where nothing was. */
export const chosenFrom = <Table extends object>(
  words: Table,
  value: Values[string] | undefined,
): (keyof Table & string) | undefined => nameIn(words, typeof value === 'string' ? value : undefined);

export const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
/** What is needed: the form has seen to it that it is there. */
export const needed = (value: Values[string] | undefined): string => text(value) ?? '';
export const number = (value: Values[string] | undefined): number | null => (typeof value === 'number' ? value : null);
export const isTrue = (value: Values[string] | undefined): boolean => value === true;
