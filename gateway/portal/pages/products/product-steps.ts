import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { namesOf } from '../../format/names.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { InterestMethod, LoanProductAction } from '../../graph/generated/graphql.ts';
import { language, type Translate } from '../../texts/texts.ts';
import type { Product } from './product-page.tsx';
import { methods, type productTexts } from './texts.ts';

const CREATE = graphql(`
  mutation CreateLoanProduct($input: CreateLoanProductInput!, $idempotencyKey: String) {
    createLoanProduct(input: $input, idempotencyKey: $idempotencyKey) {
      loanProduct {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const EDIT = graphql(`
  mutation EditLoanProduct($input: EditLoanProductInput!, $idempotencyKey: String, $version: Int) {
    editLoanProduct(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loanProduct {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const RETIRE = graphql(`
  mutation RetireLoanProduct($input: RetireLoanProductInput!, $idempotencyKey: String, $version: Int) {
    retireLoanProduct(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loanProduct {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const REACTIVATE = graphql(`
  mutation ReactivateLoanProduct($input: ReactivateLoanProductInput!, $idempotencyKey: String, $version: Int) {
    reactivateLoanProduct(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loanProduct {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type T = Translate<(typeof productTexts)['en']>;
type Value = Values[string] | undefined;

const text = (value: Value): string => (typeof value === 'string' ? value : '');
const whole = (value: Value): number => (typeof value === 'number' ? value : 0);
const typed = (cents: number): string => (cents / 100).toFixed(2);

const methodOf = (value: Value): InterestMethod =>
  namesOf(methods).find((name) => name === value) ?? 'DECLINING_EQUAL_INSTALMENTS';

/** Terms that are one number each: what is left empty has its usual value, or stays as it was. */
const TERMS = [
  'graceOnPrincipal',
  'graceOnInterest',
  'interestFree',
  'arrearsGraceDays',
  'mostTranches',
  'guarantorsRequired',
  'chargeOffAfterDays',
  'writeOffAfterDays',
] as const;
/** Those that are decimal numbers. */
const DECIMAL_TERMS = ['guaranteePercent', 'depositMultiple'] as const;

/** @param product what it is now; null where it is made */
function fieldsOf(product: Product | null, t: T): readonly Field[] {
  const money = (name: 'minPrincipal' | 'maxPrincipal'): Field => ({
    name,
    kind: 'money',
    label: t(name),
    isRequired: true,
    initial: product === null ? '' : typed(product[name]),
  });
  const months = (name: 'minTermMonths' | 'maxTermMonths'): Field => ({
    name,
    kind: 'number',
    label: t(name),
    isRequired: true,
    initial: product === null ? '' : String(product[name]),
  });
  const term = (kind: 'number' | 'text') => (name: (typeof TERMS | typeof DECIMAL_TERMS)[number]) => ({
    name,
    kind,
    label: t(name),
    ...(product === null ? { hint: t('usual') } : { initial: String(product.terms[name]) }),
  });
  const initial = product === null ? {} : { initial: product.name };
  const rate = product === null ? {} : { initial: product.interestRate };
  return [
    { name: 'name', kind: 'text', label: t('name'), isRequired: true, ...initial },
    {
      name: 'method',
      kind: 'choice',
      label: t('method'),
      isRequired: true,
      choices: namesOf(methods).map((name) => [name, methods[name][language.get()]]),
      initial: product?.method ?? 'DECLINING_EQUAL_INSTALMENTS',
    },
    { name: 'interestRate', kind: 'text', label: t('rate'), isRequired: true, hint: t('rateHint'), ...rate },
    money('minPrincipal'),
    money('maxPrincipal'),
    months('minTermMonths'),
    months('maxTermMonths'),
    ...TERMS.map(term('number')),
    ...DECIMAL_TERMS.map(term('text')),
  ];
}

const inputOf = (values: Values) => ({
  name: text(values['name']),
  method: methodOf(values['method']),
  interestRate: text(values['interestRate']),
  minPrincipal: whole(values['minPrincipal']),
  maxPrincipal: whole(values['maxPrincipal']),
  minTermMonths: whole(values['minTermMonths']),
  maxTermMonths: whole(values['maxTermMonths']),
  terms: Object.fromEntries(
    [...TERMS, ...DECIMAL_TERMS].flatMap((name) => (values[name] === null ? [] : [[name, values[name]]])),
  ),
});

/** A product is put on offer. */
export const createStep = (t: T): Step =>
  stepOf({
    recordId: null,
    name: 'createLoanProduct',
    title: t('createTitle'),
    word: t('create'),
    fields: [
      { name: 'code', kind: 'text', label: t('code'), isRequired: true, hint: t('codeHint') },
      ...fieldsOf(null, t),
    ],
    document: CREATE,
    variables: (values, { idempotencyKey }) => ({
      input: { code: text(values['code']), ...inputOf(values) },
      idempotencyKey,
    }),
    consequence: (values) => offered(values, t),
  });

/** What the society lends by it, in figures. */
function offered({ minPrincipal: least, maxPrincipal: most, interestRate: rate }: Values, t: T): string | null {
  if (typeof least !== 'number' || typeof most !== 'number' || typeof rate !== 'string') return null;
  return t('createMeans', { least: moneyText(least), most: moneyText(most), rate });
}

const shared = ({ id: recordId, version }: Product) => ({ recordId, version });

/** One each: none of a product's actions is without its form. */
const STEPS: { readonly [Action in LoanProductAction]: (product: Product, t: T) => Step } = {
  EDIT: (product, t) =>
    stepOf({
      ...shared(product),
      name: 'editLoanProduct',
      title: t('editTitle', { name: product.name }),
      word: t('edit'),
      fields: fieldsOf(product, t),
      document: EDIT,
      variables: (values, sent) => ({ input: { productId: product.id, ...inputOf(values) }, ...sent }),
      consequence: () => t('editMeans'),
    }),
  RETIRE: (product, t) =>
    stepOf({
      ...shared(product),
      name: 'retireLoanProduct',
      title: t('retireTitle', { name: product.name }),
      word: t('retire'),
      isDangerous: true,
      fields: [],
      document: RETIRE,
      variables: (_, sent) => ({ input: { productId: product.id }, ...sent }),
      consequence: () => t('retireMeans'),
      undo: reactivate(product, t),
    }),
  REACTIVATE: reactivate,
};

function reactivate(product: Product, t: T): Step {
  return stepOf({
    ...shared(product),
    name: 'reactivateLoanProduct',
    title: t('reactivateTitle', { name: product.name }),
    word: t('reactivate'),
    fields: [],
    document: REACTIVATE,
    variables: (_, sent) => ({ input: { productId: product.id }, ...sent }),
    consequence: () => t('reactivateMeans'),
  });
}

/** The steps of a product from where it stands. */
export const productSteps = (product: Product, t: T): readonly Step[] =>
  product.availableActions.map((action) => STEPS[action](product, t));
