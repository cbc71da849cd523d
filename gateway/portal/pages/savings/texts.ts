import type { StateWords } from '../../components/state.tsx';
import type {
  AtMaturity,
  SavingsKind,
  SavingsTransactionState,
  SavingsTransactionType,
} from '../../graph/generated/graphql.ts';
import { texts, type InLanguages } from '../../texts/texts.ts';

export const savingsTexts = texts({
  en: {
    accountNo: 'Account number',
    ofOne: 'Of one member',
    savings: 'Savings',
    kind: 'Kind',
    everyKind: 'All kinds',
    state: 'State',
    everyState: 'All states',
    none: 'No account to show',
    noneHint: 'There are none yet, or none that matches. Open a member to see what they have saved.',
    balance: 'Balance',
    held: 'Held',
    available: 'Available',
    facts: 'Details',
    member: 'Member',
    product: 'Product',
    why: 'Reason',
    opened: 'Opened',
    productRate: 'Current rate',
    productTerm: 'The product binds for now',
    productBreakCost: 'Breaking early costs now',
    aYear: '{rate} % a year',
    months: '{count} months',
    ofInterest: '{rate} % of the interest',
    matures: 'Matures',
    matured: 'Not bound since',
    atMaturity: 'At maturity',
    redeemable: 'Redeemed from',
    dormant: 'Dormant since',
    reference: 'Reference',
    statement: 'Statement',
    nothingMoved: 'Nothing has moved',
    nothingMovedHint: 'Deposits, withdrawals, interest and holds stand here, newest first.',
  },
  sw: {
    accountNo: 'Nambari ya akaunti',
    ofOne: 'Za mwanachama mmoja',
    savings: 'Akiba',
    kind: 'Aina',
    everyKind: 'Aina zote',
    state: 'Hali',
    everyState: 'Hali zote',
    none: 'Hakuna akaunti ya kuonyesha',
    noneHint: 'Bado hakuna, au hakuna inayolingana. Fungua mwanachama kuona alichoweka.',
    balance: 'Salio',
    held: 'Imezuiwa',
    available: 'Inayopatikana',
    facts: 'Maelezo',
    member: 'Mwanachama',
    product: 'Bidhaa',
    why: 'Sababu',
    opened: 'Ilifunguliwa',
    productRate: 'Bidhaa hulipa sasa',
    productTerm: 'Muda wa bidhaa sasa',
    productBreakCost: 'Gharama ya kuvunja mapema sasa',
    aYear: '{rate} % kwa mwaka',
    months: 'miezi {count}',
    ofInterest: '{rate} % ya riba',
    matures: 'Inakomaa',
    matured: 'Haijafungwa tangu',
    atMaturity: 'Ikikomaa',
    redeemable: 'Hukombolewa kuanzia',
    dormant: 'Imelala tangu',
    reference: 'Kumbukumbu yenu',
    statement: 'Taarifa',
    nothingMoved: 'Hakuna kilichohama',
    nothingMovedHint: 'Amana, pesa zilizotolewa, riba na vizuizi huonekana hapa, vipya kwanza.',
  },
});

export const kinds: { readonly [Kind in SavingsKind]: InLanguages } = {
  ORDINARY: { en: 'Ordinary savings', sw: 'Akiba ya kawaida' },
  FIXED_DEPOSIT: { en: 'Fixed deposit', sw: 'Amana ya muda' },
  SHARES: { en: 'Shares', sw: 'Hisa' },
};

export const maturities: { readonly [Way in AtMaturity]: InLanguages } = {
  ROLL_OVER: { en: 'Bound again, on the same terms', sw: 'Inafungwa tena, kwa masharti yale yale' },
  ROLL_OVER_NEW_TERMS: { en: 'Bound again, on the terms of that day', sw: 'Inafungwa tena, kwa masharti ya siku hiyo' },
  PAY_OUT: { en: 'Paid out to another account', sw: 'Inalipwa kwenye akaunti nyingine' },
  WAIT: { en: 'Waits', sw: 'Inasubiri' },
};

export const movements: { readonly [Type in SavingsTransactionType]: InLanguages } = {
  DEPOSIT: { en: 'Deposit', sw: 'Amana' },
  WITHDRAWAL: { en: 'Withdrawal', sw: 'Pesa zilizotolewa' },
  TRANSFER_IN: { en: 'Transfer in', sw: 'Uhamisho kuingia' },
  TRANSFER_OUT: { en: 'Transfer out', sw: 'Uhamisho kutoka' },
  INTEREST: { en: 'Interest', sw: 'Riba' },
  WITHHOLDING_TAX: { en: 'Withholding tax', sw: 'Kodi ya zuio' },
  FEE: { en: 'Fee', sw: 'Ada' },
  DIVIDEND: { en: 'Dividend', sw: 'Gawio' },
  HOLD: { en: 'Hold', sw: 'Kizuizi' },
};

/** Which way the money of a movement goes; a hold moves none. */
export const directionOf: { readonly [Type in SavingsTransactionType]: 'in' | 'out' | 'held' } = {
  DEPOSIT: 'in',
  WITHDRAWAL: 'out',
  TRANSFER_IN: 'in',
  TRANSFER_OUT: 'out',
  INTEREST: 'in',
  WITHHOLDING_TAX: 'out',
  FEE: 'out',
  DIVIDEND: 'in',
  HOLD: 'held',
};

export const movementStates: StateWords<SavingsTransactionState> = {
  PENDING: { tone: 'info', word: { en: 'On its way', sw: 'Iko njiani' } },
  POSTED: { tone: 'good', word: { en: 'Posted', sw: 'Imeandikwa' } },
  FAILED: { tone: 'bad', word: { en: 'Failed', sw: 'Imeshindikana' } },
  REVERSED: { tone: 'warning', word: { en: 'Reversed', sw: 'Imerudishwa' } },
  HELD: { tone: 'warning', word: { en: 'Held', sw: 'Imezuiwa' } },
  RELEASED: { tone: 'neutral', word: { en: 'Released', sw: 'Imeachiliwa' } },
  CAPTURED: { tone: 'neutral', word: { en: 'Used', sw: 'Imetumika' } },
  EXPIRED: { tone: 'neutral', word: { en: 'Expired', sw: 'Muda umeisha' } },
};
