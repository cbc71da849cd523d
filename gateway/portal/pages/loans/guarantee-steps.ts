import { readFor, stepOf, type Field, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { language, translate, type Translate } from '../../texts/texts.ts';
import type { Guarantee } from './guarantees.tsx';
import { guaranteeFormTexts } from './guarantee-form-texts.ts';
import type { Loan } from './loan-page.tsx';
import { cents, shared, text } from './step-parts.ts';

const PLEDGE = graphql(`
  mutation PledgeGuarantee($input: PledgeGuaranteeInput!, $idempotencyKey: String, $version: Int) {
    pledgeGuarantee(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      guarantee {
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
const WITHDRAW = graphql(`
  mutation WithdrawGuarantee($input: WithdrawGuaranteeInput!, $idempotencyKey: String) {
    withdrawGuarantee(input: $input, idempotencyKey: $idempotencyKey) {
      guarantee {
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
const SUBSTITUTE = graphql(`
  mutation SubstituteGuarantor($input: SubstituteGuarantorInput!, $idempotencyKey: String, $version: Int) {
    substituteGuarantor(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      guarantee {
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
const DISCHARGE = graphql(`
  mutation DischargeGuarantor($input: DischargeGuarantorInput!, $idempotencyKey: String) {
    dischargeGuarantor(input: $input, idempotencyKey: $idempotencyKey) {
      guarantee {
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
const MEMBERS = graphql(`
  query GuarantorsFound($search: String!) {
    members(first: 6, filter: { search: $search, states: [ACTIVE] }) {
      nodes {
        id
        memberNo
        name
      }
    }
  }
`);

type T = Translate<(typeof guaranteeFormTexts)['en']>;
const words = (): T => translate(guaranteeFormTexts, language.get());

const guarantor = (loan: Loan, t: T): Field => ({
  name: 'memberId',
  kind: 'found',
  label: t('guarantor'),
  isRequired: true,
  find: async (client, search) => {
    const { members } = await readFor(client, MEMBERS, { search });
    return (members?.nodes ?? [])
      .filter(({ id }) => id !== loan.member?.id)
      .map(({ id, name, memberNo: note }) => ({ id, name, note }));
  },
});

/** A member stands for part of the loan. */
export const pledge = (loan: Loan, t = words()): Step =>
  stepOf({
    ...shared(loan),
    name: 'pledgeGuarantee',
    title: t('pledgeTitle', { no: loan.loanNo }),
    word: t('pledge'),
    fields: [
      guarantor(loan, t),
      { name: 'amount', kind: 'money', label: t('standsFor'), isRequired: true, hint: t('standsForHint') },
    ],
    document: PLEDGE,
    variables: ({ memberId, amount }, sent) => ({
      input: { loanId: loan.id, memberId: text(memberId) ?? '', amount: cents(amount) },
      ...sent,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number' ? t('pledgeMeans', { amount: moneyText(amount), no: loan.loanNo }) : null,
  });

const named = ({ guarantor: who }: Guarantee) => ({ name: who?.name ?? '' });

export const withdraw = (guarantee: Guarantee, t = words()): Step =>
  stepOf({
    recordId: guarantee.id,
    version: guarantee.version,
    name: 'withdrawGuarantee',
    title: t('withdrawTitle', named(guarantee)),
    word: t('withdraw'),
    isDangerous: true,
    fields: [],
    document: WITHDRAW,
    variables: (_, { idempotencyKey }) => ({ input: { guaranteeId: guarantee.id }, idempotencyKey }),
    consequence: () => t('withdrawMeans', { ...named(guarantee), amount: moneyText(guarantee.amount) }),
  });

export const substitute = (loan: Loan, guarantee: Guarantee, t = words()): Step =>
  stepOf({
    recordId: guarantee.id,
    version: guarantee.version,
    name: 'substituteGuarantor',
    title: t('substituteTitle', named(guarantee)),
    word: t('substitute'),
    isDangerous: true,
    fields: [guarantor(loan, t)],
    document: SUBSTITUTE,
    variables: ({ memberId }, sent) => ({
      input: { guaranteeId: guarantee.id, memberId: text(memberId) ?? '' },
      ...sent,
    }),
    consequence: () => t('substituteMeans', { liable: moneyText(guarantee.liable) }),
  });

export const discharge = (guarantee: Guarantee, t = words()): Step =>
  stepOf({
    recordId: guarantee.id,
    version: guarantee.version,
    name: 'dischargeGuarantor',
    title: t('dischargeTitle', named(guarantee)),
    word: t('discharge'),
    isDangerous: true,
    fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true, hint: t('reasonHint') }],
    document: DISCHARGE,
    variables: ({ reason }, { idempotencyKey }) => ({
      input: { guaranteeId: guarantee.id, reason: text(reason) ?? '' },
      idempotencyKey,
    }),
    consequence: () => t('dischargeMeans', { liable: moneyText(guarantee.liable) }),
  });
