import Type from 'typebox';
import { lists } from '#platform/app/lists.ts';
import { PERSONAL_FIELDS } from '#platform/app/personal-readings.ts';
import { listRoute } from '../lists/list-route.ts';
import { anyId, instant, nullable, object } from '../shapes.ts';
import { namesOf } from '#core/kernel/names.ts';

const ReadingSchema = object(
  {
    id: Type.Integer({ description: 'Its place in the log.', examples: [512] }),
    client_id: Type.String({ description: 'The client that was shown them, or the operator’s command.' }),
    person: nullable(Type.String({ description: 'Who answered for the client then.' })),
    request_id: Type.String({ description: 'The X-Request-ID.', examples: ['b7c1f0a2'] }),
    record_type: Type.Enum(namesOf(PERSONAL_FIELDS), {
      description: 'The record that showed them; a death claim shows the nominees of its member.',
    }),
    member_id: nullable(anyId('The member whose personal data were shown.')),
    student_id: nullable(anyId('The student whose personal data were shown.')),
    fields: Type.Array(Type.String({ examples: ['phone'] }), { description: 'What of the record was shown.' }),
    read_at: instant('When they were shown.'),
  },
  { $id: 'PersonalReading' },
);

/** Who was shown personal data of whom: for auditors. */
export const personalReadingRoutes = [
  listRoute({
    path: '/api/v1/personal_readings',
    surface: 'lending',
    operation: 'listPersonalReadings',
    summary: 'Who was shown personal data, newest first',
    description:
      'Each record whose identity documents, phone, email, birth date, address, nominees or guardians a request showed ' +
      'unmasked, over REST or the graph. It is written before they are shown: where that is not possible, the request is ' +
      'refused with 503. A reply to a creation shows what was sent with it, and is no reading. Kept as long as the ' +
      'institution has set, a year by default.',
    tag: 'Privacy',
    scope: 'privacy:read',
    bucket: 'B.read',
    list: lists.personalReadings,
    schema: ReadingSchema,
    read: (views, query) => views.personalReadings.list(query),
    show: (reading, ids) => ({
      id: reading.id,
      client_id: reading.reader,
      person: reading.person,
      request_id: reading.requestId,
      record_type: reading.recordType,
      member_id: reading.member && ids(reading.member),
      student_id: reading.student && ids(reading.student),
      fields: reading.fields,
      read_at: reading.createdAt,
    }),
  }),
];
