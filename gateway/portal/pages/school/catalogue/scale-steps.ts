import { linesOf, textOfLines } from '../../../components/lines.ts';
import { stepOf, type Field, type Step, type Values } from '../../../components/step.ts';
import type { CatalogueScalesQuery } from '../../../graph/generated/graphql.ts';
import type { Language } from '../../../texts/texts.ts';
import { choicesOf, chosenFrom, componentKinds, isTrue, needed, number, text } from '../forms/words.ts';
import { ADOPT_GRADING_SCALE, DEFINE_GRADING_SCALE, REDEFINE_GRADING_SCALE } from './documents.ts';
import type { T } from './period-steps.ts';
import { entries, presets, roundings } from './words.ts';

export type ScaleRow = NonNullable<CatalogueScalesQuery['gradingScales']>['nodes'][number];

export const adoptStep = (t: T, spoken: Language): Step =>
  stepOf({
    name: 'adoptGradingScale',
    recordId: null,
    title: t('adoptTitle'),
    word: t('adopt'),
    fields: [
      { name: 'preset', kind: 'choice', label: t('preset'), isRequired: true, choices: choicesOf(presets, spoken) },
    ],
    document: ADOPT_GRADING_SCALE,
    variables: ({ preset }, { idempotencyKey }) => ({
      input: { preset: chosenFrom(presets, preset) ?? 'KE_UNI5' },
      idempotencyKey,
    }),
  });

const bandsField = (t: T, known: ScaleRow | null): Field => ({
  name: 'bands',
  kind: 'lines',
  label: t('bands'),
  hint: t('bandsHint'),
  isRequired: true,
  initial:
    known === null
      ? ''
      : textOfLines(
          known.bands.map(({ grade, minMark, points, remark }) => ({
            grade,
            minMark: minMark ?? '',
            points: points ?? '',
            passes: remark === 'PASS' ? 'on' : 'off',
          })),
        ),
  line: {
    add: t('addBand'),
    fields: [
      { name: 'grade', kind: 'text', label: t('grade'), isRequired: true },
      { name: 'minMark', kind: 'text', label: t('minMark') },
      { name: 'points', kind: 'text', label: t('points') },
      { name: 'passes', kind: 'check', label: t('passes') },
    ],
  },
});

const weightsField = (t: T, spoken: Language, known: ScaleRow | null): Field => ({
  name: 'weights',
  kind: 'lines',
  label: t('weights'),
  initial:
    known === null || known.weights.length === 0
      ? ''
      : textOfLines(known.weights.map(({ kind, weightBp }) => ({ kind, percent: (weightBp / 100).toFixed(2) }))),
  line: {
    add: t('addWeight'),
    fields: [
      { name: 'kind', kind: 'choice', label: t('kind'), isRequired: true, choices: choicesOf(componentKinds, spoken) },
      // Hundredths of a percent are basis points, as cents are of shillings.
      { name: 'percent', kind: 'money', label: t('weight'), isRequired: true },
    ],
  },
});

const definitionFields = (t: T, spoken: Language, known: ScaleRow | null): readonly Field[] => [
  {
    name: 'entry',
    kind: 'choice',
    label: t('entry'),
    isRequired: true,
    choices: choicesOf(entries, spoken),
    initial: known?.entry ?? 'MARKS',
  },
  {
    name: 'rounding',
    kind: 'choice',
    label: t('rounding'),
    isRequired: true,
    choices: choicesOf(roundings, spoken),
    initial: known?.rounding ?? 'NONE',
  },
  { name: 'passMark', kind: 'text', label: t('passMark'), initial: known?.passMark ?? '' },
  { name: 'supplementaryCap', kind: 'text', label: t('cap'), initial: known?.supplementaryCap ?? '' },
  bandsField(t, known),
  weightsField(t, spoken, known),
];

const definitionOf = (values: Values) => ({
  entry: chosenFrom(entries, values['entry']) ?? ('MARKS' as const),
  rounding: chosenFrom(roundings, values['rounding']),
  passMark: text(values['passMark']),
  supplementaryCap: text(values['supplementaryCap']),
  bands: linesOf(values['bands']).map(({ grade, minMark, points, passes }) => ({
    grade: needed(grade),
    minMark: text(minMark),
    points: text(points),
    passes: isTrue(passes),
  })),
  weights: linesOf(values['weights']).map(({ kind, percent }) => ({
    kind: chosenFrom(componentKinds, kind) ?? ('EXAM' as const),
    weightBp: number(percent) ?? 0,
  })),
});

export const defineScaleStep = (t: T, spoken: Language): Step =>
  stepOf({
    name: 'defineGradingScale',
    recordId: null,
    title: t('defineScale'),
    word: t('defineScale'),
    fields: [
      { name: 'code', kind: 'text', label: t('code'), hint: t('scaleCodeHint'), isRequired: true },
      { name: 'name', kind: 'text', label: t('name'), isRequired: true },
      ...definitionFields(t, spoken, null),
    ],
    document: DEFINE_GRADING_SCALE,
    variables: (values, { idempotencyKey }) => ({
      input: { code: needed(values['code']), name: needed(values['name']), definition: definitionOf(values) },
      idempotencyKey,
    }),
  });

export const redefineStep = (scale: ScaleRow, t: T, spoken: Language): Step =>
  stepOf({
    name: 'redefineGradingScale',
    recordId: scale.id,
    version: scale.version,
    title: t('redefineTitle', { code: scale.code }),
    word: t('redefine'),
    fields: definitionFields(t, spoken, scale),
    document: REDEFINE_GRADING_SCALE,
    variables: (values, sent) => ({
      input: { gradingScaleId: scale.id, definition: definitionOf(values) },
      ...sent,
    }),
    consequence: () => t('redefineMeans'),
  });
