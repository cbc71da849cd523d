import { centsAsMoney, moneyText } from '../../format/format.ts';
import type { Language } from '../../texts/texts.ts';

/** Where a rule writes an amount, it writes cents without saying so. */
const CENTS = String.raw`(?<cents>\d+)`;

/** The rules as the server writes them, and their sentence in Swahili; `{name}` is what stands there. */
const RULES: readonly (readonly [rule: string, swahili: string])[] = [
  ['Settling fees without money takes two people.', 'Kulipa karo bila pesa kunahitaji watu wawili.'],
  ['Erasing a student takes two people.', 'Kufuta data za mwanafunzi kunahitaji watu wawili.'],
  ['Erasing a member takes two people.', 'Kufuta data za mwanachama kunahitaji watu wawili.'],
  ['Correcting a death takes two people.', 'Kusahihisha kifo kunahitaji watu wawili.'],
  [
    'Moving money of the paybill to the float takes two people.',
    'Kuhamisha pesa za paybill kwenda floti kunahitaji watu wawili.',
  ],
  [
    'That money in suspense never came takes two people.',
    'Kusema kuwa pesa zisizopangiwa hazikuingia kunahitaji watu wawili.',
  ],
  ['Settling a payment in review takes two people.', 'Kuamua malipo yanayokaguliwa kunahitaji watu wawili.'],
  [
    'Booking that a top-up was reversed takes two people.',
    'Kuandika kuwa nyongeza ilitenguliwa kunahitaji watu wawili.',
  ],
  ['Adding float takes two people.', 'Kuongeza floti kunahitaji watu wawili.'],
  [
    'Booking that float paid the provider’s charges takes two people.',
    'Kuandika kuwa floti ililipa ada za mtoa huduma kunahitaji watu wawili.',
  ],
  ['Rescheduling a loan takes two people.', 'Kupanga mkopo upya kunahitaji watu wawili.'],
  [
    'Refinancing a loan approves a new one, which takes two people.',
    'Kufadhili mkopo upya huidhinisha mkopo mpya, jambo linalohitaji watu wawili.',
  ],
  [
    'Taking the loss of a loan, or taking that back, takes two people.',
    'Kukubali hasara ya mkopo, au kuitengua, kunahitaji watu wawili.',
  ],
  ['Confirming a top-up takes two people.', 'Kuthibitisha nyongeza kunahitaji watu wawili.'],
  [
    'Moving money of apps from the bank to the provider takes two people.',
    'Kuhamisha pesa za programu kutoka benki kwenda kwa mtoa huduma kunahitaji watu wawili.',
  ],
  [
    'Booking that a payout was reversed takes two people.',
    'Kuandika kuwa malipo ya programu yalitenguliwa kunahitaji watu wawili.',
  ],
  [
    'Paying a number at a provider that its range does not name takes two people.',
    'Kulipa nambari kwa mtoa huduma ambaye si wake kunahitaji watu wawili.',
  ],
  ['Discharging the estate of a guarantor takes two people.', 'Kuachilia mirathi ya mdhamini kunahitaji watu wawili.'],
  [
    String.raw`Member (?<no>\S+) in the place of a guarantor who died takes two people.`,
    'Mwanachama {no} badala ya mdhamini aliyefariki kunahitaji watu wawili.',
  ],
  [
    String.raw`Recording a payment of more than (?<days>\d+) days ago takes two people.`,
    'Kuandika malipo ya zaidi ya siku {days} zilizopita kunahitaji watu wawili.',
  ],
  [`Reversing more than ${CENTS} takes two people.`, 'Kutengua zaidi ya {cents} kunahitaji watu wawili.'],
  [
    `Booking a charge of the bank of more than ${CENTS} takes two people.`,
    'Kuandika ada ya benki ya zaidi ya {cents} kunahitaji watu wawili.',
  ],
  [
    `Giving up more than ${CENTS} of an invoice takes two people.`,
    'Kuacha zaidi ya {cents} ya ankara kunahitaji watu wawili.',
  ],
  [`Charging more than ${CENTS} on a loan takes two people.`, 'Kutoza mkopo zaidi ya {cents} kunahitaji watu wawili.'],
  [
    `Waiving more than ${CENTS} on a loan takes two people.`,
    'Kusamehe zaidi ya {cents} ya mkopo kunahitaji watu wawili.',
  ],
  [
    String.raw`Paying ${CENTS} to beneficiary (?<number>\d+) takes two people.`,
    'Kumlipa mrithi nambari {number} {cents} kunahitaji watu wawili.',
  ],
  [
    String.raw`Distributing ${CENTS} to the beneficiaries takes two people.`,
    'Kugawa {cents} kwa warithi kunahitaji watu wawili.',
  ],
  [
    String.raw`Undoing part (?<part>\d+) of a claim takes two people.`,
    'Kutengua sehemu ya {part} ya dai kunahitaji watu wawili.',
  ],
  [
    String.raw`Settling loan (?<no>\S+) with ${CENTS} .+ takes two people.`,
    'Kulipa mkopo {no} kwa {cents} baada ya kifo kunahitaji watu wawili.',
  ],
  [
    '(?<why>.+) Reversing the deposit lets it out all the same, which takes two people.',
    'Kutengua amana kunatoa pesa ambazo akaunti haiziruhusu kutoka ({why}), na kunahitaji watu wawili.',
  ],
  [
    '(?<why>.+) Reversing the repayment lets its cash out all the same, which takes two people.',
    'Kutengua marejesho kunatoa pesa taslimu kwa mwanachama asiyelipwa ({why}), na kunahitaji watu wawili.',
  ],
];

const PATTERNS = RULES.map(
  ([rule, swahili]) => [new RegExp(`^${rule.replace(/\.$/, String.raw`\.`)}$`, 'd'), swahili] as const,
);

type Said = { readonly text: string; readonly language: Language };

/** Why something takes two people, with its amounts as money, and the language in which it is said. */
export function ruleText(rule: string, spoken: Language): Said {
  for (const [pattern, swahili] of PATTERNS) {
    const found = pattern.exec(rule);
    if (found === null) continue;
    const { cents, ...others } = found.groups ?? {};
    const money = cents === undefined ? '' : moneyText(Number(cents));
    if (spoken === 'en') {
      if (cents === undefined) return { text: centsAsMoney(rule), language: 'en' };
      const [from, to] = found.indices?.groups?.['cents'] ?? [0, 0];
      return { text: `${rule.slice(0, from)}${money}${rule.slice(to)}`, language: 'en' };
    }
    const values: { readonly [name: string]: string | undefined } = {
      ...others,
      cents: money,
      why: centsAsMoney(others['why'] ?? ''),
    };
    return { text: swahili.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''), language: 'sw' };
  }
  return { text: centsAsMoney(rule), language: 'en' };
}
