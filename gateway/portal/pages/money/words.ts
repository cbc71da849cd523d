import type { StateWords } from '../../components/state.tsx';
import type {
  AppPaymentState,
  AppState,
  DisbursementChannel,
  DisbursementState,
  FloatTopUpState,
  IncidentKind,
  IncidentState,
  MobileMoneyChannel,
  MobileMoneyTransactionState,
  ReconciliationBreakState,
  ReconciliationBreakType,
  ReconciliationProposal,
  RepaymentChannel,
  RepaymentState,
  UnsettledPaymentKind,
  UnsettledPaymentState,
} from '../../graph/generated/graphql.ts';
import { plainWords } from '../../format/format.ts';
import type { BreakStep } from '../../graph/generated/names.ts';
import type { InLanguages, Language } from '../../texts/texts.ts';

type Words<Name extends string> = { readonly [N in Name]: InLanguages };

export const disbursementStates: StateWords<DisbursementState> = {
  PENDING: { tone: 'neutral', word: { en: 'Pending', sw: 'Unasubiri' } },
  SENDING: { tone: 'info', word: { en: 'Sending', sw: 'Unatumwa' } },
  SENT: { tone: 'info', word: { en: 'Sent', sw: 'Umetumwa' } },
  UNKNOWN: { tone: 'warning', word: { en: 'Outcome unknown', sw: 'Matokeo hayajulikani' } },
  CONFIRMED: { tone: 'good', word: { en: 'Paid', sw: 'Umelipwa' } },
  FAILED: { tone: 'bad', word: { en: 'Failed', sw: 'Umeshindikana' } },
  REVIEW: { tone: 'warning', word: { en: 'In review', sw: 'Unakaguliwa' } },
  IN_RECOVERY: { tone: 'bad', word: { en: 'To be recovered', sw: 'Unarejeshwa' } },
  REVERSED: { tone: 'neutral', word: { en: 'Reversed', sw: 'Umetenguliwa' } },
  CANCELLED: { tone: 'neutral', word: { en: 'Cancelled', sw: 'Umeghairiwa' } },
};

export const repaymentStates: StateWords<RepaymentState> = {
  BOOKED: { tone: 'good', word: { en: 'Booked', sw: 'Yameandikwa' } },
  REVERSED: { tone: 'neutral', word: { en: 'Reversed', sw: 'Yametenguliwa' } },
};

export const receivedStates: StateWords<MobileMoneyTransactionState> = {
  PENDING: { tone: 'neutral', word: { en: 'Pending', sw: 'Zinasubiri' } },
  SENT: { tone: 'info', word: { en: 'Payer is prompted', sw: 'Mlipaji ameombwa' } },
  UNKNOWN: { tone: 'warning', word: { en: 'Outcome unknown', sw: 'Matokeo hayajulikani' } },
  UNALLOCATED: { tone: 'warning', word: { en: 'In suspense', sw: 'Hazijapangiwa' } },
  ALLOCATED: { tone: 'good', word: { en: 'Booked', sw: 'Zimeandikwa' } },
  MERGED: { tone: 'neutral', word: { en: 'Part of another payment', sw: 'Sehemu ya malipo mengine' } },
  RETURNING: { tone: 'info', word: { en: 'Going back', sw: 'Zinarudishwa' } },
  FAILED: { tone: 'bad', word: { en: 'Failed', sw: 'Zimeshindikana' } },
  EXPIRED: { tone: 'neutral', word: { en: 'No answer', sw: 'Hakuna jibu' } },
  CANCELLED_BY_PAYER: { tone: 'neutral', word: { en: 'Payer declined', sw: 'Mlipaji alikataa' } },
  REVERSED: { tone: 'neutral', word: { en: 'Returned', sw: 'Zimerudishwa' } },
  CORRECTED: { tone: 'neutral', word: { en: 'Entered wrongly', sw: 'Ziliandikwa kimakosa' } },
};

export const breakStates: StateWords<ReconciliationBreakState> = {
  OPEN: { tone: 'warning', word: { en: 'Open', sw: 'Wazi' } },
  UNDER_REVIEW: { tone: 'info', word: { en: 'Looked into', sw: 'Inachunguzwa' } },
  RESOLVED: { tone: 'good', word: { en: 'Resolved', sw: 'Imetatuliwa' } },
  CLEARED: { tone: 'good', word: { en: 'Agrees now', sw: 'Inalingana sasa' } },
};

export const incidentStates: StateWords<IncidentState> = {
  OPEN: { tone: 'warning', word: { en: 'Open', sw: 'Wazi' } },
  RESOLVED: { tone: 'good', word: { en: 'Resolved', sw: 'Limetatuliwa' } },
};

const payoutStates: Partial<StateWords<AppPaymentState>> = {
  PENDING: { tone: 'neutral', word: { en: 'Pending', sw: 'Yanasubiri' } },
  SENDING: { tone: 'info', word: { en: 'Sending', sw: 'Yanatumwa' } },
  SENT: { tone: 'info', word: { en: 'Sent', sw: 'Yametumwa' } },
  UNKNOWN: { tone: 'warning', word: { en: 'Outcome unknown', sw: 'Matokeo hayajulikani' } },
  REVIEW: { tone: 'warning', word: { en: 'In review', sw: 'Yanakaguliwa' } },
  SUCCEEDED: { tone: 'good', word: { en: 'Paid', sw: 'Yamelipwa' } },
  FAILED: { tone: 'bad', word: { en: 'Failed', sw: 'Yameshindikana' } },
  CANCELLED: { tone: 'neutral', word: { en: 'Cancelled', sw: 'Yameghairiwa' } },
  REVERSED: { tone: 'neutral', word: { en: 'Reversed', sw: 'Yametenguliwa' } },
};

const collectionStates: StateWords<AppPaymentState> = {
  PENDING: { tone: 'neutral', word: { en: 'Pending', sw: 'Yanasubiri' } },
  SENDING: { tone: 'info', word: { en: 'Sending', sw: 'Yanatumwa' } },
  SENT: { tone: 'info', word: { en: 'Payer is prompted', sw: 'Mlipaji ameombwa' } },
  UNKNOWN: { tone: 'warning', word: { en: 'Outcome unknown', sw: 'Matokeo hayajulikani' } },
  REVIEW: { tone: 'warning', word: { en: 'In review', sw: 'Yanakaguliwa' } },
  SUCCEEDED: { tone: 'good', word: { en: 'Received', sw: 'Yamepokelewa' } },
  FAILED: { tone: 'bad', word: { en: 'Failed', sw: 'Yameshindikana' } },
  EXPIRED: { tone: 'neutral', word: { en: 'No answer', sw: 'Hakuna jibu' } },
  CANCELLED_BY_PAYER: { tone: 'neutral', word: { en: 'Payer declined', sw: 'Mlipaji alikataa' } },
  CANCELLED: { tone: 'neutral', word: { en: 'Cancelled', sw: 'Yameghairiwa' } },
  REVERSED: { tone: 'neutral', word: { en: 'Reversed', sw: 'Yametenguliwa' } },
};

export const appStates: StateWords<AppState> = {
  ACTIVE: { tone: 'good', word: { en: 'Active', sw: 'Hai' } },
  DISABLED: { tone: 'neutral', word: { en: 'Switched off', sw: 'Imezimwa' } },
};

export const topUpStates: StateWords<FloatTopUpState> = {
  PENDING: { tone: 'neutral', word: { en: 'Pending', sw: 'Inasubiri' } },
  SENDING: { tone: 'info', word: { en: 'Sending', sw: 'Inatumwa' } },
  SENT: { tone: 'info', word: { en: 'Sent', sw: 'Imetumwa' } },
  UNKNOWN: { tone: 'warning', word: { en: 'Outcome unknown', sw: 'Matokeo hayajulikani' } },
  REVIEW: { tone: 'warning', word: { en: 'In review', sw: 'Inakaguliwa' } },
  CONFIRMED: { tone: 'good', word: { en: 'Topped up', sw: 'Imeongezwa' } },
  FAILED: { tone: 'bad', word: { en: 'Failed', sw: 'Imeshindikana' } },
  CANCELLED: { tone: 'neutral', word: { en: 'Cancelled', sw: 'Imeghairiwa' } },
  REVERSED: { tone: 'neutral', word: { en: 'Reversed', sw: 'Imetenguliwa' } },
};

export const unsettledStates: StateWords<UnsettledPaymentState> = {
  UNKNOWN: { tone: 'info', word: { en: 'Status is queried', sw: 'Hali inaulizwa' } },
  REVIEW: { tone: 'warning', word: { en: 'In review', sw: 'Yanakaguliwa' } },
};

export const unsettledKinds: Words<UnsettledPaymentKind> = {
  DISBURSEMENT: { en: 'Disbursement', sw: 'Utoaji wa mkopo' },
  FLOAT_TOP_UP: { en: 'Top-up of float', sw: 'Nyongeza ya floti' },
  PAYOUT: { en: 'Payout of an app', sw: 'Malipo ya programu' },
  COLLECTION: { en: 'Collection of an app', sw: 'Makusanyo ya programu' },
};

export const disbursementChannels: Words<DisbursementChannel> = {
  MPESA_B2C: { en: 'M‑Pesa', sw: 'M‑Pesa' },
  AIRTEL_B2C: { en: 'Airtel Money', sw: 'Airtel Money' },
  MPESA_B2B: { en: 'M‑Pesa to a business', sw: 'M‑Pesa kwa biashara' },
  BANK: { en: 'Bank', sw: 'Benki' },
  INTERNAL: { en: 'In our own books', sw: 'Vitabuni mwetu' },
};

export const repaymentChannels: Words<RepaymentChannel> = {
  CASH: { en: 'Cash', sw: 'Taslimu' },
  BANK: { en: 'Bank', sw: 'Benki' },
  MPESA_PAYBILL: { en: 'Paybill', sw: 'Paybill' },
  AIRTEL: { en: 'Airtel Money', sw: 'Airtel Money' },
  SCHOOL: { en: 'School', sw: 'Shule' },
  SAVINGS: { en: 'Savings', sw: 'Akiba' },
};

export const receivedChannels: Words<MobileMoneyChannel> = {
  MPESA_PAYBILL: { en: 'Paybill', sw: 'Paybill' },
  MPESA_STK: { en: 'Prompt, M‑Pesa', sw: 'Ombi, M‑Pesa' },
  AIRTEL: { en: 'Prompt, Airtel Money', sw: 'Ombi, Airtel Money' },
  BANK: { en: 'Bank', sw: 'Benki' },
};

export const breakTypes: Words<ReconciliationBreakType> = {
  MISSING_HERE: { en: 'Missing here', sw: 'Haipo hapa' },
  MISSING_THERE: { en: 'Missing there', sw: 'Haipo kule' },
  AMOUNT_DIFFERS: { en: 'Amounts differ', sw: 'Kiasi kinatofautiana' },
  DUPLICATE: { en: 'There twice', sw: 'Ipo mara mbili' },
  LATE: { en: 'Booked late', sw: 'Iliandikwa kwa kuchelewa' },
};

export const breakAdvice: Words<ReconciliationProposal> = {
  BOOK_PAYMENT: { en: 'Book the payment that is missing here.', sw: 'Andika malipo ambayo hayapo hapa.' },
  SAME_AS_RECORD: {
    en: 'See whether it is the same as the record or receipt that is named.',
    sw: 'Angalia kama ni sawa na rekodi au risiti iliyotajwa.',
  },
  ASK_PROVIDER: { en: 'Ask the provider.', sw: 'Muulize mtoa huduma.' },
  CORRECT_AMOUNT: { en: 'Find out which amount is right.', sw: 'Tafuta kiasi kilicho sahihi.' },
  UNDO_DUPLICATE: { en: 'Undo what is there twice.', sw: 'Tengua kilichopo mara mbili.' },
  ACCEPT_TIMING: { en: 'Accept that it came late.', sw: 'Kubali kwamba ilichelewa.' },
};

/** Why money lies in suspense, by the code of its record. */
const SUSPENDED: { readonly [code: string]: InLanguages } = {
  unknown_reference: {
    en: 'No account matches what the payer typed.',
    sw: 'Hakuna akaunti inayolingana na alichoandika mlipaji.',
  },
  confirmation_awaited: {
    en: 'The provider is being asked whether it came.',
    sw: 'Mtoa huduma anaulizwa kama yalifika.',
  },
  not_confirmed: {
    en: 'The provider says otherwise when it is asked.',
    sw: 'Mtoa huduma anapoulizwa anasema vingine.',
  },
  ambiguous_reference: {
    en: 'What the payer typed matches several accounts.',
    sw: 'Alichoandika mlipaji kinalingana na akaunti kadhaa.',
  },
};
export const suspendedFor = (reason: string | null): InLanguages | null =>
  reason === null ? null : (SUSPENDED[reason] ?? { en: reason, sw: reason });

export const incidentKinds: Words<IncidentKind> = {
  LATE_SUCCESS: { en: 'Paid after all', sw: 'Ililipwa baadaye' },
  FLOAT_SHORT: { en: 'Float does not cover it', sw: 'Floti haitoshi' },
  PAID_TWICE: { en: 'Paid twice', sw: 'Ililipwa mara mbili' },
  FAILURE_AFTER_SUCCESS: { en: 'Failed after success', sw: 'Ilishindikana baada ya kufaulu' },
  AMOUNT_MISMATCH: { en: 'A different amount was paid', sw: 'Kiasi kingine kililipwa' },
  RECIPIENT_MISMATCH: { en: 'Another person was paid', sw: 'Mtu mwingine alilipwa' },
  IMPLAUSIBLE_TIME: { en: 'Implausible time', sw: 'Muda usioaminika' },
  NO_ANSWER: { en: 'No answer for a day', sw: 'Hakuna jibu kwa siku nzima' },
  RETURNED_AFTER_USE: { en: 'Returned after use', sw: 'Ilirudi baada ya kutumika' },
  TAKEN_BACK_AFTER_REFUND: { en: 'Taken back after a refund', sw: 'Ilichukuliwa tena baada ya kurejeshewa' },
  PROVIDER_FLOAT_INSUFFICIENT: { en: 'Account at the provider is empty', sw: 'Akaunti ya mtoa huduma ni tupu' },
  FLOAT_DIFFERENCE: { en: 'Float differs', sw: 'Floti inatofautiana' },
  COLLECTED_DIFFERENCE: { en: 'Money collected differs', sw: 'Makusanyo yanatofautiana' },
  CHARGES_DIFFERENCE: { en: 'Charges differ', sw: 'Ada zinatofautiana' },
  RECEIPT_USED_TWICE: { en: 'Receipt used twice', sw: 'Risiti imetumika mara mbili' },
  RECEIPT_ELSEWHERE: { en: 'Receipt is booked elsewhere', sw: 'Risiti imeandikwa kwingine' },
  RECEIPT_UNCERTAIN: { en: 'One of two payments', sw: 'Mojawapo ya malipo mawili' },
  ENTERED_NOT_PAID: { en: 'Entered as paid, provider denies it', sw: 'Iliingizwa kama imelipwa, mtoa huduma anakana' },
  RECEIPT_DIFFERS: { en: 'Another receipt or amount', sw: 'Risiti au kiasi kingine' },
  NOTIFICATION_UNREADABLE: { en: 'Message can’t be read', sw: 'Ujumbe hausomeki' },
  NOTIFICATION_ELSEWHERE: { en: 'Message of another payment', sw: 'Ujumbe wa malipo mengine' },
  NOTIFICATION_UNKNOWN: { en: 'Message of an unknown payment', sw: 'Ujumbe wa malipo yasiyojulikana' },
  PAYMENT_UNCONFIRMED: { en: 'Payment is not confirmed', sw: 'Malipo hayajathibitishwa' },
  APP_NOT_CREDITED: { en: 'App was not credited', sw: 'Programu haikupewa' },
  NOTIFICATION_CONTRADICTS: { en: 'Message that the books refuse', sw: 'Ujumbe unaokataliwa na vitabu' },
  CREDIT_NAMES_PAYMENT: { en: 'Credit repeats a payment’s reference', sw: 'Pesa yenye rejeleo la malipo' },
  AIRTEL_DIFFERENCE: { en: 'Airtel account differs', sw: 'Akaunti ya Airtel inatofautiana' },
  BALANCE_UNKNOWN: { en: 'Balance is not reported', sw: 'Salio halisemwi' },
  CREDENTIAL_REFUSED: { en: 'Credential is refused', sw: 'Kitambulisho kinakataliwa' },
  LIST_GAP: { en: 'Provider’s list was not compared', sw: 'Orodha ya mtoa huduma haikulinganishwa' },
  PAYMENT_HELD_BACK: { en: 'Payment is held back', sw: 'Malipo yamezuiliwa' },
  EXCHANGE_RATE_MISSING: { en: 'Exchange rate is missing', sw: 'Kiwango cha ubadilishaji hakipo' },
  MEMBER_NOT_SCREENED: { en: 'Member was not screened', sw: 'Mwanachama hakuchunguzwa' },
};

/** What comes to the paybill unasked has no reference of its app: it is made of its receipt. */
export const isUnprompted = ({
  reference,
  receiptNo,
}: {
  readonly reference: string;
  readonly receiptNo: string | null;
}) => reference === `paybill:${receiptNo}`;

/** The state of a payment of an app; one that these words lack is shown as it is. */
export function appPaymentState(direction: 'out' | 'in', state: AppPaymentState): StateWords<string>[string] {
  const words: Partial<StateWords<AppPaymentState>> = direction === 'out' ? payoutStates : collectionStates;
  return words[state] ?? { tone: 'neutral', word: { en: state, sw: state } };
}

const breakSteps: Words<BreakStep> = {
  raise: { en: 'Found', sw: 'Imegunduliwa' },
  assign: { en: 'Taken on', sw: 'Imekabidhiwa' },
  book: { en: 'Booked', sw: 'Imeandikwa' },
  resolve: { en: 'Resolved', sw: 'Imetatuliwa' },
  clear: { en: 'Agrees now', sw: 'Inalingana sasa' },
  reopen: { en: 'Reopened', sw: 'Imefunguliwa tena' },
};

/** What was done with a break; a name that these words lack is written as it is. */
export const breakDeed = (step: string, spoken: Language): string =>
  step in breakSteps ? breakSteps[step as BreakStep][spoken] : plainWords(step);
