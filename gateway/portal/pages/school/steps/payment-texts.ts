import { texts } from '../../../texts/texts.ts';

export const paymentStepTexts = texts({
  en: {
    reason: 'Reason',
    reverse: 'Reverse',
    reverseTitle: 'Take back the payment {reference}',
    reverseMeans: '{amount} is taken back: the invoices that it paid are open again by their part of it.',
    cause: 'Why it does not stay',
    CORRECTED: 'The booking was wrong',
    TAKEN_BACK: 'The provider or the bank has the money again',
    onceMore: 'Its receipt may be booked again.',
    neverAgain: 'Its receipt is never booked again.',
    return: 'Return to the loan',
    returnTitle: 'Give the rest back to the loan',
    returnMeans: '{amount} prepays the loan that it came from. The student has it no longer.',
  },
  sw: {
    reason: 'Sababu',
    reverse: 'Batilisha',
    reverseTitle: 'Batilisha malipo {reference}',
    reverseMeans: '{amount} inaondolewa: ankara zilizolipwa nayo zinadaiwa tena kwa sehemu yake.',
    cause: 'Kwa nini haibaki',
    CORRECTED: 'Iliandikwa vibaya',
    TAKEN_BACK: 'Mtoa huduma au benki imerudishiwa pesa',
    onceMore: 'Risiti yake inaweza kuandikwa tena.',
    neverAgain: 'Risiti yake haiandikwi tena kamwe.',
    return: 'Rudisha kwa mkopo',
    returnTitle: 'Rudisha kilichobaki kwa mkopo',
    returnMeans: '{amount} inalipa mkopo ilikotoka kabla ya wakati. Mwanafunzi hana tena.',
  },
});
