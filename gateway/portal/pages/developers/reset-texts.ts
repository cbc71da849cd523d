import type { StateWords } from '../../components/state.tsx';
import type { TestResetState } from '../../graph/generated/graphql.ts';
import { texts } from '../../texts/texts.ts';

export const resetTexts = texts({
  en: {
    sandbox: 'The sandbox',
    state: 'State',
    holds: 'What it holds',
    never: 'What was planted, and what was done since',
    erased: 'Rows erased so far',
    lastReset: 'Last reset',
    reset: 'Reset the sandbox',
    means:
      'Everything that the sandbox holds is erased, its clock returns to real time, and what you choose is planted. Clients, keys, tokens and webhooks stay. Meanwhile every other request is refused. It cannot be undone.',
  },
  sw: {
    sandbox: 'Mazingira ya majaribio',
    state: 'Hali',
    holds: 'Yaliyomo',
    never: 'Yaliyopandwa mwanzoni, na yaliyofanyika tangu hapo',
    erased: 'Safu zilizofutwa hadi sasa',
    lastReset: 'Yaliwekwa upya mara ya mwisho',
    reset: 'Weka upya mazingira ya majaribio',
    means:
      'Yote yaliyomo kwenye mazingira ya majaribio yanafutwa, saa yake inarudi kwenye wakati halisi, na unachochagua kinapandwa. Programu, funguo, tokeni na webhook zinabaki. Wakati huo kila ombi jingine linakataliwa. Haiwezi kutenguliwa.',
  },
});

export const resetStates: StateWords<TestResetState> = {
  READY: { tone: 'good', word: { en: 'Ready', sw: 'Tayari' } },
  RESETTING: { tone: 'warning', word: { en: 'Being reset', sw: 'Yanawekwa upya' } },
};
