import { moneyText } from '../../format/format.ts';
import type { SettingsQuery } from '../../graph/generated/graphql.ts';
import type { InLanguages, Translate } from '../../texts/texts.ts';
import type { settingsTexts } from './texts.ts';

export type Policies = NonNullable<SettingsQuery['policies']>;
type T = Translate<(typeof settingsTexts)['en']>;
/** A policy as a line: what it is, and its value in words. */
export type PolicyRow = readonly [label: InLanguages, value: string];

type Flag = { [Name in keyof Policies]: Policies[Name] extends boolean ? Name : never }[keyof Policies];
const flag = (p: Policies, name: Flag, t: T) => t(p[name] ? 'yes' : 'no');
const days = (count: number | null, t: T) => (count === null ? t('never') : t('days', { count }));
const most = (cents: number | null, t: T) => (cents === null ? t('asMuch') : moneyText(cents));

export const institutionRows = (p: Policies, t: T): readonly PolicyRow[] => [
  [{ en: 'Name', sw: 'Jina' }, p.institution],
  [{ en: 'Time zone', sw: 'Eneo la saa' }, p.timeZone],
  [{ en: 'Currency', sw: 'Sarafu' }, p.currency],
  [{ en: 'Books closed through', sw: 'Vitabu vimefungwa hadi' }, p.booksClosedThrough ?? t('none')],
];

export const lendingRows = (p: Policies, t: T): readonly PolicyRow[] => [
  [
    { en: 'Two people apply, approve and disburse', sw: 'Watu wawili huomba, huidhinisha na kulipa' },
    flag(p, 'fourEyes', t),
  ],
  [
    { en: 'Paid only to the member’s own number', sw: 'Hulipwa kwa nambari ya mwanachama pekee' },
    flag(p, 'verifiedNumbersOnly', t),
  ],
  [{ en: 'A payment is dated back by at most', sw: 'Malipo hurudishwa tarehe kwa zaidi ya' }, days(p.backdateDays, t)],
  [
    { en: 'Beyond what is owed a loan takes', sw: 'Zaidi ya deni mkopo hupokea' },
    p.overpaymentLimit === null ? '–' : moneyText(p.overpaymentLimit),
  ],
  [{ en: 'Charges on a loan at most', sw: 'Ada za mkopo zisizozidi' }, t('percent', { count: p.chargeLimitPercent })],
  [{ en: 'In duplum', sw: 'In duplum' }, flag(p, 'inDuplum', t)],
  [
    { en: 'Payouts of apps wait for the provider', sw: 'Malipo ya programu husubiri mtoa huduma' },
    flag(p, 'queuesPayouts', t),
  ],
];

export const aloneRows = (p: Policies, t: T): readonly PolicyRow[] => [
  [{ en: 'Reverses a payment of', sw: 'Hurudisha malipo ya' }, most(p.reversalLimit, t)],
  [{ en: 'Charges on a loan', sw: 'Hutoza mkopo' }, most(p.chargeLimit, t)],
  [{ en: 'Waives of a loan', sw: 'Husamehe mkopo' }, most(p.waiverLimit, t)],
  [{ en: 'Books a charge of the bank of', sw: 'Huandika ada ya benki ya' }, most(p.bankChargeLimit, t)],
  [{ en: 'Loans are rescheduled by two', sw: 'Mikopo hupangwa upya na wawili' }, flag(p, 'reschedulesByTwo', t)],
  [{ en: 'A proposal can be approved for', sw: 'Pendekezo huweza kuidhinishwa kwa' }, days(p.proposalDays, t)],
];

export const savingsRows = (p: Policies, t: T): readonly PolicyRow[] => [
  [
    { en: 'A second person approves new accounts', sw: 'Mtu wa pili huidhinisha akaunti mpya' },
    flag(p, 'savingsNeedApproval', t),
  ],
  [{ en: 'Dormant after', sw: 'Hulala baada ya' }, days(p.dormancyDays, t)],
  [{ en: 'Shares of who leaves go to', sw: 'Hisa za anayeondoka huenda kwa' }, p.shareBuyer],
  [{ en: 'Notice of shares', sw: 'Notisi ya hisa' }, days(p.shareNoticeDays, t)],
];

export const schoolRows = (p: Policies, t: T): readonly PolicyRow[] => [
  [{ en: 'Admission numbers', sw: 'Nambari za usajili' }, p.admissionPattern],
  [{ en: 'A second person publishes marks', sw: 'Mtu wa pili huchapisha alama' }, flag(p, 'fourEyesOnResults', t)],
  [{ en: 'Late registration', sw: 'Usajili wa kuchelewa' }, p.lateRegistration],
  [{ en: 'Paybill of fees', sw: 'Paybill ya ada' }, p.schoolPaybill ?? t('none')],
];

export const retentionRows = (p: Policies, t: T): readonly PolicyRow[] => [
  [
    { en: 'Members, after the last business', sw: 'Wanachama, baada ya shughuli ya mwisho' },
    t('years', { count: p.retentionYears }),
  ],
  [
    { en: 'Students, after the last business', sw: 'Wanafunzi, baada ya shughuli ya mwisho' },
    t('years', { count: p.studentRetentionYears }),
  ],
  [
    { en: 'Who was shown personal data', sw: 'Nani alionyeshwa data binafsi' },
    t('days', { count: p.personalReadingDays }),
  ],
  [{ en: 'Events, deliveries, requests', sw: 'Matukio, uwasilishaji, maombi' }, t('days', { count: 30 })],
];
