import type { StateWords } from '../../components/state.tsx';
import type { SimulatedAnswer } from '../../graph/generated/graphql.ts';
import { texts, type InLanguages } from '../../texts/texts.ts';

export const simulatorTexts = texts({
  en: {
    simulator: 'Simulator',
    prompts: 'Prompts on phones',
    payouts: 'Payments at the provider',
    ownFloat: 'Our own float',
    noPrompts: 'No phone was prompted',
    noPayouts: 'Nothing was paid out yet',
    noPromptsHint:
      'Prompt a payer, from Collections or as an app. A number that ends in 008 waits until it is answered here.',
    noPayoutsHint: 'Disburse a loan, or pay out as an app. A number that ends in 008 waits until it is answered here.',
    numbers: 'What numbers do',
    numbersHint: 'Where you give no answer, the last three digits of the number decide.',
    ofPrompts: 'A prompt to …',
    ofPayouts: 'A payment to …',
    ends: 'Ends in',
    becomes: 'What becomes of it',
    party: 'Number',
    amount: 'Amount',
    taken: 'Taken on',
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
    numbers: 'Nambari hufanya nini',
    numbersHint: 'Tarakimu tatu za mwisho za nambari huamua, pasipo mtu anayejibu.',
    ofPrompts: 'Ombi kwa …',
    ofPayouts: 'Malipo kwa …',
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
  'is paid late: a query before says that the phone did not answer':
    'hulipwa kwa kuchelewa: ulizo la kabla husema simu haikujibu',
  'is paid; nothing is notified, a query says so': 'hulipwa; hakuna taarifa, ulizo husema hivyo',
  'stays open for ever': 'hubaki wazi daima',
  'is paid; notified three times': 'hulipwa; huarifiwa mara tatu',
  'is paid; notified before the reply': 'hulipwa; huarifiwa kabla ya jibu',
  'is paid; there is never a reply': 'hulipwa; hakuna jibu kamwe',
  'fails in the provider’s front (503)': 'hushindwa langoni mwa mtoa huduma (503)',
  'fails in the provider’s front (503); whether it was booked can’t be learnt':
    'hushindwa langoni mwa mtoa huduma (503); haijulikani kama iliandikwa',
  'is paid; turned away twice first': 'hulipwa; hurudishwa mara mbili kwanza',
  'is paid, another amount than was requested': 'hulipwa, kiasi kingine na kilichoombwa',
  'is paid; the token has to be renewed first': 'hulipwa; tokeni hufanywa upya kwanza',
  'is not paid: the payer’s PIN is locked': 'hailipwi: PIN ya mlipaji imefungwa',
  'is rejected immediately': 'hukataliwa papo hapo',
  'is declined with 1': 'hukataliwa kwa msimbo 1',
  'is declined with SFC_IC0003': 'hukataliwa kwa msimbo SFC_IC0003',
  'is declined with 2040': 'hukataliwa kwa msimbo 2040',
  'is declined with 8': 'hukataliwa kwa msimbo 8',
  'is paid; only the queue’s time-out is notified': 'hulipwa; huarifiwa tu kuwa foleni iliisha muda',
  'is paid; the queue’s time-out is notified first': 'hulipwa; kwanza huarifiwa kuwa foleni iliisha muda',
  'is paid after an internal failure was notified': 'hulipwa baada ya kuarifiwa hitilafu ya ndani',
  'is not sent: the credential is locked and the circuit open (8006)': 'haitumwi: kitambulisho kimefungwa (8006)',
  'is declined; nothing is notified, a query says so': 'hukataliwa; hakuna taarifa, ulizo husema hivyo',
};

export const meansOf = (means: string, spoken: 'en' | 'sw'): string =>
  spoken === 'sw' ? (MEANS[means] ?? means) : means;
