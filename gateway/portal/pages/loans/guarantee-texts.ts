import type { StateWords } from '../../components/state.tsx';
import type { GuaranteeState } from '../../graph/generated/graphql.ts';
import { texts } from '../../texts/texts.ts';

export const guaranteeTexts = texts({
  en: {
    guarantees: 'Guarantees',
    none: 'No member stands for it yet.',
    required: 'The product asks for {count} guarantors and {percent} % of the principal.',
    binds: '{liable} of it still binds',
    died: 'The guarantor died: let another member take the place, or discharge the estate.',
    guarantor: 'Guarantor',
    pledge: 'Add a guarantor',
    pledgeTitle: 'A guarantor of {no}',
    withdraw: 'Withdraw',
    withdrawTitle: 'Withdraw the guarantee of {name}',
    substitute: 'Substitute',
    substituteTitle: 'Another guarantor in the place of {name}',
    discharge: 'Discharge',
    dischargeTitle: 'Discharge the estate of {name}',
  },
  sw: {
    guarantees: 'Dhamana',
    none: 'Hakuna mwanachama anayeudhamini bado.',
    required: 'Bidhaa inahitaji wadhamini {count} na {percent} % ya mtaji.',
    binds: '{liable} zake bado zinamfunga',
    died: 'Mdhamini alifariki: mwanachama mwingine achukue nafasi, au achilia mirathi.',
    guarantor: 'Mdhamini',
    pledge: 'Ongeza mdhamini',
    pledgeTitle: 'Mdhamini wa {no}',
    withdraw: 'Ondoa',
    withdrawTitle: 'Ondoa dhamana ya {name}',
    substitute: 'Badilisha',
    substituteTitle: 'Mdhamini mwingine mahali pa {name}',
    discharge: 'Achilia',
    dischargeTitle: 'Achilia mirathi ya {name}',
  },
});

export const guaranteeStates: StateWords<GuaranteeState> = {
  LIVE: { tone: 'good', word: { en: 'Live', sw: 'Hai' } },
  RELEASED: { tone: 'neutral', word: { en: 'Released', sw: 'Ameachiliwa' } },
  WITHDRAWN: { tone: 'neutral', word: { en: 'Withdrawn', sw: 'Imeondolewa' } },
  SUBSTITUTED: { tone: 'neutral', word: { en: 'Substituted', sw: 'Amebadilishwa' } },
  DISCHARGED: { tone: 'neutral', word: { en: 'Discharged', sw: 'Mirathi imeachiliwa' } },
};
