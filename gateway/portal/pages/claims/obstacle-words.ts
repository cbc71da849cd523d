import { moneyText } from '../../format/format.ts';
import type { InLanguages, Language } from '../../texts/texts.ts';

/** What keeps a claim from its end, as the server says it, and as a person reads it: amounts are money, and Swahili is Swahili. */
const OBSTACLES: readonly (readonly [RegExp, InLanguages])[] = [
  [
    /^loan (?<no>\S+) waits for its disbursement: withdraw it$/,
    {
      en: 'Loan {no} waits for its disbursement: withdraw it.',
      sw: 'Mkopo {no} unasubiri kutolewa: uondoe.',
    },
  ],
  [
    /^loan (?<no>\S+) is owed (?<amount>\d+): settle it$/,
    { en: 'Loan {no} is owed {amount}: settle it.', sw: 'Mkopo {no} unadaiwa {amount}: umalize.' },
  ],
  [
    /^loan (?<no>\S+) was overpaid by (?<amount>\d+): transfer it to an account of the member$/,
    {
      en: 'Loan {no} was overpaid by {amount}: transfer it to an account of the member.',
      sw: 'Mkopo {no} ulilipwa zaidi kwa {amount}: zihamishe kwenye akaunti ya mwanachama.',
    },
  ],
  [
    /^loan (?<no>\S+) is an application: withdraw it$/,
    { en: 'Loan {no} is an application: withdraw it.', sw: 'Mkopo {no} ni ombi tu: liondoe.' },
  ],
  [
    /^loan (?<no>\S+) was paid out twice: have (?<amount>\d+) that came twice given back$/,
    {
      en: 'Loan {no} was paid out twice: have {amount} that came twice given back.',
      sw: 'Mkopo {no} ulitolewa mara mbili: {amount} zilizokuja mara ya pili zirudishwe.',
    },
  ],
  [
    /^payment (?<no>\S+) of (?<amount>\d+) waits in suspense: allocate it, or give it back$/,
    {
      en: 'Payment {no} of {amount} waits in suspense: allocate it, or give it back.',
      sw: 'Malipo {no} ya {amount} yanasubiri bila mahali: yaweke panapostahili, au yarudishe.',
    },
  ],
  [
    /^the member stands for (?<amount>\d+) of loan (?<no>\S+): substitute the guarantor, or discharge the estate$/,
    {
      en: 'The member stands for {amount} of loan {no}: substitute the guarantor, or discharge the estate.',
      sw: 'Mwanachama amedhamini {amount} ya mkopo {no}: weka mdhamini mwingine, au ondoa dhamana ya mirathi.',
    },
  ],
  [
    /^account (?<no>\S+) has (?<amount>\d+)$/,
    { en: 'Account {no} has {amount}: distribute it.', sw: 'Akaunti {no} ina {amount}: zigawe.' },
  ],
  [
    /^account (?<no>\S+) has (?<amount>\d+), and is frozen$/,
    { en: 'Account {no} has {amount}, and is frozen.', sw: 'Akaunti {no} ina {amount}, na imezuiwa.' },
  ],
  [
    /^account (?<no>\S+) has (?<amount>\d+), of which (?<held>\d+) is held: release it$/,
    {
      en: 'Account {no} has {amount}, of which {held} is held: release it.',
      sw: 'Akaunti {no} ina {amount}, na {held} kati yake zimeshikiliwa: ziachilie.',
    },
  ],
  [
    /^account (?<no>\S+) has (?<amount>\d+) and (?<interest>\d+) of interest$/,
    {
      en: 'Account {no} has {amount} and {interest} of interest: distribute it.',
      sw: 'Akaunti {no} ina {amount} na riba ya {interest}: zigawe.',
    },
  ],
  [
    /^beneficiaries are owed (?<amount>\d+)$/,
    { en: 'Beneficiaries are owed {amount}: pay them.', sw: 'Warithi wanadai {amount}: walipe.' },
  ],
];

/** An obstacle in a language; where its sentence is of a later version, the server's own, in English. */
export function obstacleText(
  obstacle: string,
  spoken: Language,
): { readonly text: string; readonly language: Language } {
  for (const [pattern, words] of OBSTACLES) {
    const found = pattern.exec(obstacle)?.groups;
    if (found === undefined) continue;
    const shown = (whole: string, name: string) => {
      const value = found[name];
      if (value === undefined) return whole;
      return name === 'no' ? value : moneyText(Number(value));
    };
    return { text: words[spoken].replaceAll(/\{(\w+)\}/g, shown), language: spoken };
  }
  return { text: obstacle, language: 'en' };
}
