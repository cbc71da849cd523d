import { useNavigate } from '@tanstack/react-router';
import { RecordActions } from '../../components/more-actions.tsx';
import type { Offered } from '../../components/step.ts';
import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { openFor, openedAccount } from '../savings/open-account.tsx';
import { openAccountTexts } from '../savings/open-account-texts.ts';
import { text } from './kyc-fields.ts';
import type { Member, Products } from './member-page.tsx';
import { nomineesStep } from './nominees.ts';
import { changeStep, identityStep } from './particulars.ts';
import { memberStepTexts, type T } from './step-texts.ts';
import { stepsOf } from './steps.ts';

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
    consequence: ({ principal, termMonths }) =>
      typeof principal === 'number' && typeof termMonths === 'number'
        ? t('applyMeans', { amount: moneyText(principal), months: termMonths })
        : null,
  });

/** What most people come to a member's page for; what waits for the identity comes before what waits for nothing. */
const USUAL: readonly string[] = [
  'verifyMemberKyc',
  'resubmitMemberKyc',
  'reactivateMember',
  'reinstateMember',
  'applyForLoan',
  'openSavingsAccount',
  'updateMember',
];

/** What is known of the member, as it may be changed. Who inherits is settled once the member has died or left. */
const particulars = (member: Member, t: T): readonly Offered[] =>
  member.erased
    ? []
    : [
        changeStep(member, t),
        identityStep(member, t),
        ...(['DECEASED', 'EXITED'].includes(member.state) ? [] : [nomineesStep(member, t)]),
      ];

type Props = { readonly member: Member; readonly products: Products; readonly onDone: () => void };

/** What may be done with the member now, by the one who looks. */
export function MemberActions({ member, products, onDone }: Props) {
  const t = useTexts(memberStepTexts);
  const savings = useTexts(openAccountTexts);
  const spoken = useLanguage();
  const may = useMay();
  const navigate = useNavigate();
  const mayBorrow = may('loans:write') && member.state === 'ACTIVE' && products.length > 0;
  const maySave = may('savings_accounts:write') && member.state === 'ACTIVE';
  // Personal data are cleared by who answers for them.
  const isAllowed = ({ name }: Offered) => name !== 'eraseMember' || may('privacy:write');
  const own: readonly Offered[] = may('members:write') ? [...particulars(member, t), ...stepsOf(member, t)] : [];
  const steps = [
    ...(mayBorrow ? [applyStep(member, products, t)] : []),
    ...(maySave ? [openFor(member, savings, spoken)] : []),
    ...own.filter(isAllowed),
  ];
  const done = (data: unknown, name: string) => {
    const accountNo = name === 'openSavingsAccount' ? openedAccount(data) : null;
    if (accountNo === null) onDone();
    else void navigate({ to: `/savings/${accountNo}` });
  };
  const first = USUAL.filter((name) => steps.some((step) => step.name === name)).slice(0, 1);
  return <RecordActions steps={steps} usual={USUAL} next={first} onDone={done} />;
}
