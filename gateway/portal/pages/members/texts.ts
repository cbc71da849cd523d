import type { StateWords } from '../../components/state.tsx';
import type { MemberState } from '../../graph/generated/graphql.ts';
import { texts } from '../../texts/texts.ts';

export const membersTexts = texts({
  en: {
    members: 'Members',
    state: 'State',
    everyState: 'Every state',
    searchHint: 'Name, number, phone or national id',
    none: 'No member fits',
    noneHint: 'Search for another beginning of a name, or take the filters away.',
  },
  sw: {
    members: 'Wanachama',
    state: 'Hali',
    everyState: 'Hali zote',
    searchHint: 'Jina, nambari, simu au kitambulisho',
    none: 'Hakuna mwanachama anayelingana',
    noneHint: 'Tafuta mwanzo mwingine wa jina, au ondoa vichujio.',
  },
});

export const memberStates: StateWords<MemberState> = {
  PENDING_KYC: { tone: 'info', word: { en: 'Identity pending', sw: 'Utambulisho unasubiri' } },
  KYC_REJECTED: { tone: 'bad', word: { en: 'Identity refused', sw: 'Utambulisho umekataliwa' } },
  ACTIVE: { tone: 'good', word: { en: 'Active', sw: 'Hai' } },
  SUSPENDED: { tone: 'warning', word: { en: 'Suspended', sw: 'Amesimamishwa' } },
  DORMANT: { tone: 'neutral', word: { en: 'Dormant', sw: 'Amelala' } },
  BLACKLISTED: { tone: 'bad', word: { en: 'Blacklisted', sw: 'Orodha nyeusi' } },
  EXITED: { tone: 'neutral', word: { en: 'Left', sw: 'Ametoka' } },
  DECEASED: { tone: 'neutral', word: { en: 'Deceased', sw: 'Marehemu' } },
};
