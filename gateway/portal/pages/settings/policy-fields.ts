import { namesOf } from '../../format/names.ts';
import type { Field, Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import type {
  ChangePoliciesInput,
  LateRegistration,
  SettingsQuery,
  ShareBuyer,
} from '../../graph/generated/graphql.ts';
import type { InLanguages, Language, Translate } from '../../texts/texts.ts';
import type { settingsTexts } from './texts.ts';

export type Policies = NonNullable<SettingsQuery['policies']>;
export type T = Translate<(typeof settingsTexts)['en']>;

/** Policies of one value: lists have forms of their own. */
export type PolicyName = Exclude<keyof ChangePoliciesInput & keyof Policies, 'arrearsBands' | 'appTariff'>;
export type Section = 'lending' | 'alone' | 'savings' | 'school' | 'retention' | 'charges';

/** How a policy is shown and typed. */
export type PolicyField = {
  readonly section: Section;
  readonly label: InLanguages;
  readonly kind: 'flag' | 'days' | 'years' | 'percent' | 'money' | 'text' | 'pattern' | 'choice';
  /** What no value means. */
  readonly absent?: 'never' | 'none' | 'asMuch' | 'usual' | 'instalment';
  readonly words?: { readonly [value: string]: InLanguages };
  /** Decided by one person wherever two are needed for others. */
  readonly byOne?: true;
};

const shareBuyers: { readonly [Buyer in ShareBuyer]: InLanguages } = {
  SOCIETY: { en: 'The society', sw: 'Chama' },
  MEMBER: { en: 'Another member', sw: 'Mwanachama mwingine' },
};
const registrations: { readonly [Late in LateRegistration]: InLanguages } = {
  ACCEPTED: { en: 'Accepted', sw: 'Hukubaliwa' },
  REFUSED: { en: 'Refused', sw: 'Hukataliwa' },
};

/** Every policy of one value, complete by type: one that the graph gets is a type error until it stands here. */
export const policyFields: { readonly [Name in PolicyName]: PolicyField } = {
  fourEyes: {
    section: 'lending',
    label: { en: 'Two people apply, approve and disburse', sw: 'Watu wawili huomba, huidhinisha na kulipa' },
    kind: 'flag',
  },
  verifiedNumbersOnly: {
    section: 'lending',
    label: { en: 'Paid only to the member’s own number', sw: 'Hulipwa kwa nambari ya mwanachama pekee' },
    kind: 'flag',
  },
  phoneChangeDays: {
    section: 'lending',
    label: {
      en: 'After a number change, no payment to it for',
      sw: 'Baada ya nambari kubadilishwa, hailipwi kwa',
    },
    kind: 'days',
  },
  backdateDays: {
    section: 'lending',
    label: { en: 'A payment may be dated back up to', sw: 'Malipo huweza kurudishwa tarehe hadi' },
    kind: 'days',
    absent: 'usual',
  },
  overpaymentLimit: {
    section: 'lending',
    label: { en: 'Overpayment accepted up to', sw: 'Malipo ya ziada hukubaliwa hadi' },
    kind: 'money',
    absent: 'instalment',
  },
  chargeLimitPercent: {
    section: 'lending',
    label: { en: 'Charges on a loan up to', sw: 'Ada za mkopo hadi' },
    kind: 'percent',
  },
  inDuplum: {
    section: 'lending',
    label: { en: 'Interest may not exceed principal (in duplum)', sw: 'Riba haizidi mkopo (in duplum)' },
    kind: 'flag',
  },
  queuesPayouts: {
    section: 'lending',
    label: { en: 'Payouts of apps wait for the provider', sw: 'Malipo ya programu husubiri mtoa huduma' },
    kind: 'flag',
    byOne: true,
  },
  reversalLimit: {
    section: 'alone',
    label: { en: 'Reversal of a payment up to', sw: 'Kutengua malipo hadi' },
    kind: 'money',
    absent: 'asMuch',
  },
  chargeLimit: {
    section: 'alone',
    label: { en: 'Charge on a loan up to', sw: 'Kutoza mkopo hadi' },
    kind: 'money',
    absent: 'asMuch',
  },
  waiverLimit: {
    section: 'alone',
    label: { en: 'Waiver up to', sw: 'Msamaha hadi' },
    kind: 'money',
    absent: 'asMuch',
  },
  bankChargeLimit: {
    section: 'alone',
    label: { en: 'Bank charge up to', sw: 'Ada ya benki hadi' },
    kind: 'money',
    absent: 'asMuch',
  },
  reschedulesByTwo: {
    section: 'alone',
    label: { en: 'Loans are rescheduled by two', sw: 'Mikopo hupangwa upya na wawili' },
    kind: 'flag',
  },
  proposalDays: {
    section: 'alone',
    label: { en: 'A proposal lapses after', sw: 'Pendekezo huisha muda baada ya' },
    kind: 'days',
  },
  savingsNeedApproval: {
    section: 'savings',
    label: { en: 'A second person approves new accounts', sw: 'Mtu wa pili huidhinisha akaunti mpya' },
    kind: 'flag',
  },
  dormancyDays: {
    section: 'savings',
    label: { en: 'Dormant after', sw: 'Hulala baada ya' },
    kind: 'days',
    absent: 'never',
  },
  shareBuyer: {
    section: 'savings',
    label: { en: 'Shares of a member who leaves go to', sw: 'Hisa za anayeondoka huenda kwa' },
    kind: 'choice',
    words: shareBuyers,
  },
  shareNoticeDays: { section: 'savings', label: { en: 'Notice of shares', sw: 'Notisi ya hisa' }, kind: 'days' },
  admissionPattern: {
    section: 'school',
    label: { en: 'Admission numbers look like', sw: 'Nambari za usajili huonekana kama' },
    kind: 'pattern',
    byOne: true,
  },
  fourEyesOnResults: {
    section: 'school',
    label: { en: 'A second person publishes marks', sw: 'Mtu wa pili huchapisha alama' },
    kind: 'flag',
  },
  lateRegistration: {
    section: 'school',
    label: { en: 'Late registration', sw: 'Usajili wa kuchelewa' },
    kind: 'choice',
    words: registrations,
    byOne: true,
  },
  schoolPaybill: {
    section: 'school',
    label: { en: 'Paybill of fees', sw: 'Paybill ya ada' },
    kind: 'text',
    absent: 'none',
  },
  retentionYears: {
    section: 'retention',
    label: { en: 'Members, after the last business', sw: 'Wanachama, baada ya shughuli ya mwisho' },
    kind: 'years',
  },
  studentRetentionYears: {
    section: 'retention',
    label: { en: 'Students, after the last business', sw: 'Wanafunzi, baada ya shughuli ya mwisho' },
    kind: 'years',
  },
  personalReadingDays: {
    section: 'retention',
    label: { en: 'Who was shown personal data', sw: 'Nani alionyeshwa data binafsi' },
    kind: 'days',
  },
  appFeeLimit: {
    section: 'charges',
    label: { en: 'No charge may exceed', sw: 'Hakuna ada inayozidi' },
    kind: 'money',
  },
};

/** What each is called. */
export const policyWords: { readonly [name: string]: InLanguages } = Object.fromEntries(
  Object.entries(policyFields).map(([name, { label }]) => [name, label]),
);

/** The policies of a section, in their order. */
export const policiesIn = (section: Section): readonly PolicyName[] =>
  namesOf(policyFields).filter((name) => policyFields[name].section === section);

/** A value as a page shows it or a form has it. */
type Typed = Values[string] | undefined;

/** A policy's value in words. */
export function valueWords(
  name: PolicyName,
  value: Typed,
  { t, spoken }: { readonly t: T; readonly spoken: Language },
): string {
  const { kind, absent, words } = policyFields[name];
  if (value === null || value === undefined) return absent === undefined ? '–' : t(absent);
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'string') return kind === 'pattern' ? exampleOf(value) : (words?.[value]?.[spoken] ?? value);
  if (kind === 'money') return moneyText(value);
  return t(kind === 'percent' ? 'percent' : kind === 'years' ? 'years' : 'days', { count: value });
}

/** A number as a pattern makes it: `{programme}/{seq:4}/{year}` as `DIP-BM/0001/2026`. */
function exampleOf(pattern: string): string {
  const year = String(new Date().getFullYear());
  return pattern
    .replaceAll('{programme}', 'DIP-BM')
    .replaceAll('{year}', year)
    .replaceAll('{yy}', year.slice(-2))
    .replaceAll(/\{seq(?::(\d))?\}/g, (_, digits: string | undefined) => '1'.padStart(Number(digits ?? 1), '0'));
}

/** The same as a field of a form. */
export function fieldOf(name: PolicyName, policies: Policies, { t, spoken }: { t: T; spoken: Language }): Field {
  const { kind, label, absent, words } = policyFields[name];
  const value = policies[name];
  return {
    name,
    label: label[spoken],
    kind: FIELD_KINDS[kind],
    initial: typedText(value, kind),
    isRequired: absent === undefined,
    ...hintOf(policyFields[name], t),
    ...(words === undefined ? {} : { choices: Object.entries(words).map(([word, shown]) => [word, shown[spoken]]) }),
  };
}

function hintOf({ kind, absent }: PolicyField, t: T): Pick<Field, 'hint'> {
  if (kind === 'pattern') return { hint: t('patternHint') };
  return absent === undefined ? {} : { hint: t('emptyMeans', { absent: t(absent === 'asMuch' ? 'usual' : absent) }) };
}

const FIELD_KINDS: { readonly [Kind in PolicyField['kind']]: Field['kind'] } = {
  flag: 'check',
  days: 'number',
  years: 'number',
  percent: 'number',
  money: 'money',
  text: 'text',
  pattern: 'text',
  choice: 'choice',
};

/** A value as it is typed: shillings with two decimals, a tick as the form stores it. */
function typedText(value: Typed, kind: PolicyField['kind']): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return kind === 'money' ? shillings(Number(value)) : String(value);
}

export const shillings = (cents: number): string => (cents / 100).toFixed(2);
