import { moneyText } from '../format/format.ts';
import type { Refused } from '../components/refusals.tsx';
import type { RefusalCode } from '../graph/generated/refusals.ts';
import type { InLanguages, Language } from './texts.ts';
export { adviceFor } from './refusal-advice.ts';
export { titleOf, valueTitleOf } from './refusal-titles.ts';

/**
 * What a refusal says with its amounts, by its code; a code with several sentences has the first whose amounts the server sent. Where
 * none fits, the sentence of the server does. Loaded where something was refused.
 */
const SENTENCES: {
  readonly [Code in RefusalCode | 'range' | 'overpayment' | 'unknown_phone']?: readonly InLanguages[];
} = {
  role_limit_exceeded: [
    {
      en: 'This is {amount}, and your roles let you do at most {limit} in one step. Let a person with a higher limit do it.',
      sw: 'Hii ni {amount}, na majukumu yako yanaruhusu hadi {limit} kwa hatua moja. Mwenye kikomo kikubwa zaidi aifanye.',
    },
  ],
  insufficient_balance: [
    {
      en: '{available_float} of float is available, and {requested_amount} is needed. Top up the float, or pay less.',
      sw: 'Floti iliyopo ni {available_float}, na inahitajika {requested_amount}. Ongeza floti, au lipa kidogo.',
    },
  ],
  daily_limit_reached: [
    {
      en: 'The agent may pay out {daily_limit} in a day; {remaining_amount} of it is left today.',
      sw: 'Wakala anaweza kulipa {daily_limit} kwa siku; leo imebaki {remaining_amount}.',
    },
  ],
  insufficient_funds: [
    {
      en: 'The account has {available_balance} available; {requested_amount} was requested.',
      sw: 'Akaunti ina {available_balance} inayopatikana; iliombwa {requested_amount}.',
    },
  ],
  savings_account_not_empty: [
    {
      en: 'The account holds {balance}, of which {held} is held. Pay it out first.',
      sw: 'Akaunti ina {balance}, na {held} kati yake imezuiwa. Itoe kwanza.',
    },
  ],
  repayment_exceeds_outstanding: [
    {
      en: 'The loan is owed {outstanding_amount} and takes {most_amount} at most; {paid_amount} was paid.',
      sw: 'Mkopo unadaiwa {outstanding_amount} na unapokea hadi {most_amount}; ililipwa {paid_amount}.',
    },
  ],
  settlement_too_small: [
    {
      en: 'Settling the loan takes {required_amount}; {paid_amount} was paid.',
      sw: 'Kumaliza mkopo kunahitaji {required_amount}; ililipwa {paid_amount}.',
    },
  ],
  charge_exceeds_limit: [
    {
      en: 'The loan takes charges of {most_amount} more at most.',
      sw: 'Mkopo unaweza kutozwa hadi {most_amount} zaidi.',
    },
  ],
  deposit_multiple_exceeded: [
    {
      en: 'The loan is of {principal}. The member’s deposits of {deposits} allow {most_principal}; {required_deposits} would be needed.',
      sw: 'Mkopo ni wa {principal}. Akiba ya mwanachama ya {deposits} inaruhusu {most_principal}; ingehitajika {required_deposits}.',
    },
  ],
  disbursement_exceeds_principal: [
    {
      en: 'The loan has {remaining_amount} left to disburse; {requested_amount} was requested.',
      sw: 'Mkopo umebakiza {remaining_amount} ya kulipwa; iliombwa {requested_amount}.',
    },
  ],
  balance_outstanding: [
    {
      en: 'The student owes {balance_due}. Settle it, or go on with a reason.',
      sw: 'Mwanafunzi anadaiwa {balance_due}. Lipa deni, au endelea kwa kutoa sababu.',
    },
  ],
  invoice_has_payments: [
    {
      en: '{paid} is paid on the invoice and {credited} is credited.',
      sw: 'Ankara imelipwa {paid} na imepunguzwa {credited}.',
    },
  ],
  refund_exceeds_collection: [
    {
      en: '{remaining_amount} of the collection is left to return; {requested_amount} was requested.',
      sw: 'Imebaki {remaining_amount} ya makusanyo ya kurudisha; iliombwa {requested_amount}.',
    },
  ],
  topup_differs: [
    {
      en: 'The top-up announces {announced_amount}; the statement shows {statement_amount}.',
      sw: 'Nyongeza inasema {announced_amount}; taarifa inaonyesha {statement_amount}.',
    },
  ],
  out_of_product_range: [
    {
      en: 'The product lends {least_amount} to {most_amount}.',
      sw: 'Bidhaa hii hukopesha {least_amount} hadi {most_amount}.',
    },
  ],
  range: [
    {
      en: 'The channel carries {least_amount} to {most_amount} a payment.',
      sw: 'Njia hii hubeba {least_amount} hadi {most_amount} kwa malipo.',
    },
    { en: 'At most {most_amount}.', sw: 'Si zaidi ya {most_amount}.' },
    { en: 'At most the balance of {balance}.', sw: 'Si zaidi ya salio la {balance}.' },
  ],
  unknown_phone: [
    { en: 'No phone has this number: check its digits.', sw: 'Hakuna simu yenye nambari hii: angalia tarakimu zake.' },
  ],
  overpayment: [
    {
      en: 'Only {owed_amount} is owed; this payment may not leave a credit.',
      sw: 'Inadaiwa {owed_amount} tu; malipo haya hayawezi kuacha salio.',
    },
  ],
};

/** The sentence of a refusal with its amounts as money; null where the server's own has to do. */
export function sentenceOf({ code, amounts = [] }: Refused, language: Language): string | null {
  const money = new Map(amounts.map(({ name, cents }) => [name, moneyText(cents)]));
  const fitting = hasSentences(code)
    ? SENTENCES[code]?.find(({ en }) => namesIn(en).every((name) => money.has(name)))
    : undefined;
  return fitting?.[language].replaceAll(NAMES, (whole, name: string) => money.get(name) ?? whole) ?? null;
}

const NAMES = /\{(\w+)\}/g;
const namesIn = (sentence: string): readonly string[] => [...sentence.matchAll(NAMES)].map(([, name = '']) => name);
const hasSentences = (code: string): code is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, code);
