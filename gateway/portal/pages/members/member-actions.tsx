import { Action } from '../../components/action.tsx';
import { stepOf, type Step, type Values } from '../../components/step.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { MemberAction } from '../../graph/generated/graphql.ts';
import { useTexts, type Translate } from '../../texts/texts.ts';
import type { Member, Products } from './member-page.tsx';
import { memberStepTexts } from './texts.ts';

const APPLY = graphql(`
  mutation ApplyForLoan($input: ApplyForLoanInput!, $idempotencyKey: String) {
    applyForLoan(input: $input, idempotencyKey: $idempotencyKey) {
      loan {
        id
        loanNo
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const VERIFY = graphql(`
  mutation VerifyMemberKyc($input: VerifyMemberKycInput!, $idempotencyKey: String, $version: Int) {
    verifyMemberKyc(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
const SUSPEND = graphql(`
  mutation SuspendMember($input: SuspendMemberInput!, $idempotencyKey: String, $version: Int) {
    suspendMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
const REINSTATE = graphql(`
  mutation ReinstateMember($input: ReinstateMemberInput!, $idempotencyKey: String, $version: Int) {
    reinstateMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

type T = Translate<(typeof memberStepTexts)['en']>;
const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);

const STEPS: { readonly [Action in MemberAction]?: (member: Member, t: T) => Step } = {
  VERIFY_KYC: (member, t) =>
    stepOf({
      name: 'verifyMemberKyc',
      recordId: member.id,
      version: member.version,
      title: t('verifyTitle', { name: member.name }),
      word: t('verify'),
      fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
      document: VERIFY,
      variables: (values, sent) => ({ input: { memberId: member.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('verifyMeans', { name: member.name }),
    }),
  SUSPEND: (member, t) =>
    stepOf({
      name: 'suspendMember',
      recordId: member.id,
      version: member.version,
      title: t('suspendTitle', { name: member.name }),
      word: t('suspend'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
      document: SUSPEND,
      variables: (values, sent) => ({ input: { memberId: member.id, reason: text(values['reason']) ?? '' }, ...sent }),
      consequence: () => t('suspendMeans'),
      undo: reinstate(member, t),
    }),
  REINSTATE: reinstate,
};

function reinstate(member: Member, t: T): Step {
  return stepOf({
    name: 'reinstateMember',
    recordId: member.id,
    version: member.version,
    title: t('reinstateTitle', { name: member.name }),
    word: t('reinstate'),
    fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
    document: REINSTATE,
    variables: (values, sent) => ({ input: { memberId: member.id, reason: text(values['reason']) }, ...sent }),
  });
}

/** The member applies for a loan. */
const applyStep = (member: Member, products: Products, t: T): Step =>
  stepOf({
    name: 'applyForLoan',
    recordId: member.id,
    title: t('applyTitle', { name: member.name }),
    word: t('apply'),
    fields: [
      {
        name: 'productId',
        kind: 'choice',
        label: t('product'),
        isRequired: true,
        choices: products.map(({ id, name }) => [id, name]),
      },
      { name: 'principal', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'termMonths', kind: 'number', label: t('term'), isRequired: true, initial: '12' },
      { name: 'purpose', kind: 'text', label: t('purpose') },
    ],
    document: APPLY,
    variables: ({ productId, principal, termMonths, purpose }, { idempotencyKey }) => ({
      input: {
        memberId: member.id,
        productId: text(productId) ?? '',
        principal: typeof principal === 'number' ? principal : 0,
        termMonths: typeof termMonths === 'number' ? termMonths : 0,
        purpose: text(purpose),
      },
      idempotencyKey,
    }),
  });

type Props = { readonly member: Member; readonly products: Products; readonly onDone: () => void };

/** What may be done with the member now, by the one who looks. */
export function MemberActions({ member, products, onDone }: Props) {
  const t = useTexts(memberStepTexts);
  const may = useMay();
  const mayBorrow = may('loans:write') && member.state === 'ACTIVE' && products.length > 0;
  const own = may('members:write') ? member.availableActions.flatMap((action) => STEPS[action]?.(member, t) ?? []) : [];
  return (
    <>
      {mayBorrow ? <Action step={applyStep(member, products, t)} isPrimary onDone={onDone} /> : null}
      {own.map((step) => (
        <Action key={step.name} step={step} onDone={onDone} />
      ))}
    </>
  );
}
