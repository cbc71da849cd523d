import type { StateWords } from '../../components/state.tsx';
import type { SimulatedAnswer } from '../../graph/generated/graphql.ts';
import { texts, type InLanguages, type Language } from '../../texts/texts.ts';

export const simulatorTexts = texts({
  en: {
    simulator: 'Simulator',
    prompts: 'Prompts on phones',
    payouts: 'Payments at the provider',
    ownFloat: 'Our own float',
    noPrompts: 'No prompts yet',
    noPayouts: 'No payments yet',
    noPromptsHint:
      'Prompt a payer, from Collections or as an app. A number that ends in 008 waits until it is answered here.',
    noPayoutsHint: 'Disburse a loan, or pay out as an app. A number that ends in 008 waits until it is answered here.',
    numbers: 'Test numbers',
    numbersHint:
      'The last three digits of a phone number decide what happens, unless you answer above. Every other number pays.',
    ofPrompts: 'Prompts',
    ofPayouts: 'Payments',
    ends: 'Ends in',
    becomes: 'What becomes of it',
    party: 'Number',
    amount: 'Amount',
    taken: 'Received',
    says: 'The provider',
    answer: 'Answer',
    answerTitle: 'Answer in the provider’s place',
    what: 'Answer',
    other: 'Another amount',
    otherHint: 'Only where it is paid: whole shillings, in place of {amount}.',
    means: 'It is notified at once, over the network, as a real provider’s answer is.',
    contradicts:
      'It has answered before. The new answer contradicts it, as providers sometimes do: people find it under Incidents.',
    pay: 'Pay to the paybill',
    payTitle: 'Pay as a payer who was not asked',
    phone: 'The payer’s phone',
    account: 'Account',
    accountHint: 'L-000012, SA-000034, an admission number, an app’s prefix. Anything else waits in suspense.',
    paid: 'Paid. The payer’s receipt is {receipt}; Collections has it by that.',
    none: 'A live institution has no simulator',
    noneHint: 'Its payers and providers are real.',
  },
  sw: {
    simulator: 'Kiigizaji',
    prompts: 'Maombi kwenye simu',
    payouts: 'Malipo kwa mtoa huduma',
    ownFloat: 'Floti yetu',
    noPrompts: 'Hakuna simu iliyoombwa',
    noPayouts: 'Hakuna kilicholipwa bado',
    noPromptsHint:
      'Omba mlipaji alipe, kutoka Makusanyo au kama programu. Nambari inayoishia 008 husubiri hadi ijibiwe hapa.',
    noPayoutsHint: 'Toa mkopo, au lipa kama programu. Nambari inayoishia 008 husubiri hadi ijibiwe hapa.',
    numbers: 'Nambari za majaribio',
    numbersHint:
      'Tarakimu tatu za mwisho za nambari ya simu huamua kinachotokea, usipojibu hapo juu. Nambari nyingine zote hulipa.',
    ofPrompts: 'Maombi',
    ofPayouts: 'Malipo',
    ends: 'Inaishia',
    becomes: 'Kinachotokea',
    party: 'Nambari',
    amount: 'Kiasi',
    taken: 'Ilipokelewa',
    says: 'Mtoa huduma',
    answer: 'Jibu',
    answerTitle: 'Jibu badala ya mtoa huduma',
    what: 'Jibu',
    other: 'Kiasi kingine',
    otherHint: 'Pale tu inapolipwa: shilingi kamili, badala ya {amount}.',
    means: 'Huarifiwa mara moja kupitia mtandao, kama jibu la mtoa huduma halisi.',
    contradicts:
      'Amejibu tayari. Jibu jipya linapingana na la kwanza, kama watoa huduma wafanyavyo wakati mwingine: watu hulipata kwenye Matukio.',
    pay: 'Lipa kwenye paybill',
    payTitle: 'Lipa kama mlipaji ambaye hakuombwa',
    phone: 'Simu ya mlipaji',
    account: 'Akaunti',
    accountHint: 'L-000012, SA-000034, nambari ya usajili, kiambishi cha programu. Nyingine yoyote husubiri kupangiwa.',
    paid: 'Imelipwa. Risiti ya mlipaji ni {receipt}; iko kwenye Makusanyo.',
    none: 'Taasisi halisi haina kiigizaji',
    noneHint: 'Walipaji na watoa huduma wake ni halisi.',
  },
});

/** Where a payment stands at the provider. */
export const simulatedStates: StateWords<'WAITS' | 'ANSWERS' | 'NOTIFIED'> = {
  WAITS: { tone: 'warning', word: { en: 'Waits for an answer', sw: 'Husubiri jibu' } },
  ANSWERS: { tone: 'info', word: { en: 'Answers soon', sw: 'Itajibu punde' } },
  NOTIFIED: { tone: 'good', word: { en: 'Has answered', sw: 'Imejibu' } },
};

export const answerWords: { readonly [Answer in SimulatedAnswer]: InLanguages } = {
  PAID: { en: 'Paid', sw: 'Imelipwa' },
  INSUFFICIENT_FUNDS: { en: 'The payer has too little money', sw: 'Mlipaji hana pesa za kutosha' },
  WRONG_PIN: { en: 'The payer typed a wrong PIN', sw: 'Mlipaji aliandika PIN isiyo sahihi' },
  CANCELLED: { en: 'The payer said no', sw: 'Mlipaji alikataa' },
  EXPIRED: { en: 'The payer let it lie', sw: 'Mlipaji aliiacha' },
  UNREACHABLE: { en: 'The phone was off', sw: 'Simu ilikuwa imezimwa' },
  FLOAT_INSUFFICIENT: { en: 'Too little money at the provider', sw: 'Pesa hazitoshi kwa mtoa huduma' },
  RECIPIENT_UNREGISTERED: { en: 'The number is not registered', sw: 'Hakuna aliyesajiliwa kwa nambari hii' },
  RECIPIENT_LIMIT: { en: 'The wallet would hold too much', sw: 'Pochi ingezidi kikomo' },
  TIMED_OUT: {
    en: 'Its queue timed out; the outcome stays open',
    sw: 'Foleni yake iliisha muda; matokeo hayajulikani',
  },
};

/** What numbers do, by the server's words. */
const MEANS: { readonly [means: string]: string } = {
  'is paid': 'hulipwa',
  'is not paid: too little money': 'hailipwi: pesa hazitoshi',
  'is not paid: wrong PIN': 'hailipwi: PIN si sahihi',
  'is not paid: the phone does not answer': 'hailipwi: simu haijibu',
  'is cancelled by the payer': 'hukataliwa na mlipaji',
  expires: 'muda wake huisha',
  'is paid late; an earlier status query says that the phone did not answer':
    'hulipwa kwa kuchelewa; ulizo la awali husema simu haikujibu',
  'is paid; no notification comes, a status query finds out': 'hulipwa; hakuna taarifa, ulizo la hali hugundua',
  'stays open until it is answered on this page': 'hubaki wazi hadi ijibiwe kwenye ukurasa huu',
  'is paid; the notification comes three times': 'hulipwa; taarifa huja mara tatu',
  'is paid; the notification comes before the reply': 'hulipwa; taarifa huja kabla ya jibu',
  'is paid; the request gets no reply': 'hulipwa; ombi halipati jibu',
  'fails: the provider is down': 'hushindwa: mtoa huduma hapatikani',
  'stays open: the provider is down and cannot say whether it was booked':
    'hubaki wazi: mtoa huduma hapatikani, na haijulikani kama iliandikwa',
  'is paid at the third attempt': 'hulipwa kwa jaribio la tatu',
  'is paid with a different amount': 'hulipwa kwa kiasi tofauti',
  'is paid after our access token is renewed': 'hulipwa baada ya tokeni yetu kufanywa upya',
  'is not paid: the payer’s PIN is locked': 'hailipwi: PIN ya mlipaji imefungwa',
  'is rejected immediately': 'hukataliwa papo hapo',
  'is declined: the float is too small': 'hukataliwa: floti haitoshi',
  'is declined: the number does not exist': 'hukataliwa: nambari haipo',
  'is declined: the recipient is not registered': 'hukataliwa: mpokeaji hajasajiliwa',
  'is declined: the recipient’s wallet would hold too much': 'hukataliwa: pochi ya mpokeaji ingezidi kikomo',
  'is paid; the provider reports only a time-out': 'hulipwa; mtoa huduma huripoti tu kuisha kwa muda',
  'is paid; the provider reports a time-out first': 'hulipwa; mtoa huduma kwanza huripoti kuisha kwa muda',
  'is paid after the provider reported a failure': 'hulipwa baada ya mtoa huduma kuripoti hitilafu',
  'is not sent: the provider has locked our credential': 'haitumwi: mtoa huduma amefunga kitambulisho chetu',
  'is declined; no notification comes, a status query finds out': 'hukataliwa; hakuna taarifa, ulizo la hali hugundua',
};

/** As a line of a table: `is paid late` as `Paid late`. */
export function meansOf(means: string, spoken: Language): string {
  const words = spoken === 'sw' ? (MEANS[means] ?? means) : means.replace(/^is /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
