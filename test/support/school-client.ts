import { SCOPES } from '#core/partners/scopes.ts';
import type { Institution, Reply, RestTestApp, Sent, TestClient } from './rest-test-app.ts';

/** A record of a reply, by what every record has. */
export type Shown = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly [name: string]: any;
};

/** What a school's partner does again and again: one line each in a test. */
export type SchoolClient = {
  readonly institution: Institution;
  readonly client: TestClient;
  /** A grading scale, a programme with two units, an academic year, a term and an intake. */
  readonly school: {
    readonly scale: Shown;
    readonly programme: Shown;
    readonly units: readonly [Shown, Shown];
    readonly year: Shown;
    readonly term: Shown;
    readonly intake: Shown;
  };
  /** A day inside the academic year: today. */
  readonly today: string;
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** The record that a request responds with. Fails on any other status. */
  made(path: string, body: object): Promise<Shown>;
  changed(path: string, body: object): Promise<Shown>;
  got(path: string): Promise<any>;
  aStudent(differing?: object): Promise<Shown>;
  /** A student who was admitted and is enrolled. */
  anEnrolment(differing?: object): Promise<{ readonly student: Shown; readonly enrolment: Shown }>;
  anInvoice(student: Shown, differing?: object): Promise<Shown>;
  aPayment(invoice: Shown, differing?: object): Promise<Shown>;
  /** A result in draft, of a new student. */
  aResult(differing?: object): Promise<Shown>;
};

let references = 0;

/** Opens a school over the API itself, in an institution of its own unless one is given. */
export async function openSchool(
  ports: RestTestApp,
  input: { readonly institution?: Institution; readonly scale?: string } = {},
): Promise<SchoolClient> {
  const institution = input.institution ?? (await ports.openInstitution());
  const client = await ports.openClient(institution, SCOPES);
  const call: SchoolClient['call'] = (method, path, sent = {}) =>
    ports.call(method, path, { token: client.token, ...sent });
  const respond = async (status: number, reply: Promise<Reply>) => {
    const got = await reply;
    if (got.status !== status) throw new Error(`${status} was expected, ${got.status} came: ${got.text}`);
    return got.body;
  };
  const made: SchoolClient['made'] = (path, body) => respond(201, call('POST', path, { body }));
  const changed: SchoolClient['changed'] = (path, body) => respond(200, call('PATCH', path, { body }));

  const today = ports.app.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  const scale = await made('/api/v1/grading_scales', { preset: input.scale ?? 'KE_UNI5' });
  const programme = await made('/api/v1/programmes', {
    code: 'BSC-CS',
    name: 'Computer Science',
    level: 'bachelors',
    duration_terms: 8,
    grading_scale_id: scale.id,
  });
  const aUnit = (code: string) =>
    made('/api/v1/units', {
      programme_id: programme.id,
      code,
      title: `Unit ${code}`,
      credit_hours: '3',
      year_of_study: 1,
      core: true,
    });
  const units = [await aUnit('CSC101'), await aUnit('CSC102')] as const;
  const year = await made('/api/v1/academic_years', {
    name: '2025/2026',
    start_date: today.subtract({ months: 4 }).toString(),
    end_date: today.add({ months: 7 }).toString(),
  });
  const term = await made('/api/v1/terms', {
    academic_year_id: year.id,
    name: 'Semester 2',
    kind: 'semester',
    start_date: today.subtract({ months: 1 }).toString(),
    end_date: today.add({ months: 3 }).toString(),
  });
  const intake = await made('/api/v1/intakes', { name: 'SEP2025', month: 9, year: 2025 });

  const aStudent: SchoolClient['aStudent'] = (differing = {}) =>
    made('/api/v1/students', {
      first_name: 'Achieng',
      last_name: 'Otieno',
      programme_id: programme.id,
      date_of_birth: '2000-05-14',
      ...differing,
    });
  const anEnrolment: SchoolClient['anEnrolment'] = async (differing = {}) => {
    const { id } = await aStudent();
    await changed(`/api/v1/students/${id}`, { action: 'admit' });
    const pending = await made('/api/v1/enrolments', {
      student_id: id,
      programme_id: programme.id,
      academic_year_id: year.id,
      term_id: term.id,
      year_of_study: 1,
      enrolled_on: today.toString(),
      units: [{ unit_id: units[0].id }],
      ...differing,
    });
    const enrolment = await changed(`/api/v1/enrolments/${pending.id}`, { action: 'confirm' });
    return { student: await respond(200, call('GET', `/api/v1/students/${id}`)), enrolment };
  };
  return {
    institution,
    client,
    school: { scale, programme, units, year, term, intake },
    today: today.toString(),
    call,
    made,
    changed,
    got: (path) => respond(200, call('GET', path)),
    aStudent,
    anEnrolment,
    anInvoice: (student, differing = {}) =>
      made('/api/v1/invoices', {
        student_id: student.id,
        due_date: today.add({ months: 1 }).toString(),
        lines: [{ description: 'Tuition', fee_category: 'tuition', amount: 3_000_000 }],
        issue: true,
        ...differing,
      }),
    aPayment: (invoice, differing = {}) =>
      made(`/api/v1/invoices/${invoice.id}/payments`, {
        amount: 1_000_000,
        method: 'bank',
        reference: `REF-${++references}`,
        paid_at: ports.app.clock().toString(),
        ...differing,
      }),
    aResult: async (differing = {}) => {
      const { student, enrolment } = await anEnrolment();
      return made('/api/v1/results', {
        student_id: student.id,
        enrolment_id: enrolment.id,
        unit_id: units[0].id,
        components: [
          { kind: 'cat', label: 'CAT', max_score: '30', score: '24', weight_bp: 3000 },
          { kind: 'exam', label: 'Exam', max_score: '70', score: '52', weight_bp: 7000 },
        ],
        ...differing,
      });
    },
  };
}

/** The rels of a Link header with the path and query of each. */
export function linksOf(reply: Pick<Reply, 'headers'>): { readonly [rel: string]: string } {
  const links = (reply.headers.get('link') ?? '').matchAll(/<https?:\/\/[^/]+([^>]+)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, path, rel]) => [rel, path]));
}
