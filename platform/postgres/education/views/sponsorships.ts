import { maySeeBalances, maySeeMarks, Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import { Member } from '#core/membership/member/member.ts';
import { one } from '../../views/beside.ts';
import { columnsOf, pick, record, reference } from '../../views/columns.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';

const l = columnsOf(Sponsorship);
const m = columnsOf(Member, 'm');
const s = columnsOf(Student, 's');

const sponsorships = view(Sponsorship, {
  columns: {
    ...record(l),
    ...pick(l, 'relationship', 'shareBp', 'consent', 'consentChangedAt', 'consentChangedBy', 'startedOn', 'endedOn'),
    member: reference(l.memberId, m.uuid),
    student: reference(l.studentId, s.uuid),
  },
  joins: `${one('member m', `${m.id} = ${l.memberId}`)} ${one('student s', `${s.id} = ${l.studentId}`)}`,
  /** With what the sponsor may see of the student now. */
  show: (row) => ({ ...row, seesBalances: maySeeBalances(row), seesMarks: maySeeMarks(row) }),
});

/** They are read by their students and members alone. */
export const sponsorshipViews = (context: ViewContext) =>
  schoolCollection(context, sponsorships, pick(l, 'memberId', 'studentId'), { fields: {} });
