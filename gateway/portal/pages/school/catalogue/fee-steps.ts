import { linesOf } from '../../../components/lines.ts';
import { stepOf, type Field, type Step, type Values } from '../../../components/step.ts';
import { moneyText } from '../../../format/format.ts';
import type { CatalogueFeesQuery } from '../../../graph/generated/graphql.ts';
import type { Language } from '../../../texts/texts.ts';
import { choicesOf, chosenFrom, feeCategories, needed, number, sponsorshipTypes } from '../forms/words.ts';
import { DRAW_FEE_STRUCTURE } from './documents.ts';
import type { T } from './period-steps.ts';

type Choices = Pick<CatalogueFeesQuery, 'programmes' | 'academicYears'>;

const componentsOf = (values: Values) =>
  linesOf(values['components']).map(({ description, feeCategory, amount }) => ({
    description: needed(description),
    feeCategory: chosenFrom(feeCategories, feeCategory) ?? ('OTHER' as const),
    amount: number(amount) ?? 0,
  }));

const chargesField = (t: T, spoken: Language): Field => ({
  name: 'components',
  kind: 'lines',
  label: t('charges'),
  isRequired: true,
  line: {
    add: t('addCharge'),
    fields: [
      { name: 'description', kind: 'text', label: t('description'), isRequired: true },
      {
        name: 'feeCategory',
        kind: 'choice',
        label: t('category'),
        isRequired: true,
        choices: choicesOf(feeCategories, spoken),
        initial: 'TUITION',
      },
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
    ],
  },
});

const fieldsOf = ({ programmes, academicYears }: Choices, t: T, spoken: Language): readonly Field[] => [
  { name: 'name', kind: 'text', label: t('name'), isRequired: true },
  {
    name: 'programmeId',
    kind: 'choice',
    label: t('programme'),
    isRequired: true,
    choices: (programmes?.nodes ?? []).map(({ id, code, name }) => [id, `${code} · ${name}`]),
  },
  {
    // A year, or one of its terms: `<year>` or `<year> <term>`.
    name: 'period',
    kind: 'choice',
    label: t('academicYear'),
    isRequired: true,
    choices: (academicYears?.nodes ?? []).flatMap(({ id, name, terms }) => [
      [id, `${name} · ${t('everyTerm')}`] as const,
      ...terms.map((term) => [`${id} ${term.id}`, `${name} · ${term.name}`] as const),
    ]),
  },
  { name: 'yearOfStudy', kind: 'number', label: t('yearOfStudy'), hint: t('everyYearHint') },
  { name: 'sponsorshipType', kind: 'choice', label: t('sponsorship'), choices: choicesOf(sponsorshipTypes, spoken) },
  chargesField(t, spoken),
];

export const drawFeesStep = (choices: Choices, t: T, spoken: Language): Step =>
  stepOf({
    name: 'drawFeeStructure',
    recordId: null,
    title: t('drawFees'),
    word: t('drawFees'),
    fields: fieldsOf(choices, t, spoken),
    document: DRAW_FEE_STRUCTURE,
    variables: (values, { idempotencyKey }) => {
      const [academicYearId = '', termId = null] = needed(values['period']).split(' ');
      return {
        input: {
          name: needed(values['name']),
          programmeId: needed(values['programmeId']),
          academicYearId,
          termId,
          yearOfStudy: number(values['yearOfStudy']),
          sponsorshipType: chosenFrom(sponsorshipTypes, values['sponsorshipType']) ?? null,
          components: componentsOf(values),
        },
        idempotencyKey,
      };
    },
    consequence: (values) => {
      const total = componentsOf(values).reduce((sum, { amount }) => sum + amount, 0);
      return total === 0 ? null : t('feesMean', { amount: moneyText(total) });
    },
  });
