import type { Client } from 'urql';
import type { Field, StepToMake, Values } from '../../components/step.ts';
import type { Translate } from '../../texts/texts.ts';
import type { laterTexts } from './later-texts.ts';
import type { Loan } from './loan-page.tsx';
import type { stepTexts } from './step-texts.ts';

/** What the steps of a loan have in common. */

export type T = Translate<(typeof stepTexts)['en']>;
type LaterT = Translate<(typeof laterTexts)['en']>;

/** What a step is called before its form is loaded. */
type Called = Omit<StepToMake, 'make'>;
/** What a form is made with that is loaded when it is opened. */
export type Making = { readonly called: Called; readonly t: LaterT; readonly client: Client };

type Value = Values[string] | undefined;
export const text = (value: Value): string | null => (typeof value === 'string' ? value : null);
export const cents = (value: Value): number => (typeof value === 'number' ? value : 0);
export const numberOf = (value: Value): number | null => (typeof value === 'number' ? value : null);
/** An amount as it is typed. */
export const typed = (amount: number): string => (amount / 100).toFixed(2);

type Reasons = (key: 'reason' | 'reasonHint') => string;
export const reason = (t: Reasons): Field => ({
  name: 'reason',
  kind: 'long',
  label: t('reason'),
  hint: t('reasonHint'),
});
export const requiredReason = (t: Reasons): Field => ({ ...reason(t), isRequired: true });
export const shared = ({ id, version }: Loan) => ({ recordId: id, version });
