import type { Step } from '../../components/step.ts';
import { language, translate } from '../../texts/texts.ts';
import { laterTexts } from './later-texts.ts';
import * as decide from './decide-steps.ts';
import type { Loan } from './loan-page.tsx';
import { disburse, repay } from './money-steps.ts';
import { refinance, refund, settle, transfer } from './owed-steps.ts';
import * as service from './service-steps.ts';
import type { Making } from './step-parts.ts';

/** Forms that are loaded when they are opened. */
export const FORMS = { ...decide, ...service, disburse, repay, settle, refinance, refund, transfer };

/** The form of a step, with what it reads. */
export const made = (form: keyof typeof FORMS, loan: Loan, making: Omit<Making, 't'>): Step | Promise<Step> =>
  FORMS[form](loan, { ...making, t: translate(laterTexts, language.get()) });
