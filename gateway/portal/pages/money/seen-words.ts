import type { IncidentKind } from '../../graph/generated/graphql.ts';
import type { Language } from '../../texts/texts.ts';
import { FAILED, failedFor } from './failure-words.ts';

/**
 * What the server says of a payment, in Swahili: by its code, and with its figures where the sentence has some. The sentences
 * themselves stay as they are stored, which auditors read.
 */

/** What was seen and what to do, of each kind of incident. */
const SEEN: { readonly [Kind in IncidentKind]: string } = {
  LATE_SUCCESS:
    'Mtoa huduma alisema kuwa hakulipa, kisha kuwa alilipa. Malipo yameandikwa; angalia kwa nini maelezo yalibadilika.',
  FLOAT_SHORT:
    'Mtoa huduma alilipa baada ya kusema kuwa hakulipa, na floti haitoshi: ongeza floti, kisha malipo yataandikwa.',
  PAID_TWICE: 'Mpokeaji alilipwa mara mbili. Malipo ya pili ni deni: yarejeshe, kisha tengua utoaji wa mkopo.',
  FAILURE_AFTER_SUCCESS: 'Mtoa huduma alisema kuwa alilipa, kisha kuwa hakulipa. Vitabu vyake vinaulizwa.',
  AMOUNT_MISMATCH: FAILED.amount_mismatch,
  RECIPIENT_MISMATCH: FAILED.recipient_mismatch,
  IMPLAUSIBLE_TIME: FAILED.implausible_time,
  NO_ANSWER: 'Kwa siku nzima mtoa huduma hajasema yaliyotokea kwa malipo: yatafute kwenye taarifa yake.',
  RETURNED_AFTER_USE:
    'Pesa zilirudi, lakini mkopo umelipwa au kubadilishwa tangu hapo. Tengua kisichopaswa kusimama, kisha kubali kurudi: hakuna kilichokopeshwa, na kilicholipwa ni cha mwanachama.',
  TAKEN_BACK_AFTER_REFUND:
    'Malipo yalichukuliwa tena baada ya ziada yake kwenda kwa mwanachama. Mkopo unadaiwa hiyo pia: ikusanye.',
  PROVIDER_FLOAT_INSUFFICIENT: 'Akaunti kwa mtoa huduma ni tupu: hakuna kinachotumwa hadi ijazwe.',
  FLOAT_DIFFERENCE:
    'Akaunti ya kulipia kwa mtoa huduma haina kiasi kinachosemwa na vitabu, na kilicho njiani hakielezi tofauti.',
  COLLECTED_DIFFERENCE:
    'Akaunti ya makusanyo kwa mtoa huduma haina kiasi kinachosemwa na vitabu, na kilichoingia tangu hapo hakielezi tofauti.',
  CHARGES_DIFFERENCE:
    'Alichotoza mtoa huduma si kile ambacho vitabu vinadaiwa, na malipo yaliyo njiani hayaelezi tofauti.',
  RECEIPT_USED_TWICE: FAILED.receipt_used_twice,
  RECEIPT_ELSEWHERE: 'Risiti ileile imeandikwa kwenye akaunti nyingine, au kwa upande mwingine.',
  RECEIPT_DIFFERS: 'Mtoa huduma anaripoti risiti au kiasi tofauti kwa malipo ambayo yamekamilika.',
  RECEIPT_UNCERTAIN:
    'Makusanyo yalilipwa kwa kuchelewa, na malipo mawili yanayosubiri kupangiwa yanaweza kuwa hayo. Hakuna kilichoandikwa: gundua ni yapi, kwa risiti yake.',
  ENTERED_NOT_PAID:
    'Mtu aliingiza malipo ya ombi, na mtoa huduma anasema kuwa ombi halikulipwa: gundua kama pesa zilifika.',
  NOTIFICATION_UNREADABLE:
    'Mtoa huduma aliarifu kuhusu malipo kwa ujumbe usiosomeka. Hayakuandikwa: soma ujumbe uliohifadhiwa.',
  NOTIFICATION_ELSEWHERE:
    'Mtoa huduma aliarifu kuhusu malipo mengine, au nambari fupi nyingine, kuliko ya anwani iliyotumika. Hayakuandikwa.',
  NOTIFICATION_UNKNOWN: 'Mtoa huduma aliarifu kuhusu malipo ambayo vitabu havijui. Kilichoingia kinasubiri kupangiwa.',
  PAYMENT_UNCONFIRMED:
    'Malipo makubwa kwenye paybill yaliarifiwa, na mtoa huduma anapoulizwa anasema vingine. Yanasubiri kupangiwa: gundua nani aliyaarifu.',
  APP_NOT_CREDITED:
    'Pesa ziliingia kwenye paybill kwa kiambishi cha programu iliyozimwa, au kwa akaunti inayofanana na yetu. Zinasubiri kupangiwa: gundua ni za nani.',
  NOTIFICATION_CONTRADICTS: 'Mtoa huduma aliarifu kuhusu malipo yanayokataliwa na vitabu. Hayakuandikwa.',
  CREDIT_NAMES_PAYMENT:
    'Pesa zilizoingia benki zinataja rejeleo la malipo, na benki haisemi kuwa ni zilizorudi siku hizi. Zimeandikwa kuwa zimepokelewa: gundua ni za nini.',
  AIRTEL_DIFFERENCE:
    'Akaunti ya Airtel Money haina kiasi kinachosemwa na vitabu, na kilicho njiani au inachodaiwa hakielezi tofauti.',
  BALANCE_UNKNOWN:
    'Mtoa huduma hasemi akaunti yetu ina kiasi gani, ingawa anaulizwa: hailinganishwi tena na vitabu. Angalia mipangilio yake.',
  CREDENTIAL_REFUSED:
    'Mtoa huduma anakataa kitambulisho chetu, au akaunti yetu: hakuna kinachotumwa kwake tena. Kibadilishe au kifunguliwe, kisha endeleza malipo.',
  LIST_GAP:
    'Makusanyo ya paybill ya saa kadhaa hayakulinganishwa na orodha ya mtoa huduma, inayohifadhi siku mbili: linganisha taarifa ya siku hizo.',
  PAYMENT_HELD_BACK:
    'Malipo hayaingizwi kwenye faili za benki kwa sababu ya mwanachama wake: amua kuhusu mwanachama, au futa malipo.',
  EXCHANGE_RATE_MISSING:
    'Kikomo cha kuzuia utakatishaji hakina kiwango cha ubadilishaji cha siku ya pesa: andika kimoja, kisha angalia tena wakati huo.',
  MEMBER_NOT_SCREENED:
    'Majina ya mwanachama na wateule hayakuweza kulinganishwa na orodha za vikwazo: sahihisha maelezo yake, nayo yatalinganishwa tena.',
};

const KES = String.raw`KES [\d,]+\.\d\d`;
const RECORD = String.raw`[\w ]+ [0-9a-f-]{36}`;

/** Sentences with figures: what the server writes, and the same in Swahili with what was found in it. */
const WITH_FIGURES: readonly (readonly [server: RegExp, swahili: string])[] = [
  [
    new RegExp(
      `^The provider reports (?<paid>${KES}) under the receipt (?<receipt>\\S+) for (?<record>${RECORD}), which is (?<other>${RECORD}) of (?<booked>${KES})\\.`,
    ),
    'Mtoa huduma anaripoti {paid} kwa risiti {receipt} kuhusu {record}, ambayo ni ya {other} ya {booked}. Hakuna kilichoandikwa tena; gundua pesa ni za wapi.',
  ],
  [
    new RegExp(`^The provider paid (?<paid>${KES}) under (?<receipt>\\S+); (?<requested>${KES}) was requested\\.$`),
    'Mtoa huduma alilipa {paid} kwa risiti {receipt}; iliombwa {requested}.',
  ],
  [
    new RegExp(
      `^The provider said that it had not paid, and then that it had paid (?<paid>${KES}) of (?<requested>${KES}) under (?<receipt>\\S+)\\.$`,
    ),
    'Mtoa huduma alisema kuwa hakulipa, kisha kuwa alilipa {paid} kati ya {requested} kwa risiti {receipt}.',
  ],
  [
    /^The provider dates the payment (?<receipt>\S+) at (?<at>\S+), which can’t be\.$/,
    'Mtoa huduma anasema kuwa malipo {receipt} ni ya {at}, jambo lisilowezekana.',
  ],
  [
    /^The receipt (?<receipt>\S+) is booked on the account (?<account>.+) \(\w+\), and was known of the account (?<other>.+) \(\w+\) before\./,
    'Risiti {receipt} imeandikwa kwenye akaunti {account}, na ilijulikana kwenye akaunti {other} hapo awali. Gundua ipi ni sahihi.',
  ],
  [
    new RegExp(`^A payment was taken back after (?<refunded>${KES}) of it .* Loan (?<loan>L-\\d+) owes that now`),
    'Malipo yalichukuliwa tena baada ya {refunded} yake kwenda kwa mwanachama. Mkopo {loan} unadaiwa hiyo sasa, pamoja na kilichokuwa kimelipwa: ikusanye.',
  ],
  [
    /^The provider paid after it had said that it had not, and the loan takes no money any more\./,
    'Mtoa huduma alilipa baada ya kusema kuwa hakulipa, na mkopo haupokei pesa tena. Malipo ni deni: yarejeshe, kisha tengua utoaji wa mkopo.',
  ],
  [
    /^The provider’s own books say that it did not pay what is booked as paid/,
    'Vitabu vya mtoa huduma vinasema kuwa hakulipa kilichoandikwa kuwa kimelipwa: kitengue, kwa ushahidi.',
  ],
  [
    /^What the paybill (?<paybill>\S+) collected from (?<from>\S+ \S+) to (?<to>\S+ \S+) was never compared,/,
    'Makusanyo ya paybill {paybill} kuanzia {from} hadi {to} hayakulinganishwa, na hayamo tena kwenye orodha ya mtoa huduma: linganisha taarifa ya siku hizo.',
  ],
  [
    new RegExp(`^The prompt is booked as paid with (?<paid>${KES}); the provider says now that it was not paid `),
    'Ombi limeandikwa kuwa limelipwa {paid}; sasa mtoa huduma anasema kuwa halikulipwa. Hakuna kilichotenguliwa: gundua ukweli kwenye taarifa yake.',
  ],
  [
    /^The provider said that the prompt was paid, named no receipt, and says now that it was not paid /,
    'Mtoa huduma alisema kuwa ombi lililipwa, bila kutaja risiti, na sasa anasema kuwa halikulipwa. Halikuandikwa: gundua kwenye taarifa yake kama pesa zilifika.',
  ],
];

/** What was seen of an incident. */
export const seenText = (kind: IncidentKind, summary: string, spoken: Language): string =>
  spoken === 'en' ? summary : (withFigures(summary) ?? SEEN[kind]);

/** Why a payment failed or is in doubt; null where the server says nothing. */
export const failureText = (
  code: string | null | undefined,
  message: string | null | undefined,
  spoken: Language,
): string | null =>
  spoken === 'en' || message == null ? (message ?? null) : (withFigures(message) ?? failedFor(code, message, spoken));

function withFigures(sentence: string): string | null {
  for (const [server, swahili] of WITH_FIGURES) {
    const found = server.exec(sentence);
    if (found) return swahili.replaceAll(/\{(\w+)\}/g, (whole, name: string) => found.groups?.[name] ?? whole);
  }
  return null;
}
