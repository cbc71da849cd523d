import type { TypedDocumentNode } from 'urql';
import { stepOf, type Field, type Sent, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { nameIn, namesOf } from '../../format/names.ts';
import type { DeathClaimAction } from '../../graph/generated/graphql.ts';
import type { Language } from '../../texts/texts.ts';
import type { Claim } from './claim-page.tsx';
import { payStep, reverseStep, settleStep } from './money-steps.ts';
import { obstacleText } from './obstacle-words.ts';
import * as documents from './step-documents.ts';
import { shared, text, type Of } from './step-parts.ts';
import type { T } from './step-texts.ts';
import { documentKinds } from './texts.ts';

/** The steps of a claim from where it stands, as its `availableActions` say, without those that would find nothing to do. */
export const stepsOf = (claim: Claim, t: T, spoken: Language): readonly Step[] =>
  claim.availableActions
    .filter((action) => NEEDS[action]?.(claim) ?? true)
    .map((action) => STEPS[action]({ claim, t, spoken }));

/** What a claim must hold for a step to have something to do: a settled one takes late money, and mostly none came. */
const NEEDS: { readonly [Action in DeathClaimAction]?: (claim: Claim) => boolean } = {
  SETTLE_LOAN: ({ estate }) => estate === null || estate.loans.some(({ owed }) => owed > 0),
  DISTRIBUTE: ({ estate }) =>
    estate === null || estate.free > 0 || estate.accounts.some(({ interestAccrued }) => interestAccrued > 0),
  PAY: ({ beneficiaries }) => beneficiaries.some(({ due }) => due > 0),
  REVERSE_PART: ({ parts }) => parts.some(({ state }) => state === 'BOOKED'),
};

type OnClaim = Sent & { readonly input: { readonly deathClaimId: string } };
type Bare = Pick<Step, 'name' | 'title' | 'word' | 'consequence'> & {
  readonly document: TypedDocumentNode<unknown, OnClaim>;
};

/** A step that takes nothing but the decision. */
const bare = (claim: Claim, described: Bare): Step =>
  stepOf({
    ...shared(claim),
    fields: [],
    variables: (_, sent) => ({ input: { deathClaimId: claim.id }, ...sent }),
    ...described,
  });

const STEPS: { readonly [Action in DeathClaimAction]: (of: Of) => Step } = {
  ADD_DOCUMENT: ({ claim, t, spoken }) =>
    stepOf({
      ...shared(claim),
      name: 'addClaimDocument',
      title: t('addDocumentTitle', { no: claim.claimNo }),
      word: t('addDocument'),
      fields: [
        {
          name: 'documentKind',
          kind: 'choice',
          label: t('documentKind'),
          isRequired: true,
          choices: namesOf(documentKinds).map((kind) => [kind, documentKinds[kind][spoken]]),
        },
        {
          name: 'documentReference',
          kind: 'text',
          label: t('documentReference'),
          hint: t('documentReferenceHint'),
          isRequired: true,
        },
      ],
      document: documents.ADD_DOCUMENT,
      variables: ({ documentKind, documentReference }, sent) => ({
        input: {
          deathClaimId: claim.id,
          documentKind: nameIn(documentKinds, text(documentKind) ?? undefined) ?? 'PROOF_OF_DEATH',
          documentReference: text(documentReference) ?? '',
        },
        ...sent,
      }),
    }),
  APPOINT: appoint,
  VERIFY: ({ claim, t }) =>
    bare(claim, {
      name: 'verifyDeathClaim',
      title: t('verifyTitle', { no: claim.claimNo }),
      word: t('verify'),
      document: documents.VERIFY,
      consequence: () => t('verifyMeans'),
    }),
  SETTLE_LOAN: settleStep,
  DISTRIBUTE: ({ claim, t }) =>
    bare(claim, {
      name: 'distributeEstate',
      title: t('distributeTitle', { no: claim.claimNo }),
      word: t('distribute'),
      document: documents.DISTRIBUTE,
      consequence: () => `${t('distributeMeans', { amount: moneyText(claim.estate?.free ?? 0) })} ${t('twoPeople')}`,
    }),
  PAY: payStep,
  REVERSE_PART: reverseStep,
  CLOSE: ({ claim, t, spoken }) =>
    bare(claim, {
      name: 'closeDeathClaim',
      title: t('closeTitle', { no: claim.claimNo }),
      word: t('close'),
      document: documents.CLOSE,
      consequence: () => {
        const [why] = claim.estate?.obstacles ?? [];
        return why === undefined ? t('closeMeans') : t('notYet', { why: obstacleText(why, spoken).text });
      },
    }),
};

function appoint({ claim, t }: Of): Step {
  const fields: readonly Field[] = [
    { name: 'name', kind: 'text', label: t('name'), isRequired: true },
    { name: 'relationship', kind: 'text', label: t('relationship'), hint: t('relationshipHint'), isRequired: true },
    { name: 'idNumber', kind: 'text', label: t('idNumber') },
    { name: 'phone', kind: 'phone', label: t('phone') },
    {
      name: 'inPlaceOf',
      kind: 'choice',
      label: t('inPlaceOf'),
      hint: t('inPlaceOfHint'),
      choices: claim.beneficiaries.map(({ number, name }) => [String(number), name]),
    },
  ];
  return stepOf({
    ...shared(claim),
    name: 'appointRepresentative',
    title: t('appointTitle', { no: claim.claimNo }),
    word: t('appoint'),
    fields,
    document: documents.APPOINT,
    variables: ({ name, relationship, idNumber, phone, inPlaceOf }, sent) => ({
      input: {
        deathClaimId: claim.id,
        name: text(name) ?? '',
        relationship: text(relationship) ?? '',
        idNumber: text(idNumber),
        phone: text(phone),
        inPlaceOf: inPlaceOf === null || inPlaceOf === undefined ? null : Number(inPlaceOf),
      },
      ...sent,
    }),
    consequence: () => t('appointMeans'),
  });
}
