import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { PLANTED, plantSchool, type PlantedSchool } from '#test/support/many-students.ts';
import { openRestTestApp, type Reply } from '#test/support/rest-test-app.ts';
import { linksOf } from '#test/support/school-client.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { listenIn, type Statement } from './statements.ts';

const ROUNDS = 31;
/**
 * A question may weigh all that has one property against all that has another, in indexes: that is a table's rows and
 * some of another's. One that touches more has walked an order without result.
 */
const MOST_OF_TABLE = 1.5;
const PARENT_ROWS = 10_000;

/** Values of each filter: what many records have, few, none. */
function valuesOf(name: string, row: Route, { programmes }: PlantedSchool): readonly string[] {
  switch (name) {
    case 'programme':
      return programmes;
    case 'state':
    case 'status':
      return choicesOf(row, name);
    case 'q':
      return ['csc', 'wanjiku', 'wanjiku last17', 'csc/0000017', 'mwangi mid7 last4987', '0000017/2026', 'w', 'nobody'];
    case 'admission_no':
      return ['csc/0000777/2026', 'none'];
    case 'student_id':
      return ['777', '99999999'];
    case 'sponsor_member_id':
      return ['17'];
    case 'academic_year':
      return ['Y3', 'Y999', 'none'];
    case 'term':
      return ['3', '999'];
    case 'intake':
      return ['I3', 'I999'];
    case 'unit':
      return ['U17', 'U9999', 'none'];
    case 'code':
      return [`${row.path.split('/').at(-1)?.slice(0, 1).toUpperCase()}17`, 'none'];
    case 'name':
      return ['Y17', 'I17', 'none'];
    case 'overdue':
      return ['true', 'false'];
    case 'due_before':
      return ['2025-01-03', '2027-12-31'];
    case 'due_after':
      return ['2025-01-03', '2027-09-20'];
    default:
      throw new Error(`Nothing is known to ask of ${name}.`);
  }
}

/** Each state, and two of them. */
function choicesOf(row: Route, name: string): readonly string[] {
  const schema = row.query?.properties[name] as { pattern?: string } | undefined;
  const states = /^\^\(([a-z_|]+)\)/.exec(schema?.pattern ?? '')?.[1]?.split('|') ?? [];
  return [...states, states.slice(0, 2).join(',')];
}

const PAGING = ['limit', 'offset', 'updated_since', 'after_id', 'updated_before'];

type Question = Readonly<Record<string, string>>;

/** Nothing, every value of every filter alone, and every pair of filters with up to three values of each. */
function questionsOf(row: Route, school: PlantedSchool): Question[] {
  const filters = Object.keys(row.query?.properties ?? {}).filter((name) => !PAGING.includes(name));
  const values = new Map(filters.map((name) => [name, valuesOf(name, row, school)]));
  const alone = filters.flatMap((name) => values.get(name)!.map((value) => ({ [name]: value })));
  const pairs = filters.flatMap((a, index) =>
    filters.slice(index + 1).flatMap((b) =>
      values
        .get(a)!
        .slice(0, 3)
        .flatMap((first) =>
          values
            .get(b)!
            .slice(0, 3)
            .map((second) => ({ [a]: first, [b]: second })),
        ),
    ),
  );
  return [{}, ...alone, ...pairs];
}

/** Asks surface C: each question as it stands, far in by offset, and for what changed, early and late. */
export async function educationLists(rows: number): Promise<void> {
  const ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  const client = await ports.openClient(institution, SCOPES);
  const school = await plantSchool(ports, institution, rows, Math.min(PARENT_ROWS, rows / 10));
  const listener = listenIn(ports, institution.id);

  const send = async (path: string): Promise<{ reply: Reply; statement: Statement }> => {
    let reply: Reply | undefined;
    const received = await listener.during(async () => {
      reply = await ports.call('GET', path, { token: client.token });
    });
    const statement = received.find(({ text }) => text.includes('counted as'));
    if (reply?.status !== 200 || !statement)
      throw new Error(`${path} gave ${reply?.status} ${reply?.text.slice(0, 300)}`);
    return { reply, statement };
  };
  const stampAt = (part: number) =>
    Temporal.Instant.from('2025-01-01T00:00:00Z')
      .add({ seconds: Math.floor(rows * part) })
      .toString();

  const figures = [];
  const faults: string[] = [];
  let questions = 0;
  for (const row of routes.filter(({ offsetList }) => offsetList)) {
    const path = row.path.replace('{id}', String(school.invoiceId));
    const modes: Question[] = [
      {},
      { offset: '10000' },
      { updated_since: '2000-01-01' },
      // Inside the records that share one stamp.
      { updated_since: stampAt(0.5), after_id: String(Math.floor(rows * 0.55)) },
      { updated_since: stampAt(0.999) },
    ];
    let slowest = { query: '', milliseconds: 0 };
    let widest = { query: '', touched: 0 };
    let count = 0;
    for (const question of questionsOf(row, school)) {
      // Pairs are asked as they stand and for all changes: that is where filters are weighed against an order.
      for (const mode of Object.keys(question).length > 1 ? modes.filter((_, at) => at !== 1 && at < 3) : modes) {
        const query = String(new URLSearchParams({ ...question, ...mode }));
        count++;
        const reading = await send(`${path}?${query}`)
          .then(({ statement }) => listener.readingOf(statement, PLANTED))
          .catch((error: unknown) => void faults.push(`${path}?${query} failed: ${String(error)}`));
        if (!reading) continue;
        const { whole, touched, milliseconds } = reading;
        if (whole.length > 0) faults.push(`${path}?${query} reads ${whole.join(', ')} from end to end`);
        else if (touched > rows * MOST_OF_TABLE) faults.push(`${path}?${query} touches ${touched} rows`);
        if (milliseconds > slowest.milliseconds) slowest = { query, milliseconds };
        if (touched > widest.touched) widest = { query, touched };
      }
    }
    questions += count;
    const first = await send(path);
    const byOffset = await send(`${path}?offset=9900`);
    const next = linksOf(byOffset.reply)['next'];
    const pages = [first, byOffset, next === undefined ? byOffset : await send(next)];
    const changed = await send(`${path}?updated_since=2000-01-01`);
    const far = await send(`${path}?updated_since=${stampAt(0.5)}&after_id=${Math.floor(rows * 0.55)}`);
    const times = await listener.mediansOf(
      [...pages, changed, far].map(({ statement }) => statement),
      ROUNDS,
    );
    const [plain, offset, following, since, deep] = times.map((time) => time.toFixed(1));
    figures.push({
      list: row.path.replace('/api/v1', ''),
      questions: count,
      total: first.reply.headers.get('x-total-count'),
      'first ms': plain,
      'offset 9900 ms': offset,
      'next of it ms': following,
      'changes ms': since,
      'changes far in ms': deep,
      'most rows touched': `${widest.touched} ${widest.query}`,
      'slowest question': `${slowest.milliseconds.toFixed(0)} ms ${slowest.query}`,
    });
    console.error(JSON.stringify(figures.at(-1)));
  }
  console.table(figures);
  console.log(`${questions} questions to surface C in tables of ${rows} rows.`);
  console.log(faults.length === 0 ? 'Every query is served by an index.' : faults.join('\n'));
  if (faults.length > 0) process.exitCode = 1;
  await ports.close();
}
