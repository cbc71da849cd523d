import { stepOf, type Field, type Step, type Values } from '../../../components/step.ts';
import type { CatalogueProgrammesQuery, ProgrammeAction } from '../../../graph/generated/graphql.ts';
import type { Language } from '../../../texts/texts.ts';
import { changedIn } from '../forms/changed-in.ts';
import { choicesOf, chosenFrom, needed, number, studyModes, text } from '../forms/words.ts';
import { CHANGE_PROGRAMME, DEFINE_PROGRAMME, REACTIVATE_PROGRAMME, RETIRE_PROGRAMME } from './documents.ts';
import type { T } from './period-steps.ts';
import { levels } from './words.ts';

export type ProgrammeRow = NonNullable<CatalogueProgrammesQuery['programmes']>['nodes'][number];
type Scales = NonNullable<CatalogueProgrammesQuery['gradingScales']>['nodes'];
/** What the forms are made with. */
type ProgrammeContext = { readonly scales: Scales; readonly t: T; readonly spoken: Language };

const fieldsOf = ({ scales, t, spoken }: ProgrammeContext, known: ProgrammeRow | null): readonly Field[] => [
  { name: 'name', kind: 'text', label: t('name'), isRequired: true, initial: known?.name ?? '' },
  {
    name: 'level',
    kind: 'choice',
    label: t('level'),
    isRequired: true,
    choices: choicesOf(levels, spoken),
    initial: known?.level ?? '',
  },
  { name: 'department', kind: 'text', label: t('department'), initial: known?.department ?? '' },
  {
    name: 'mode',
    kind: 'choice',
    label: t('mode'),
    isRequired: true,
    choices: choicesOf(studyModes, spoken),
    initial: known?.mode ?? 'FULL_TIME',
  },
  {
    name: 'durationTerms',
    kind: 'number',
    label: t('durationTerms'),
    isRequired: true,
    initial: known?.durationTerms.toString() ?? '',
  },
  {
    name: 'gradingScaleId',
    kind: 'choice',
    label: t('scale'),
    isRequired: true,
    choices: scales.map(({ id, code, name }) => [id, `${code} · ${name}`]),
    initial: known?.gradingScale.id ?? '',
  },
  { name: 'kuccpsCode', kind: 'text', label: t('kuccps'), initial: known?.kuccpsCode ?? '' },
];

const particularsOf = (values: Values) => ({
  name: needed(values['name']),
  level: chosenFrom(levels, values['level']) ?? ('SHORT_COURSE' as const),
  department: text(values['department']),
  mode: chosenFrom(studyModes, values['mode']),
  durationTerms: number(values['durationTerms']) ?? 0,
  gradingScaleId: needed(values['gradingScaleId']),
  kuccpsCode: text(values['kuccpsCode']),
});

export const defineProgrammeStep = (context: ProgrammeContext): Step =>
  stepOf({
    name: 'defineProgramme',
    recordId: null,
    title: context.t('defineProgramme'),
    word: context.t('defineProgramme'),
    fields: [
      { name: 'code', kind: 'text', label: context.t('code'), hint: context.t('codeHint'), isRequired: true },
      ...fieldsOf(context, null),
    ],
    document: DEFINE_PROGRAMME,
    variables: (values, { idempotencyKey }) => ({
      input: { code: needed(values['code']), ...particularsOf(values) },
      idempotencyKey,
    }),
  });

/** The steps that a programme may take now, as its `availableActions` say. */
export const programmeSteps = (programme: ProgrammeRow, context: ProgrammeContext): readonly Step[] =>
  programme.availableActions.map((action) => STEPS[action](programme, context));

const shared = ({ id, version }: ProgrammeRow) => ({ recordId: id, version });

const retire = (programme: ProgrammeRow, { t }: ProgrammeContext): Step =>
  stepOf({
    ...shared(programme),
    name: 'retireProgramme',
    title: t('retireTitle', { code: programme.code }),
    word: t('retire'),
    isDangerous: true,
    fields: [],
    document: RETIRE_PROGRAMME,
    variables: (_, sent) => ({ input: { programmeId: programme.id }, ...sent }),
    consequence: () => t('retireMeans'),
  });

const reactivate = (programme: ProgrammeRow, { t }: ProgrammeContext): Step =>
  stepOf({
    ...shared(programme),
    name: 'reactivateProgramme',
    title: t('reactivateTitle', { code: programme.code }),
    word: t('reactivate'),
    fields: [],
    document: REACTIVATE_PROGRAMME,
    variables: (_, sent) => ({ input: { programmeId: programme.id }, ...sent }),
    consequence: () => t('reactivateMeans'),
  });

const STEPS: {
  readonly [Action in ProgrammeAction]: (programme: ProgrammeRow, context: ProgrammeContext) => Step;
} = {
  EDIT: (programme, context) => {
    const fields = fieldsOf(context, programme);
    return stepOf({
      ...shared(programme),
      name: 'changeProgramme',
      title: context.t('changeProgramme', { code: programme.code }),
      word: context.t('change'),
      fields,
      document: CHANGE_PROGRAMME,
      variables: (values, sent) => ({
        input: { programmeId: programme.id, ...changedIn(fields, values, particularsOf(values)) },
        ...sent,
      }),
    });
  },
  RETIRE: (programme, context) => ({ ...retire(programme, context), undo: reactivate(programme, context) }),
  REACTIVATE: reactivate,
};
