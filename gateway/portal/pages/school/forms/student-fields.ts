import { linesOf, textOfLines } from '../../../components/lines.ts';
import type { Field, Values } from '../../../components/step.ts';
import type { StudentFormQuery, StudentToChangeQuery } from '../../../graph/generated/graphql.ts';
import type { Language, Translate } from '../../../texts/texts.ts';
import type { studentFormTexts } from './student-texts.ts';
import { choicesOf, chosenFrom, genders, isTrue, needed, number, sponsorshipTypes, studyModes, text } from './words.ts';

type T = Translate<(typeof studentFormTexts)['en']>;
type Choices = Pick<StudentFormQuery, 'programmes' | 'intakes'>;
type Known = NonNullable<StudentToChangeQuery['student']>;

/** Programmes that take in new students, and the one that a student is in. */
const programmesOf = ({ programmes }: Choices, known: Known | null) =>
  (programmes?.nodes ?? [])
    .filter(({ id, state }) => state === 'ACTIVE' || id === known?.programme?.id)
    .map(({ id, code, name }) => [id, `${code} · ${name}`] as const);

/** What is asked first: who it is, and what they study. */
function first(t: T, choices: Choices, known: Known | null): readonly Field[] {
  return [
    { name: 'firstName', kind: 'text', label: t('firstName'), isRequired: true, initial: known?.firstName ?? '' },
    { name: 'middleName', kind: 'text', label: t('middleName'), initial: known?.middleName ?? '' },
    { name: 'lastName', kind: 'text', label: t('lastName'), isRequired: true, initial: known?.lastName ?? '' },
    {
      name: 'programmeId',
      kind: 'choice',
      label: t('programme'),
      isRequired: true,
      choices: programmesOf(choices, known),
      initial: known?.programme?.id ?? '',
      ...(known === null ? {} : { hint: t('programmeHint') }),
    },
    {
      name: 'intakeId',
      kind: 'choice',
      label: t('intake'),
      choices: (choices.intakes?.nodes ?? []).map(({ id, name }) => [id, name]),
      initial: known?.intake?.id ?? '',
    },
    { name: 'yearOfStudy', kind: 'number', label: t('year'), initial: String(known?.yearOfStudy ?? 1) },
    {
      name: 'admissionNo',
      kind: 'text',
      label: t('admissionNo'),
      initial: known?.admissionNo ?? '',
      ...(known === null ? { hint: t('admissionHint') } : { isRequired: true }),
    },
  ];
}

function personal(t: T, spoken: Language, known: Known | null): readonly Field[] {
  return [
    {
      name: 'gender',
      kind: 'choice',
      label: t('gender'),
      choices: choicesOf(genders, spoken),
      initial: known?.gender ?? '',
    },
    { name: 'dateOfBirth', kind: 'date', label: t('born'), initial: known?.dateOfBirth ?? '' },
    { name: 'nationalId', kind: 'text', label: t('nationalId'), initial: known?.nationalId ?? '' },
    {
      name: 'birthCertificateNo',
      kind: 'text',
      label: t('birthCertificateNo'),
      initial: known?.birthCertificateNo ?? '',
    },
    { name: 'passportNo', kind: 'text', label: t('passportNo'), initial: known?.passportNo ?? '' },
    { name: 'phone', kind: 'phone', label: t('phone'), initial: known?.phone ?? '' },
    { name: 'email', kind: 'text', label: t('email'), initial: known?.email ?? '' },
    { name: 'county', kind: 'text', label: t('county'), initial: known?.county ?? '' },
    { name: 'country', kind: 'text', label: t('country'), hint: t('countryHint'), initial: known?.country ?? '' },
  ];
}

function studies(t: T, spoken: Language, known: Known | null): readonly Field[] {
  return [
    {
      name: 'studyMode',
      kind: 'choice',
      label: t('mode'),
      choices: choicesOf(studyModes, spoken),
      initial: known?.studyMode ?? '',
    },
    {
      name: 'sponsorshipType',
      kind: 'choice',
      label: t('fees'),
      choices: choicesOf(sponsorshipTypes, spoken),
      initial: known?.sponsorshipType ?? '',
    },
    { name: 'kuccpsRef', kind: 'text', label: t('kuccps'), initial: known?.kuccpsRef ?? '' },
    {
      name: 'kcseIndexNo',
      kind: 'text',
      label: t('kcseIndex'),
      hint: t('kcseHint'),
      initial: known?.kcseIndexNo ?? '',
    },
    { name: 'kcseYear', kind: 'number', label: t('kcseYear'), initial: known?.kcseYear?.toString() ?? '' },
    { name: 'helbRef', kind: 'text', label: t('helb'), initial: known?.helbRef ?? '' },
  ];
}

function guardians(t: T, known: Known | null): Field {
  const lines = known?.guardians.map(({ name, relationship, phone, email, primary, member }) => ({
    name,
    relationship: relationship ?? '',
    phone: phone ?? '',
    email: email ?? '',
    primary: primary ? 'on' : 'off',
    // It is not asked for, and stays.
    memberId: member?.id ?? '',
  }));
  return {
    name: 'guardians',
    kind: 'lines',
    label: t('guardians'),
    // Which of them is a member is not shown to everyone: what is not known is not sent again.
    ...(known?.guardians.some(({ member }) => member === undefined) ? { hint: t('guardiansHint') } : {}),
    initial: lines === undefined || lines.length === 0 ? '' : textOfLines(lines),
    line: {
      add: t('addGuardian'),
      fields: [
        { name: 'name', kind: 'text', label: t('guardianName'), isRequired: true },
        { name: 'relationship', kind: 'text', label: t('relationship'), hint: t('relationshipHint') },
        { name: 'phone', kind: 'phone', label: t('phone') },
        { name: 'email', kind: 'text', label: t('email') },
        { name: 'primary', kind: 'check', label: t('first') },
      ],
    },
  };
}

/** What a protected particular is called in the graph's list of them. */
const PROTECTED: { readonly [field: string]: Known['masked'][number] } = {
  nationalId: 'NATIONAL_ID',
  birthCertificateNo: 'BIRTH_CERTIFICATE_NO',
  passportNo: 'PASSPORT_NO',
  dateOfBirth: 'DATE_OF_BIRTH',
  guardians: 'GUARDIANS',
};

type Of = { readonly t: T; readonly spoken: Language; readonly choices: Choices; readonly known: Known | null };

/** The fields of a student's particulars. What is not shown to the person because the law protects it is not asked for. */
export function studentFields({ t, spoken, choices, known }: Of): readonly Field[] {
  const masked: readonly string[] = known?.masked ?? [];
  return [
    ...first(t, choices, known),
    ...personal(t, spoken, known),
    ...studies(t, spoken, known),
    guardians(t, known),
  ].filter(({ name }) => !masked.includes(PROTECTED[name] ?? ''));
}

/** The particulars that may be left out, as they are sent. */
export const particularsOf = (values: Values) => ({
  middleName: text(values['middleName']),
  gender: chosenFrom(genders, values['gender']),
  dateOfBirth: text(values['dateOfBirth']),
  nationalId: text(values['nationalId']),
  birthCertificateNo: text(values['birthCertificateNo']),
  passportNo: text(values['passportNo']),
  phone: text(values['phone']),
  email: text(values['email']),
  county: text(values['county']),
  country: text(values['country']),
  intakeId: text(values['intakeId']),
  yearOfStudy: number(values['yearOfStudy']) ?? undefined,
  studyMode: chosenFrom(studyModes, values['studyMode']),
  sponsorshipType: chosenFrom(sponsorshipTypes, values['sponsorshipType']),
  kuccpsRef: text(values['kuccpsRef']),
  kcseIndexNo: text(values['kcseIndexNo']),
  kcseYear: number(values['kcseYear']),
  helbRef: text(values['helbRef']),
  guardians: linesOf(values['guardians']).map(({ name, relationship, phone, email, primary, memberId }) => ({
    name: needed(name),
    relationship: text(relationship),
    phone: text(phone),
    email: text(email),
    primary: isTrue(primary),
    memberId: text(memberId) || null,
  })),
});
