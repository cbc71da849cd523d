import type { TypedDocumentNode } from 'urql';
import { stepOf, type Field, type Sent, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import type { KycInput, MemberAction } from '../../graph/generated/graphql.ts';
import { kycFields, kycOf, text } from './kyc-fields.ts';
import type { Member } from './member-page.tsx';
import * as documents from './step-documents.ts';
import type { T } from './step-texts.ts';

/** The steps of a member from where they stand, as their `availableActions` say. */
export const stepsOf = (member: Member, t: T): readonly Step[] =>
  member.availableActions.map((action) => STEPS[action](member, t));

const because = (t: T): Field => ({ name: 'reason', kind: 'long', label: t('reason') });
const mustSayWhy = (t: T): Field => ({ ...because(t), hint: t('reasonHint'), isRequired: true });
const shared = ({ id: recordId, version }: Member) => ({ recordId, version });

type Named = Pick<Step, 'name' | 'title' | 'word' | 'isDangerous' | 'consequence' | 'undo'>;
type OnMember<Rest> = Sent & { readonly input: { readonly memberId: string } & Rest };

/** A step that takes no more than the reason, which may be left out. */
const simply = (
  member: Member,
  t: T,
  described: Named & {
    readonly document: TypedDocumentNode<unknown, OnMember<{ readonly reason: string | null }>>;
    readonly hint?: string;
  },
): Step => {
  const { hint, ...step } = described;
  return stepOf({
    ...shared(member),
    fields: [hint === undefined ? because(t) : { ...because(t), hint }],
    variables: ({ reason }, sent) => ({ input: { memberId: member.id, reason: text(reason) }, ...sent }),
    ...step,
  });
};

/** A step that an auditor finds no sense in without its reason. */
const saying = (
  member: Member,
  t: T,
  described: Named & { readonly document: TypedDocumentNode<unknown, OnMember<{ readonly reason: string }>> },
): Step =>
  stepOf({
    ...shared(member),
    fields: [mustSayWhy(t)],
    variables: ({ reason }, sent) => ({ input: { memberId: member.id, reason: text(reason) ?? '' }, ...sent }),
    ...described,
  });

/** A step on the document that the member has shown. */
const showing = (
  member: Member,
  t: T,
  described: Named & {
    readonly document: TypedDocumentNode<unknown, OnMember<{ readonly kyc: KycInput; readonly reason: string | null }>>;
  },
): Step =>
  stepOf({
    ...shared(member),
    fields: [...kycFields(member, t), because(t)],
    variables: (values, sent) => ({
      input: {
        memberId: member.id,
        kyc: kycOf(values, text(values['idNumber']) ?? ''),
        reason: text(values['reason']),
      },
      ...sent,
    }),
    ...described,
  });

type Part = { readonly amounts: readonly number[]; readonly pageInfo: { readonly hasNextPage: boolean } };

/** The sum of a list; of its first page it is the least. */
function sumText(part: Part | null, t: T): string {
  if (part === null) return t('unseen');
  const amount = moneyText(part.amounts.reduce((total, each) => total + each, 0));
  return part.pageInfo.hasNextPage ? t('atLeast', { amount }) : amount;
}

/** What the member owes and has saved. */
const figures = ({ loans, savingsAccounts }: Member, t: T) => ({
  owed: sumText(loans && { ...loans, amounts: loans.nodes.map(({ outstanding }) => outstanding.total) }, t),
  saved: sumText(
    savingsAccounts && { ...savingsAccounts, amounts: savingsAccounts.nodes.map(({ balance }) => balance) },
    t,
  ),
});

const STEPS: { readonly [Action in MemberAction]: (member: Member, t: T) => Step } = {
  VERIFY_KYC: (member, t) =>
    simply(member, t, {
      name: 'verifyMemberKyc',
      title: t('verifyTitle', { name: member.name }),
      word: t('verify'),
      document: documents.VERIFY,
      consequence: () => t('verifyMeans', { name: member.name }),
    }),
  REJECT_KYC: (member, t) =>
    saying(member, t, {
      name: 'rejectMemberKyc',
      title: t('rejectTitle', { name: member.name }),
      word: t('reject'),
      isDangerous: true,
      document: documents.REJECT,
      consequence: () => t('rejectMeans', { name: member.name }),
    }),
  RESUBMIT_KYC: (member, t) =>
    showing(member, t, {
      name: 'resubmitMemberKyc',
      title: t('resubmitTitle', { name: member.name }),
      word: t('resubmit'),
      document: documents.RESUBMIT,
      consequence: () => t('resubmitMeans', { name: member.name }),
    }),
  RENEW_KYC: (member, t) =>
    showing(member, t, {
      name: 'renewMemberKyc',
      title: t('renewTitle', { name: member.name }),
      word: t('renew'),
      document: documents.RENEW,
      consequence: () => t('renewMeans'),
    }),
  SUSPEND: (member, t) =>
    saying(member, t, {
      name: 'suspendMember',
      title: t('suspendTitle', { name: member.name }),
      word: t('suspend'),
      isDangerous: true,
      document: documents.SUSPEND,
      consequence: () => t('suspendMeans'),
      undo: reinstate(member, t),
    }),
  REINSTATE: reinstate,
  REACTIVATE: (member, t) =>
    showing(member, t, {
      name: 'reactivateMember',
      title: t('reactivateTitle', { name: member.name }),
      word: t('reactivate'),
      document: documents.REACTIVATE,
      consequence: () => t('reactivateMeans', { name: member.name }),
    }),
  BLACKLIST: (member, t) =>
    saying(member, t, {
      name: 'blacklistMember',
      title: t('blacklistTitle', { name: member.name }),
      word: t('blacklist'),
      isDangerous: true,
      document: documents.BLACKLIST,
      consequence: () => t('blacklistMeans', figures(member, t)),
    }),
  EXIT: (member, t) =>
    simply(member, t, {
      name: 'exitMember',
      title: t('exitTitle', { name: member.name }),
      word: t('exit'),
      isDangerous: true,
      document: documents.EXIT,
      consequence: () => t('exitMeans', figures(member, t)),
    }),
  RECORD_DEATH: recordDeath,
  CORRECT_DEATH: (member, t) =>
    saying(member, t, {
      name: 'correctMemberDeath',
      title: t('correctDeathTitle', { name: member.name }),
      word: t('correctDeath'),
      document: documents.CORRECT_DEATH,
      consequence: () => t('correctDeathMeans'),
    }),
  ERASE: (member, t) =>
    simply(member, t, {
      name: 'eraseMember',
      title: t('eraseTitle', { name: member.name }),
      word: t('erase'),
      isDangerous: true,
      hint: t('eraseReasonHint'),
      document: documents.ERASE,
      consequence: () => t('eraseMeans', { no: member.memberNo }),
    }),
};

function reinstate(member: Member, t: T): Step {
  return simply(member, t, {
    name: 'reinstateMember',
    title: t('reinstateTitle', { name: member.name }),
    word: t('reinstate'),
    document: documents.REINSTATE,
  });
}

function recordDeath(member: Member, t: T): Step {
  return stepOf({
    ...shared(member),
    name: 'recordMemberDeath',
    title: t('recordDeathTitle', { name: member.name }),
    word: t('recordDeath'),
    isDangerous: true,
    fields: [
      { name: 'diedOn', kind: 'date', label: t('diedOn'), isRequired: true },
      {
        name: 'documentReference',
        kind: 'text',
        label: t('deathDocument'),
        hint: t('deathDocumentHint'),
        isRequired: true,
      },
      because(t),
    ],
    document: documents.RECORD_DEATH,
    variables: ({ diedOn, documentReference, reason }, sent) => ({
      input: {
        memberId: member.id,
        diedOn: text(diedOn) ?? '',
        documentReference: text(documentReference) ?? '',
        reason: text(reason),
      },
      ...sent,
    }),
    consequence: () => t('recordDeathMeans', figures(member, t)),
  });
}
