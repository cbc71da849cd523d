import { stepOf, type Step } from '../../components/step.ts';
import { preparedStep, type StepToMake } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { kycFields, kycOf, text } from './kyc-fields.ts';
import type { Member } from './member-page.tsx';
import { branchField, BRANCHES, nameField, phoneField, type Branches } from './shared-fields.ts';
import type { T } from './step-texts.ts';

export const UPDATE = graphql(`
  mutation UpdateMember($input: UpdateMemberInput!, $idempotencyKey: String, $version: Int) {
    updateMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
/** The details of a member that may change at any time. */
export const changeStep = (member: Member, t: T): StepToMake =>
  preparedStep({
    name: 'updateMember',
    title: t('changeTitle', { name: member.name }),
    word: t('change'),
    document: BRANCHES,
    variables: {},
    stepOf: ({ branches }) => detailsStep(member, branches ?? [], t),
  });

const detailsStep = (member: Member, branches: Branches, t: T): Step =>
  stepOf({
    name: 'updateMember',
    recordId: member.id,
    version: member.version,
    title: t('changeTitle', { name: member.name }),
    word: t('change'),
    fields: [
      nameField(member.name, t),
      phoneField(member.phone, t),
      {
        name: 'bankAccount',
        kind: 'text',
        label: t('bankAccount'),
        hint: t('bankAccountHint'),
        initial: member.bankAccount ?? '',
      },
      branchField(branches, member.branch.id, t),
    ],
    document: UPDATE,
    variables: (values, sent) => {
      const { name, phone, bankAccount, branchId } = values;
      // What is as it was is left out: another person may have changed it meanwhile.
      return {
        input: {
          memberId: member.id,
          ...(name === member.name ? {} : { name: text(name) }),
          ...(phone === member.phone ? {} : { phone: text(phone) }),
          ...(bankAccount === member.bankAccount ? {} : { bankAccount: text(bankAccount) }),
          ...(branchId === member.branch.id ? {} : { branchId: text(branchId) }),
        },
        ...sent,
      };
    },
    consequence: ({ phone, bankAccount }) =>
      phone === member.phone && bankAccount === member.bankAccount ? null : t('paidThere', { name: member.name }),
  });

/** What is known of a member's identity, all of it. */
export const identityStep = (member: Member, t: T): Step =>
  stepOf({
    name: 'updateMemberKyc',
    recordId: member.id,
    version: member.version,
    title: t('changeIdentityTitle', { name: member.name }),
    word: t('changeIdentity'),
    fields: kycFields(member, t),
    document: UPDATE,
    variables: (values, sent) => ({
      input: { memberId: member.id, kyc: kycOf(values, text(values['idNumber']) ?? '') },
      ...sent,
    }),
  });
