import { texts } from '../../texts/texts.ts';
import { guaranteeTexts } from './guarantee-texts.ts';

/** What the forms of a guarantee say, which are loaded when they are opened. */
export const guaranteeFormTexts = texts({
  en: {
    ...guaranteeTexts.en,
    standsFor: 'Stands for, in KES',
    standsForHint: 'At most what the loan is of.',
    pledgeMeans: 'The member is liable for {amount} of {no} until it is repaid.',
    withdrawMeans: '{name} does not stand for {amount} any more.',
    substituteMeans: 'The other member is liable for {liable}; the estate is free. Another person has to agree.',
    dischargeMeans: 'The estate does not owe {liable} any more. Another person has to agree.',
    reason: 'Reason',
    reasonHint: 'A sentence that an auditor understands.',
  },
  sw: {
    ...guaranteeTexts.sw,
    standsFor: 'Anadhamini, kwa KES',
    standsForHint: 'Isizidi kiasi cha mkopo.',
    pledgeMeans: 'Mwanachama anawajibika kwa {amount} za {no} hadi ulipwe.',
    withdrawMeans: '{name} hadhamini {amount} tena.',
    substituteMeans: 'Mwanachama mwingine anawajibika kwa {liable}; mirathi iko huru. Mtu mwingine lazima akubali.',
    dischargeMeans: 'Mirathi haidaiwi {liable} tena. Mtu mwingine lazima akubali.',
    reason: 'Sababu',
    reasonHint: 'Sentensi ambayo mkaguzi ataielewa.',
  },
});
