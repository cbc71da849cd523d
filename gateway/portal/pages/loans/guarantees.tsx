import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { Money } from '../../components/money.tsx';
import { StateOf } from '../../components/state.tsx';
import type { StepToMake } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import type { GuaranteeAction } from '../../graph/generated/graphql.ts';
import { useTexts, type Translate } from '../../texts/texts.ts';
import { guaranteeStates, guaranteeTexts } from './guarantee-texts.ts';
import type { Loan } from './loan-page.tsx';

export type Guarantee = NonNullable<Loan['guarantees']>[number];
type T = Translate<(typeof guaranteeTexts)['en']>;

// The forms are loaded when they are opened.
const forms = () => import('./guarantee-steps.ts');

const pledge = (loan: Loan, t: T): StepToMake => ({
  name: 'pledgeGuarantee',
  title: t('pledgeTitle', { no: loan.loanNo }),
  word: t('pledge'),
  make: async () => (await forms()).pledge(loan),
});

type OnGuarantee = (loan: Loan, guarantee: Guarantee, t: T) => StepToMake | null;
const STEPS: { readonly [Action in GuaranteeAction]: OnGuarantee } = {
  // As long as the loan is a draft; from its approval on guarantors are bound.
  WITHDRAW: (loan, guarantee, t) =>
    loan.state === 'DRAFT'
      ? {
          name: 'withdrawGuarantee',
          title: t('withdrawTitle', named(guarantee)),
          word: t('withdraw'),
          isDangerous: true,
          make: async () => (await forms()).withdraw(guarantee),
        }
      : null,
  // Only in the place of who has died.
  SUBSTITUTE: (loan, guarantee, t) =>
    guarantee.substitutionDue
      ? {
          name: 'substituteGuarantor',
          title: t('substituteTitle', named(guarantee)),
          word: t('substitute'),
          isDangerous: true,
          make: async () => (await forms()).substitute(loan, guarantee),
        }
      : null,
  DISCHARGE: (_, guarantee, t) =>
    guarantee.substitutionDue
      ? {
          name: 'dischargeGuarantor',
          title: t('dischargeTitle', named(guarantee)),
          word: t('discharge'),
          isDangerous: true,
          make: async () => (await forms()).discharge(guarantee),
        }
      : null,
};

const named = ({ guarantor }: Guarantee) => ({ name: guarantor?.name ?? '' });

type Props = { readonly loan: Loan; readonly onDone: () => void };

/** The members who stand for the loan, and who may be added. Nothing where none do, and none are asked for. */
export function Guarantees({ loan, onDone }: Props) {
  const t = useTexts(guaranteeTexts);
  const may = useMay();
  const guarantees = loan.guarantees ?? [];
  const { guarantorsRequired: count, guaranteePercent: percent } = loan.terms;
  const isAsked = asksForThem(loan);
  const mayPledge = may('loans:write') && may('members:read') && takesGuarantors(loan);
  if (guarantees.length === 0 && !isAsked && !mayPledge) return null;
  return (
    <section className="panel guarantees">
      <header>
        <h2>{t('guarantees')}</h2>
        {mayPledge ? <Action step={pledge(loan, t)} onDone={onDone} /> : null}
      </header>
      {isAsked ? <p className="body faint">{t('required', { count, percent })}</p> : null}
      {guarantees.length === 0 ? <p className="body faint">{t('none')}</p> : null}
      <ul>
        {guarantees.map((guarantee) => (
          <li key={guarantee.id} data-guarantee={guarantee.guarantor?.memberNo}>
            <One loan={loan} guarantee={guarantee} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether its product asks for guarantors. */
const asksForThem = ({ terms }: Loan): boolean => terms.guarantorsRequired > 0 || Number(terms.guaranteePercent) > 0;

/** Before it is approved; later where the product asks for guarantors, while money is still to be paid out. */
const takesGuarantors = (loan: Loan): boolean =>
  loan.state === 'DRAFT' ||
  (asksForThem(loan) &&
    ['READY_TO_DISBURSE', 'ACTIVE'].includes(loan.state) &&
    (loan.approvedPrincipal ?? 0) > loan.disbursedPrincipal);

function One({ loan, guarantee, onDone }: Props & { readonly guarantee: Guarantee }) {
  const t = useTexts(guaranteeTexts);
  const may = useMay();
  const { guarantor, amount, liable, state, substitutionDue } = guarantee;
  const steps = may('loans:write')
    ? guarantee.availableActions
        .flatMap((action) => STEPS[action](loan, guarantee, t) ?? [])
        .filter(({ name }) => name !== 'substituteGuarantor' || may('members:read'))
    : [];
  return (
    <>
      <span className="two-lines">
        {guarantor ? <Link to={`/members/${guarantor.memberNo}`}>{guarantor.name}</Link> : t('guarantor')}
        {state === 'LIVE' && liable < amount ? (
          <span className="faint">{t('binds', { liable: moneyText(liable) })}</span>
        ) : null}
        {substitutionDue ? <span className="wrong">{t('died')}</span> : null}
      </span>
      <Money cents={amount} />
      <StateOf words={guaranteeStates} state={state} />
      {steps.map((step) => (
        <Action key={step.name} step={step} onDone={onDone} />
      ))}
    </>
  );
}
