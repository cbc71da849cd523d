import Type from 'typebox';
import { textsOfStudent } from '#core/education/student/identifying-texts.ts';
import type { Person } from '#core/kernel/personal-data.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { textsOfMember } from '#core/membership/member/identifying-texts.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { App } from '#platform/app/compose.ts';
import { requireKeyShown } from '#platform/app/step-up.ts';
import type { PersonalPlace, Views } from '#platform/app/views.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { requirePersonalData } from '../education/students.ts';
import { requireScopes } from '../scopes.ts';
import { found, subjectAt } from '../records.ts';
import { route, type Tools } from '../route.ts';
import { documentedAs, nullable, object, onePath } from '../shapes.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

const ExportedSchema = object(
  {
    record: Type.String({ description: 'The kind of record.', examples: ['repayment'] }),
    data: Type.Unknown({ description: 'All that it holds, without keys.' }),
  },
  { $id: 'PersonalData' },
);

const ExportSchema = object({
  data: Type.Array(ExportedSchema),
  next_cursor: nullable(Type.String({ description: 'Send it as cursor for the next page; null on the last one.' })),
});

const ExportQuery = object({
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, description: 'The next_cursor of a page.' })),
  limit: Type.Optional(
    documentedAs(
      { type: 'integer', minimum: 1, default: DEFAULT_LIMIT, description: `At most ${MAX_LIMIT}.`, examples: [50] },
      Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
    ),
  ),
});

type Asked = {
  readonly caller: Caller;
  readonly path: string;
  readonly query: { readonly cursor?: string; readonly limit?: string };
  readonly tools: Pick<Tools, 'cursors'>;
};

/** A page of all that is held of a person. Who reads it is written down before it is shown. */
async function exported(
  app: App,
  { caller, path, query, tools: { cursors } }: Asked,
  personIn: (views: Views) => Promise<Person>,
) {
  requireKeyShown(caller);
  const generation = await app.generation(caller);
  const bound = { bound: JSON.stringify(['personal_data', path, caller.clientId]), generation };
  const place = query.cursor === undefined ? null : placeIn(cursors.open(query.cursor, bound)?.values);
  const limit = Math.min(Number(query.limit ?? DEFAULT_LIMIT), MAX_LIMIT);
  const { person, page } = await app.read(caller, async (views) => {
    const named = await personIn(views);
    return { person: named, page: await views.personalData.page(named, place, limit) };
  });
  await app.recordReadings(caller, [{ record: person.type, uuid: person.uuid, fields: ['personal_data'] }]);
  const { rows, next } = page;
  const cursor = next && cursors.seal({ direction: 'next', values: [next.record, next.key], asOf: null }, bound);
  return { body: { data: rows, next_cursor: cursor } };
}

function placeIn(values: readonly string[] | undefined): PersonalPlace {
  const [record, key] = values ?? [];
  if (record !== undefined && key !== undefined) return { record, key };
  throw refuse(partnerRefusals.invalid_cursor, 'cursor is not the next_cursor of a page of this person.', {
    parameter: 'cursor',
  });
}

const common = {
  method: 'GET',
  tag: 'Privacy',
  scope: 'privacy:read',
  query: ExportQuery,
  reply: { status: 200, schema: ExportSchema, describe: 'One page.' },
  refusals: ['invalid_cursor', 'step_up_required'],
} as const;

const DESCRIPTION =
  'For a person who asks what is known of them: rows of the person, and rows of others that name the person, ' +
  'by table. Walk next_cursor to the end. Each page is in the log of personal readings. A person whose token it is has ' +
  'shown the key in the session within the last minutes. ';

export const exportRoutes = [
  route({
    ...common,
    path: '/api/v1/members/{id}/personal_data',
    surface: 'lending',
    operation: 'exportMember',
    summary: 'All that is held of a member',
    description: `${DESCRIPTION}It takes members:read, loans:read and savings_accounts:read besides.`,
    bucket: 'B.read',
    params: onePath('member'),
    subject: subjectAt('member', (views) => views.members.one),
    handle: (app, call) =>
      exported(app, call, async (views) => {
        const member = await found('member', call.params.id, views.members.one);
        requireScopes(call.caller, 'Exporting a member', ['members:read', 'loans:read', 'savings_accounts:read']);
        return { type: 'member', id: member.id, uuid: member.uuid, texts: textsOfMember(member) };
      }),
  }),
  route({
    ...common,
    path: '/api/v1/students/{id}/personal_data',
    surface: 'education',
    operation: 'exportStudent',
    summary: 'All that is held of a student',
    description: `${DESCRIPTION}It takes the pii flag, and students:read, invoices:read and results:read besides.`,
    bucket: 'C.read',
    params: onePath('student'),
    subject: subjectAt('student', (views) => views.students.one),
    handle: (app, call) =>
      exported(app, call, async (views) => {
        const student = await found('student', call.params.id, views.students.one);
        requirePersonalData(call.caller, 'Exporting a student', 'privacy:read');
        requireScopes(call.caller, 'Exporting a student', ['students:read', 'invoices:read', 'results:read']);
        return { type: 'student', id: student.id, uuid: student.uuid, texts: textsOfStudent(student) };
      }),
  }),
];
