import { stepOf, type Field, type Step } from '../../../components/step.ts';
import type { TermKind } from '../../../graph/generated/graphql.ts';
import type { Language, Translate } from '../../../texts/texts.ts';
import { choicesOf, chosenFrom, isTrue, needed, number, text } from '../forms/words.ts';
import { changedIn } from '../forms/changed-in.ts';
import {
  CHANGE_ACADEMIC_YEAR,
  CHANGE_TERM,
  OFFER_UNIT,
  OPEN_ACADEMIC_YEAR,
  OPEN_INTAKE,
  OPEN_TERM,
} from './documents.ts';
import type { catalogueTexts } from './texts.ts';
import { termKinds } from './words.ts';

export type T = Translate<(typeof catalogueTexts)['en']>;

export const openYearStep = (t: T): Step =>
  stepOf({
    name: 'openAcademicYear',
    recordId: null,
    title: t('openYear'),
    word: t('openYear'),
    fields: [
      { name: 'name', kind: 'text', label: t('name'), hint: t('yearNameHint'), isRequired: true },
      { name: 'startDate', kind: 'date', label: t('from'), isRequired: true },
      { name: 'endDate', kind: 'date', label: t('to'), hint: t('yearEndHint'), isRequired: true },
    ],
    document: OPEN_ACADEMIC_YEAR,
    variables: ({ name, startDate, endDate }, { idempotencyKey }) => ({
      input: { name: needed(name), startDate: needed(startDate), endDate: needed(endDate) },
      idempotencyKey,
    }),
  });

type Year = { readonly id: string; readonly name: string };
type Days = { readonly version: number; readonly startDate: string; readonly endDate: string };

/** A year keeps its name: what is enrolled and billed is called by it. */
export const changeYearStep = (year: Year & Days, t: T): Step => {
  const { id, version, startDate, endDate } = year;
  const fields: readonly Field[] = [
    { name: 'startDate', kind: 'date', label: t('from'), isRequired: true, initial: startDate },
    { name: 'endDate', kind: 'date', label: t('to'), hint: t('yearEndHint'), isRequired: true, initial: endDate },
  ];
  return stepOf({
    name: 'changeAcademicYear',
    recordId: id,
    version,
    title: t('changeYear', { year: year.name }),
    word: t('change'),
    fields,
    document: CHANGE_ACADEMIC_YEAR,
    variables: (values, sent) => ({
      input: {
        academicYearId: id,
        ...changedIn(fields, values, {
          startDate: needed(values['startDate']),
          endDate: needed(values['endDate']),
        }),
      },
      ...sent,
    }),
    consequence: () => t('changeYearMeans'),
  });
};

export const openTermStep = (year: Year, t: T, spoken: Language): Step =>
  stepOf({
    name: 'openTerm',
    recordId: year.id,
    title: t('openTermTitle', { year: year.name }),
    word: t('openTerm'),
    fields: [
      { name: 'name', kind: 'text', label: t('name'), hint: t('termHint'), isRequired: true },
      {
        name: 'kind',
        kind: 'choice',
        label: t('kind'),
        isRequired: true,
        choices: choicesOf(termKinds, spoken),
        initial: 'SEMESTER',
      },
      { name: 'startDate', kind: 'date', label: t('from'), hint: t('insideHint'), isRequired: true },
      { name: 'endDate', kind: 'date', label: t('to'), hint: t('insideHint'), isRequired: true },
      { name: 'registrationDeadline', kind: 'date', label: t('deadline'), hint: t('deadlineHint') },
    ],
    document: OPEN_TERM,
    variables: ({ name, kind, startDate, endDate, registrationDeadline }, { idempotencyKey }) => ({
      input: {
        academicYearId: year.id,
        name: needed(name),
        kind: chosenFrom(termKinds, kind) ?? 'SEMESTER',
        startDate: needed(startDate),
        endDate: needed(endDate),
        registrationDeadline: text(registrationDeadline),
      },
      idempotencyKey,
    }),
  });

type TermInYear = Year & Days & { readonly kind: TermKind; readonly registrationDeadline: string | null };

export const changeTermStep = (term: TermInYear, year: Year, t: T, spoken: Language): Step => {
  const { id, version } = term;
  const [start, end, deadline] = [term.startDate, term.endDate, term.registrationDeadline];
  const fields: readonly Field[] = [
    { name: 'name', kind: 'text', label: t('name'), hint: t('termHint'), isRequired: true, initial: term.name },
    {
      name: 'kind',
      kind: 'choice',
      label: t('kind'),
      isRequired: true,
      choices: choicesOf(termKinds, spoken),
      initial: term.kind,
    },
    { name: 'startDate', kind: 'date', label: t('from'), hint: t('insideHint'), isRequired: true, initial: start },
    { name: 'endDate', kind: 'date', label: t('to'), hint: t('insideHint'), isRequired: true, initial: end },
    {
      name: 'registrationDeadline',
      kind: 'date',
      label: t('deadline'),
      hint: t('deadlineHint'),
      ...(deadline === null ? {} : { initial: deadline }),
    },
  ];
  return stepOf({
    name: 'changeTerm',
    recordId: id,
    version,
    title: t('changeTermTitle', { term: term.name, year: year.name }),
    word: t('changeTerm', { term: term.name }),
    fields,
    document: CHANGE_TERM,
    variables: (values, sent) => ({
      input: {
        termId: id,
        ...changedIn(fields, values, {
          name: needed(values['name']),
          kind: chosenFrom(termKinds, values['kind']) ?? term.kind,
          startDate: needed(values['startDate']),
          endDate: needed(values['endDate']),
          registrationDeadline: text(values['registrationDeadline']),
        }),
      },
      ...sent,
    }),
    consequence: () => t('changeTermMeans'),
  });
};

export const openIntakeStep = (t: T): Step =>
  stepOf({
    name: 'openIntake',
    recordId: null,
    title: t('openIntake'),
    word: t('openIntake'),
    fields: [
      { name: 'name', kind: 'text', label: t('name'), hint: t('intakeHint'), isRequired: true },
      { name: 'month', kind: 'number', label: t('month'), hint: t('monthHint'), isRequired: true },
      { name: 'year', kind: 'number', label: t('year'), isRequired: true },
    ],
    document: OPEN_INTAKE,
    variables: ({ name, month, year }, { idempotencyKey }) => ({
      input: { name: needed(name), month: number(month) ?? 0, year: number(year) ?? 0 },
      idempotencyKey,
    }),
  });

type Programmes = readonly { readonly id: string; readonly code: string; readonly name: string }[];

export const offerUnitStep = (programmes: Programmes, t: T): Step =>
  stepOf({
    name: 'offerUnit',
    recordId: null,
    title: t('offerUnit'),
    word: t('offerUnit'),
    fields: [
      {
        name: 'programmeId',
        kind: 'choice',
        label: t('programme'),
        hint: t('unitProgrammeHint'),
        choices: programmes.map(({ id, code, name }) => [id, `${code} · ${name}`]),
      },
      { name: 'code', kind: 'text', label: t('code'), isRequired: true },
      { name: 'title', kind: 'text', label: t('title'), isRequired: true },
      { name: 'creditHours', kind: 'text', label: t('creditHours'), hint: t('creditHint'), isRequired: true },
      { name: 'yearOfStudy', kind: 'number', label: t('yearOfStudy'), isRequired: true, initial: '1' },
      { name: 'core', kind: 'check', label: t('core') },
    ],
    document: OFFER_UNIT,
    variables: (values, { idempotencyKey }) => ({
      input: {
        programmeId: text(values['programmeId']),
        code: needed(values['code']),
        title: needed(values['title']),
        creditHours: needed(values['creditHours']),
        yearOfStudy: number(values['yearOfStudy']) ?? 0,
        core: isTrue(values['core']),
      },
      idempotencyKey,
    }),
  });
