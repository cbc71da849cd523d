import { Student } from '#core/education/student/student.ts';
import { Member } from '#core/membership/member/member.ts';
import { oneOrNone } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, orNull, reference, unmapped } from '../../views/columns.ts';
import type { List } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const m = columnsOf(Member, 'm');
const s = columnsOf(Student, 's');
const { id, json, text } = expression;

const readings = view('personal_reading', {
  columns: {
    ...unmapped('l', { id: 'id', reader: 'text', requestId: 'text', recordType: 'text', createdAt: 'instant' }),
    person: orNull(text('l.person')),
    member: reference(orNull(id('l.member_id')), m.uuid),
    student: reference(orNull(id('l.student_id')), s.uuid),
    fields: json<readonly string[]>('l.fields'),
  },
  joins: `${oneOrNone('member m', `${m.id} = l.member_id`)} ${oneOrNone('student s', `${s.id} = l.student_id`)}`,
});

/** What the log of who was shown personal data is filtered by. */
export const personalReadingList: List = {
  table: 'personal_reading',
  order: 'newest_first',
  fields: {
    member_id: { type: 'id', of: 'member', column: 'member_id', nullable: true },
    student_id: { type: 'id', of: 'student', column: 'student_id', nullable: true },
    client_id: { type: 'text', column: 'reader', shared: true },
    request_id: { type: 'text', column: 'request_id' },
    read_at: { type: 'instant', column: 'created_at', sortable: true },
  },
};

export function personalReadingViews(context: ViewContext) {
  const { list } = collectionOf(context, readings, personalReadingList);
  return { list };
}
