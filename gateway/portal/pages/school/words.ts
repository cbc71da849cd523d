import type { StateWords } from '../../components/state.tsx';
import type {
  EnrolmentState,
  InvoiceState,
  ResultState,
  ScoreStatus,
  SponsorshipState,
  StudentState,
  UnitStatus,
  WithholdReason,
} from '../../graph/generated/graphql.ts';
import type { InLanguages } from '../../texts/texts.ts';

/** The words of the school's lifecycles, complete by type. */

export const studentStates: StateWords<StudentState> = {
  APPLICANT: { tone: 'info', word: { en: 'Applicant', sw: 'Mwombaji' } },
  ADMITTED: { tone: 'info', word: { en: 'Admitted', sw: 'Amekubaliwa' } },
  ACTIVE: { tone: 'good', word: { en: 'Active', sw: 'Hai' } },
  DEFERRED: { tone: 'neutral', word: { en: 'Deferred', sw: 'Ameahirisha' } },
  SUSPENDED: { tone: 'warning', word: { en: 'Suspended', sw: 'Amesimamishwa' } },
  WITHDRAWN: { tone: 'neutral', word: { en: 'Withdrawn', sw: 'Amejiondoa' } },
  DISCONTINUED: { tone: 'bad', word: { en: 'Discontinued', sw: 'Ameachishwa' } },
  COMPLETED: { tone: 'good', word: { en: 'Completed', sw: 'Amemaliza' } },
  GRADUATED: { tone: 'good', word: { en: 'Graduated', sw: 'Amehitimu' } },
  DECEASED: { tone: 'neutral', word: { en: 'Deceased', sw: 'Amefariki' } },
};

export const enrolmentStates: StateWords<EnrolmentState> = {
  PENDING: { tone: 'warning', word: { en: 'Pending', sw: 'Unasubiri' } },
  ENROLLED: { tone: 'good', word: { en: 'Enrolled', sw: 'Amesajiliwa' } },
  DEFERRED: { tone: 'neutral', word: { en: 'Deferred', sw: 'Umeahirishwa' } },
  COMPLETED: { tone: 'good', word: { en: 'Completed', sw: 'Umekamilika' } },
  CANCELLED: { tone: 'neutral', word: { en: 'Cancelled', sw: 'Umeghairiwa' } },
  TRANSFERRED: { tone: 'info', word: { en: 'Transferred', sw: 'Amehamishwa' } },
  WITHDRAWN: { tone: 'neutral', word: { en: 'Withdrawn', sw: 'Amejiondoa' } },
  DISCONTINUED: { tone: 'bad', word: { en: 'Discontinued', sw: 'Ameachishwa' } },
};

export const invoiceStates: StateWords<InvoiceState> = {
  DRAFT: { tone: 'neutral', word: { en: 'Draft', sw: 'Rasimu' } },
  ISSUED: { tone: 'info', word: { en: 'Issued', sw: 'Imetolewa' } },
  PARTIALLY_PAID: { tone: 'warning', word: { en: 'Partly paid', sw: 'Imelipwa kiasi' } },
  PAID: { tone: 'good', word: { en: 'Paid', sw: 'Imelipwa' } },
  VOID: { tone: 'neutral', word: { en: 'Void', sw: 'Batili' } },
  WRITTEN_OFF: { tone: 'bad', word: { en: 'Written off', sw: 'Imefutwa' } },
};

export const resultStates: StateWords<ResultState> = {
  DRAFT: { tone: 'neutral', word: { en: 'Draft', sw: 'Rasimu' } },
  SUBMITTED: { tone: 'warning', word: { en: 'Handed in', sw: 'Limewasilishwa' } },
  PUBLISHED: { tone: 'good', word: { en: 'Published', sw: 'Limechapishwa' } },
  WITHHELD: { tone: 'bad', word: { en: 'Withheld', sw: 'Limezuiliwa' } },
  VOID: { tone: 'neutral', word: { en: 'Void', sw: 'Batili' } },
};

export const scoreStatuses: { readonly [Status in ScoreStatus]: InLanguages } = {
  FULLY_GRADED: { en: 'Complete', sw: 'Imekamilika' },
  PARTIALLY_GRADED: { en: 'Partly entered', sw: 'Haijakamilika' },
  ABSENT: { en: 'Absent', sw: 'Hakuwepo' },
  EXEMPT: { en: 'Exempt', sw: 'Amesamehewa' },
  INCOMPLETE: { en: 'Incomplete', sw: 'Haijatimia' },
  DEFERRED: { en: 'Deferred', sw: 'Imeahirishwa' },
  MALPRACTICE: { en: 'Malpractice', sw: 'Udanganyifu' },
};

export const withholdReasons: { readonly [Reason in WithholdReason]: InLanguages } = {
  FEES: { en: 'Fees are owed', sw: 'Karo inadaiwa' },
  DISCIPLINE: { en: 'Discipline', sw: 'Nidhamu' },
  MISSING_MARKS: { en: 'Other marks are missing', sw: 'Alama nyingine hazipo' },
};

/** What a sponsor may see. */
export const consents: StateWords<SponsorshipState> = {
  PENDING: { tone: 'warning', word: { en: 'Not said yet', sw: 'Bado hajasema' } },
  BALANCE: { tone: 'good', word: { en: 'Sees balances', sw: 'Anaona salio' } },
  MARKS: { tone: 'good', word: { en: 'Sees balances and marks', sw: 'Anaona salio na alama' } },
  REVOKED: { tone: 'neutral', word: { en: 'Sees nothing', sw: 'Haoni chochote' } },
};

export const unitStatuses: { readonly [Status in UnitStatus]: InLanguages } = {
  REGISTERED: { en: 'Registered', sw: 'Amesajiliwa' },
  DROPPED: { en: 'Dropped', sw: 'Ameacha' },
  COMPLETED: { en: 'Completed', sw: 'Amemaliza' },
  RETAKE: { en: 'Retaken', sw: 'Anarudia' },
  SUPPLEMENTARY: { en: 'Supplementary exam', sw: 'Mtihani wa ziada' },
  EXEMPT: { en: 'Exempt', sw: 'Amesamehewa' },
};

/** What was not issued, is void or was written off is owed by no one, whatever is left of it. */
export const isOwed = (state: InvoiceState): boolean => !['DRAFT', 'VOID', 'WRITTEN_OFF'].includes(state);
