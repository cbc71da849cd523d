import type { StateWords } from '../../components/state.tsx';
import type { MemberState, SavingsAccountState } from '../../graph/generated/graphql.ts';
import { texts } from '../../texts/texts.ts';

export const membersTexts = texts({
  en: {
    members: 'Members',
    state: 'State',
    everyState: 'All states',
    searchHint: 'Name, number, phone or national ID',
    joined: 'Joined',
    none: 'No member to show',
    noneHint: 'There are none yet, or none that matches the search and the filters.',
  },
  sw: {
    members: 'Wanachama',
    state: 'Hali',
    everyState: 'Hali zote',
    searchHint: 'Jina, nambari, simu au kitambulisho',
    joined: 'Alijiunga',
    none: 'Hakuna mwanachama wa kuonyesha',
    noneHint: 'Bado hakuna, au hakuna anayelingana na utafutaji na vichujio.',
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

export const accountStates: StateWords<SavingsAccountState> = {
  PENDING_APPROVAL: { tone: 'info', word: { en: 'Waits for approval', sw: 'Inasubiri idhini' } },
  ACTIVE: { tone: 'good', word: { en: 'Active', sw: 'Hai' } },
  FROZEN: { tone: 'warning', word: { en: 'Frozen', sw: 'Imegandishwa' } },
  DORMANT: { tone: 'neutral', word: { en: 'Dormant', sw: 'Imelala' } },
  CLOSED: { tone: 'neutral', word: { en: 'Closed', sw: 'Imefungwa' } },
  REJECTED: { tone: 'bad', word: { en: 'Rejected', sw: 'Imekataliwa' } },
};

export const memberTexts = texts({
  en: {
    owes: 'Owes',
    saved: 'Savings',
    loans: 'Loans',
    savings: 'Savings',
    noLoans: 'No loan yet.',
    noSavings: 'No account yet.',
    late: '{days} days late',
    next: 'Next',
    oldest: 'Oldest unpaid',
    of: 'of',
    available: 'available',
    particulars: 'Details',
    number: 'Number',
    phone: 'Phone',
    nationalId: 'National ID',
    born: 'Born',
    branch: 'Branch',
    confirmed: 'Identity confirmed',
    since: 'Joined',
    reason: 'Reason',
    nominees: 'Nominees',
    died: 'Died on',
  },
  sw: {
    owes: 'Anadaiwa',
    saved: 'Ameweka',
    loans: 'Mikopo',
    savings: 'Akiba',
    noLoans: 'Hakuna mkopo bado.',
    noSavings: 'Hakuna akaunti bado.',
    late: 'Siku {days} za kuchelewa',
    next: 'Ijayo',
    oldest: 'Ya zamani isiyolipwa',
    of: 'kati ya',
    available: 'inapatikana',
    particulars: 'Maelezo',
    number: 'Nambari',
    phone: 'Simu',
    nationalId: 'Kitambulisho',
    born: 'Kuzaliwa',
    branch: 'Tawi',
    confirmed: 'Utambulisho ulithibitishwa',
    since: 'Alijiunga',
    reason: 'Sababu',
    nominees: 'Wateule',
    died: 'Alifariki',
  },
});
