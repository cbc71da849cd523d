import { maySeeBalances, maySeeMarks, type Consent } from '#core/education/sponsorship/sponsorship.ts';
import type { Row } from '../../database.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import { collectionOf, column, recordOf, type Named, type RecordView } from './collection.ts';
import { identified } from './references.ts';

export type SponsorshipView = RecordView & {
  readonly member: Named;
  readonly student: Named;
  readonly relationship: string | null;
  /** Basis points of the fees. */
  readonly shareBp: number | null;
  readonly consent: Consent;
  readonly consentChangedAt: Temporal.Instant | null;
  readonly consentChangedBy: string | null;
  readonly startedOn: Temporal.PlainDate;
  readonly endedOn: Temporal.PlainDate | null;
  /** What the sponsor may see of the student now. */
  readonly seesBalances: boolean;
  readonly seesMarks: boolean;
};

export type SponsorshipFilter = {
  /** Id or uuid. */
  readonly member?: string | undefined;
  readonly student?: string | undefined;
  readonly running?: boolean | undefined;
};

const select = (rows: string) =>
  `select x.*, m.uuid as member_uuid, s.uuid as student_uuid
     from ${rows} x join member m on m.id = x.member_id join student s on s.id = x.student_id`;

export function sponsorshipViews(context: ViewContext) {
  const source = { resource: 'sponsorship', table: 'sponsorship', select, show: sponsorshipOf };
  const all = collectionOf(context, source, conditionsOf);
  return {
    ...all,
    ofMembers: (ids: readonly number[], limit: number) => all.ofEach('member_id', ids, limit),
    ofStudents: (ids: readonly number[], limit: number) => all.ofEach('student_id', ids, limit),
  };
}

function conditionsOf({ member, student, running }: SponsorshipFilter): Condition[] {
  return [
    identified('x.member_id', 'member', member),
    identified('x.student_id', 'student', student),
    ['(x.ended_on is null) = ?::boolean', running],
  ];
}

function sponsorshipOf(row: Row): SponsorshipView {
  const { id, text, textOrNull, date, dateOrNull, instantOrNull, integerOrNull } = column;
  const standing = { consent: row['consent'] as Consent, endedOn: dateOrNull(row, 'ended_on') };
  return {
    ...recordOf(row),
    ...standing,
    member: { id: id(row, 'member_id'), uuid: text(row, 'member_uuid') },
    student: { id: id(row, 'student_id'), uuid: text(row, 'student_uuid') },
    relationship: textOrNull(row, 'relationship'),
    shareBp: integerOrNull(row, 'share_bp'),
    consentChangedAt: instantOrNull(row, 'consent_changed_at'),
    consentChangedBy: textOrNull(row, 'consent_changed_by'),
    startedOn: date(row, 'started_on'),
    seesBalances: maySeeBalances(standing),
    seesMarks: maySeeMarks(standing),
  };
}
