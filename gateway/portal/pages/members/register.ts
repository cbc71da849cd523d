import { preparedStep, type StepToMake } from '../../components/step.ts';
import { stepOf, type Step } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { kycOf, personFields, text } from './kyc-fields.ts';
import { branchField, BRANCHES, nameField, phoneField, type Branches } from './shared-fields.ts';
import type { T } from './step-texts.ts';

const CREATE = graphql(`
  mutation CreateMember($input: CreateMemberInput!, $idempotencyKey: String) {
    createMember(input: $input, idempotencyKey: $idempotencyKey) {
      member {
        id
        memberNo
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

/** A person applies for membership. */
export const registerStep = (t: T): StepToMake =>
  preparedStep({
    name: 'createMember',
    title: t('registerTitle'),
    word: t('register'),
    document: BRANCHES,
    variables: {},
    stepOf: ({ branches }) => createStep(branches ?? [], t),
  });

const createStep = (branches: Branches, t: T): Step =>
  stepOf({
    name: 'createMember',
    recordId: null,
    title: t('registerTitle'),
    word: t('register'),
    fields: [
      nameField('', t),
      { name: 'nationalId', kind: 'text', label: t('nationalId'), hint: t('nationalIdHint'), isRequired: true },
      phoneField('', t),
      // The branch of a society that has one goes without saying.
      branchField(branches, branches.length === 1 ? (branches[0]?.id ?? '') : '', t),
      ...personFields(null, t),
      { name: 'clientReference', kind: 'text', label: t('ownReference'), hint: t('ownReferenceHint') },
    ],
    document: CREATE,
    variables: (values, { idempotencyKey }) => ({
      input: {
        name: text(values['name']) ?? '',
        nationalId: text(values['nationalId']) ?? '',
        phone: text(values['phone']) ?? '',
        branchId: text(values['branchId']) ?? '',
        // The card that was shown is the one whose number it is.
        kyc: kycOf(values, text(values['nationalId']) ?? ''),
        clientReference: text(values['clientReference']),
      },
      idempotencyKey,
    }),
    consequence: ({ name, city }) => {
      if (text(name) === null) return null;
      return text(city) === null ? t('registerLacks') : t('registerMeans', { name: text(name) ?? '' });
    },
  });
