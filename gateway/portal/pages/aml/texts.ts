import type { StateWords } from '../../components/state.tsx';
import type { AmlAlertState, AmlSeverity } from '../../graph/generated/graphql.ts';
import { texts, type InLanguages, type Language } from '../../texts/texts.ts';

export const amlTexts = texts({
  en: {
    alerts: 'AML alerts',
    state: 'State',
    undecided: 'Undecided',
    everyState: 'Every state',
    severity: 'Severity',
    everySeverity: 'Every severity',
    none: 'No alert fits',
    noneHint: 'Nothing waits for a decision. Choose every state to see what was decided.',
    about: 'About',
    moved: 'Moved in this time',
    threshold: 'The rule begins at',
    window: 'Days',
    decideBy: 'Decide by',
    assignee: 'Looked into by',
    reason: 'Reason of the last decision',
    report: 'Reference of the report',
    reportHint: 'As the Financial Reporting Centre has confirmed it.',
    raised: 'Raised',
    evidence: 'What triggered it',
    evidenceHint: '{count} records of money that moved.',
    why: 'Why',
    whyHint: 'In a sentence that an auditor understands.',
    assign: 'Assign',
    assignTitle: 'Assign the alert',
    escalate: 'Escalate',
    escalateTitle: 'Escalate to the reporting officer',
    file: 'File report',
    fileTitle: 'A suspicious activity report was filed',
    fileMeans: 'Another person files it than the one who escalated the alert.',
    close: 'Close',
    closeTitle: 'Close the alert',
    falsePositive: 'False positive',
    falsePositiveTitle: 'Mark as a false positive',
    reopen: 'Reopen',
    reopenTitle: 'Look into it again',
  },
  sw: {
    alerts: 'Tahadhari za AML',
    state: 'Hali',
    undecided: 'Hazijaamuliwa',
    everyState: 'Hali zote',
    severity: 'Uzito',
    everySeverity: 'Uzito wowote',
    none: 'Hakuna tahadhari inayolingana',
    noneHint: 'Hakuna kinachosubiri uamuzi. Chagua hali zote kuona yaliyoamuliwa.',
    about: 'Kuhusu',
    moved: 'Kilichohama wakati huu',
    threshold: 'Kanuni inaanza kwa',
    window: 'Siku',
    decideBy: 'Amua kabla ya',
    assignee: 'Anayechunguza',
    reason: 'Sababu ya uamuzi wa mwisho',
    report: 'Kumbukumbu ya ripoti',
    reportHint: 'Kama Kituo cha Kuripoti Fedha kilivyothibitisha.',
    raised: 'Ilitolewa',
    evidence: 'Kilichosababisha',
    evidenceHint: 'Rekodi {count} za pesa zilizohama.',
    why: 'Kwa nini',
    whyHint: 'Kwa sentensi ambayo mkaguzi anaelewa.',
    assign: 'Kabidhi',
    assignTitle: 'Kabidhi tahadhari',
    escalate: 'Pandisha',
    escalateTitle: 'Pandisha kwa afisa wa kuripoti',
    file: 'Wasilisha ripoti',
    fileTitle: 'Ripoti ya shughuli ya kutiliwa shaka imewasilishwa',
    fileMeans: 'Anawasilisha mtu mwingine kuliko aliyepandisha.',
    close: 'Funga',
    closeTitle: 'Funga tahadhari',
    falsePositive: 'Si kweli',
    falsePositiveTitle: 'Weka alama kuwa si kweli',
    reopen: 'Fungua tena',
    reopenTitle: 'Chunguza tena',
  },
});

export const alertStates: StateWords<AmlAlertState> = {
  OPEN: { tone: 'warning', word: { en: 'Open', sw: 'Wazi' } },
  UNDER_REVIEW: { tone: 'info', word: { en: 'Under review', sw: 'Inachunguzwa' } },
  ESCALATED: { tone: 'bad', word: { en: 'Escalated', sw: 'Imepandishwa' } },
  SAR_FILED: { tone: 'good', word: { en: 'Report filed', sw: 'Ripoti imewasilishwa' } },
  CLOSED: { tone: 'neutral', word: { en: 'Closed', sw: 'Imefungwa' } },
  FALSE_POSITIVE: { tone: 'neutral', word: { en: 'False positive', sw: 'Si kweli' } },
};

export const severities: StateWords<AmlSeverity> = {
  LOW: { tone: 'neutral', word: { en: 'Low', sw: 'Mdogo' } },
  MEDIUM: { tone: 'warning', word: { en: 'Medium', sw: 'Wa kati' } },
  HIGH: { tone: 'bad', word: { en: 'High', sw: 'Mkubwa' } },
};

const RULES: { readonly [rule: string]: InLanguages } = {
  daily_cash: { en: 'Much cash in a day', sw: 'Fedha taslimu nyingi kwa siku' },
  structuring: { en: 'Deposits just below the threshold', sw: 'Amana chini kidogo ya kiwango' },
  round_amounts: { en: 'Round sums, again and again', sw: 'Kiasi kamili, tena na tena' },
  new_account_high_value: { en: 'Much money on a new account', sw: 'Pesa nyingi kwa akaunti mpya' },
  rapid_in_out: { en: 'In and out within two days', sw: 'Kuingia na kutoka ndani ya siku mbili' },
  velocity: { en: 'Far more than usual', sw: 'Zaidi sana ya kawaida' },
};

/** What a rule looks for; its own name where the institution has set others. */
export const ruleWord = (rule: string, spoken: Language): string => RULES[rule]?.[spoken] ?? rule.replaceAll('_', ' ');

const EVIDENCE: { readonly [type: string]: InLanguages } = {
  savings_transaction: { en: 'Savings transaction', sw: 'Muamala wa akiba' },
  repayment: { en: 'Repayment', sw: 'Marejesho' },
  disbursement: { en: 'Disbursement', sw: 'Malipo ya mkopo' },
  mobile_money_transaction: { en: 'Mobile money', sw: 'Pesa za simu' },
};
export const evidenceWord = (type: string, spoken: Language): string => EVIDENCE[type]?.[spoken] ?? type;
