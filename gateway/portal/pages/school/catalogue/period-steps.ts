import { stepOf, type Step } from '../../../components/step.ts';
import type { Language, Translate } from '../../../texts/texts.ts';
import { choicesOf, chosenFrom, isTrue, needed, number, text } from '../forms/words.ts';
import { OFFER_UNIT, OPEN_ACADEMIC_YEAR, OPEN_INTAKE, OPEN_TERM } from './documents.ts';
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
