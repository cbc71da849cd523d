import { preparedStep, type StepToMake } from '../../components/step.ts';
import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { nameIn, namesOf } from '../../format/names.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { OpenSavingsAccountInput, ProductsToOpenQuery } from '../../graph/generated/graphql.ts';
import type { Language } from '../../texts/texts.ts';
import { MEMBERS, sendFor, Whose } from './named.tsx';
import type { OpenT } from './open-account-texts.ts';
import { text } from './steps.ts';
import { maturities } from './texts.ts';

const OPEN = graphql(`
  mutation OpenSavingsAccount($input: OpenSavingsAccountInput!, $idempotencyKey: String) {
    openSavingsAccount(input: $input, idempotencyKey: $idempotencyKey) {
      savingsAccount {
        id
        accountNo
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const PRODUCTS = graphql(`
  query ProductsToOpen {
    savingsProducts(first: 50, filter: { states: [ACTIVE] }) {
      nodes {
        id
        name
        kind
        termMonths
      }
    }
  }
`);

type Products = NonNullable<ProductsToOpenQuery['savingsProducts']>['nodes'];
type Saver = {
  readonly id: string;
  readonly name: string;
  readonly savingsAccounts: {
    readonly nodes: readonly {
      readonly id: string;
      readonly accountNo: string;
      readonly kind: string;
      readonly state: string;
    }[];
  } | null;
};

/** The number of the account that was opened; null where it was not. */
export function openedAccount(data: unknown): string | null {
  // What the mutation above answers.
  const { openSavingsAccount } = data as { readonly openSavingsAccount?: { savingsAccount?: { accountNo: string } } };
  return openSavingsAccount?.savingsAccount?.accountNo ?? null;
}

/** A savings account for the member whose page it is. */
export const openFor = (saver: Saver, t: OpenT, spoken: Language): StepToMake =>
  preparedStep({
    name: 'openSavingsAccount',
    title: t('openTitleFor', { name: saver.name }),
    word: t('open'),
    document: PRODUCTS,
    variables: {},
    stepOf: ({ savingsProducts }) => openForStep(saver, savingsProducts?.nodes ?? [], t, spoken),
  });

/** A savings account for a member who is named by the number. */
export const openForAny = (t: OpenT): StepToMake =>
  preparedStep({
    name: 'openSavingsAccount',
    title: t('openTitle'),
    word: t('open'),
    document: PRODUCTS,
    variables: {},
    stepOf: ({ savingsProducts }) => openForAnyStep(savingsProducts?.nodes ?? [], t),
  });

const productField = (products: Products, t: OpenT): Field => ({
  name: 'productId',
  kind: 'choice',
  label: t('product'),
  isRequired: true,
  choices: products.map(({ id, name, termMonths }) => [
    id,
    termMonths === null ? name : t('termMonths', { name, count: termMonths }),
  ]),
});
const referenceField = (t: OpenT): Field => ({
  name: 'clientReference',
  kind: 'text',
  label: t('ownReference'),
  hint: t('ownReferenceHint'),
});

const inputOf = ({ productId, clientReference }: Values, memberId: string): OpenSavingsAccountInput => ({
  memberId,
  productId: text(productId) ?? '',
  clientReference: text(clientReference),
});

function boundFor({ productId }: Values, products: Products, t: OpenT): string | null {
  const term = products.find(({ id }) => id === productId)?.termMonths ?? null;
  return term === null ? null : t('boundUntil', { count: term });
}

function openForStep(saver: Saver, products: Products, t: OpenT, spoken: Language): Step {
  const ordinary = (saver.savingsAccounts?.nodes ?? []).filter(
    ({ kind, state }) => kind === 'ORDINARY' && state === 'ACTIVE',
  );
  const ofDeposits: readonly Field[] = [
    {
      name: 'atMaturity',
      kind: 'choice',
      label: t('atMaturity'),
      hint: t('atMaturityHint'),
      choices: namesOf(maturities).map((way) => [way, maturities[way][spoken]]),
    },
    {
      name: 'payoutAccountId',
      kind: 'choice',
      label: t('payoutAccount'),
      hint: t('payoutAccountHint'),
      choices: ordinary.map(({ id, accountNo }) => [id, accountNo]),
    },
  ];
  const hasDeposits = products.some(({ kind }) => kind === 'FIXED_DEPOSIT');
  return stepOf({
    name: 'openSavingsAccount',
    recordId: saver.id,
    title: t('openTitleFor', { name: saver.name }),
    word: t('open'),
    fields: [productField(products, t), ...(hasDeposits ? ofDeposits : []), referenceField(t)],
    document: OPEN,
    variables: (values, { idempotencyKey }) => ({
      input: {
        ...inputOf(values, saver.id),
        atMaturity: nameIn(maturities, text(values['atMaturity']) ?? undefined) ?? null,
        payoutAccountId: text(values['payoutAccountId']),
      },
      idempotencyKey,
    }),
    consequence: (values) => boundFor(values, products, t),
  });
}

const openForAnyStep = (products: Products, t: OpenT): Step => ({
  name: 'openSavingsAccount',
  recordId: null,
  title: t('openTitle'),
  word: t('open'),
  fields: [
    { name: 'memberNo', kind: 'text', label: t('memberNo'), hint: t('memberNoHint'), isRequired: true },
    productField(products, t),
    referenceField(t),
  ],
  send: (client, values, { idempotencyKey }) => {
    const no = text(values['memberNo']) ?? '';
    return sendFor({
      client,
      of: MEMBERS,
      no,
      field: 'memberNo',
      none: t('noMember', { no }),
      send: ({ id }) => client.mutation(OPEN, { input: inputOf(values, id), idempotencyKey }).toPromise(),
    });
  },
  consequence: (values) => {
    const no = text(values['memberNo']);
    return no === null ? null : (
      <>
        <Whose of={MEMBERS} no={no} says={(name) => t('whose', { name })} /> {boundFor(values, products, t)}
      </>
    );
  },
});
