import Type, { type Static } from 'typebox';
import { defined } from '#core/kernel/defined.ts';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { RecordResult } from '#core/education/use-cases/result/record-result.ts';
import { MOST_RESULTS, type RecordedRow } from '#core/education/use-cases/result/each-row.ts';
import type { App } from '#platform/app/compose.ts';
import { seesClassesOnly, type Caller } from '#platform/auth/caller.ts';
import type { Views } from '#platform/app/views.ts';
import { idsBehind, type IdOf } from '../records.ts';
import { jsonResponse } from '../responses.ts';
import { route, type Call } from '../route.ts';
import { documentedAs, nullable, object } from '../shapes.ts';
import { bodyCheck } from '../validate.ts';
import { unknownReferences, type Reference } from './references.ts';
import { componentsIn, ResultPost, ResultSchema, scoresIn } from './result-shape.ts';
import { results } from './results.ts';
import { namesOf } from '#core/kernel/names.ts';

type Row = Static<typeof ResultPost>;
/** The members of a row that name other records, and where those are found. */
const REFERENCES = {
  student_id: (views: Views) => views.students.byUuids,
  enrolment_id: (views: Views) => views.enrolments.byUuids,
  unit_id: (views: Views) => views.units.byUuids,
  term_id: (views: Views) => views.terms.byUuids,
} as const;
type ReferenceName = keyof typeof REFERENCES;
const NAMES = namesOf(REFERENCES);

/** The records that a row names by uuid. */
const namedBy = (row: Row) =>
  NAMES.flatMap((kind) => {
    const uuid = row[kind];
    return typeof uuid === 'string' ? [{ kind, uuid }] : [];
  });

/** A row is checked like the body that would open it alone. */
const checkRow = bodyCheck(ResultPost);

/** The row in its canonical form, or what is wrong with its shape. */
function rowIn(sent: unknown): Row | DomainError {
  try {
    // What the schema of a row let through is a row.
    return checkRow(sent) as Row;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

const isRow = (row: Row | DomainError): row is Row => !(row instanceof DomainError);

const isCommand = (row: RecordResult | DomainError): row is RecordResult => !(row instanceof DomainError);

/** A row as the use case takes it; or what is wrong with it, where it names what there isn't. */
function commandOf(row: Row, idBehind: IdOf<ReferenceName>): RecordResult | DomainError {
  const missing = namedBy(row).filter(({ kind, uuid }) => idBehind(kind, uuid) === undefined);
  if (missing.length > 0) return unknownReferences(missing.map(({ kind, uuid }) => ({ field: kind, value: uuid })));
  const idOf = (name: ReferenceName) => {
    const value = row[name];
    return typeof value === 'string' ? idBehind(name, value) : value;
  };
  return {
    ...scoresIn(row),
    components: componentsIn(row.components),
    // A missing record is refused above; the schema of a row requires these three.
    studentId: idOf('student_id') as number,
    enrolmentId: idOf('enrolment_id') as number,
    unitId: idOf('unit_id') as number,
    ...defined({ termId: idOf('term_id'), attempt: row.attempt }),
  };
}

/**
 * What a row names that is of no class of the caller. Who sees all of the school has none: the use case knows what there is. A
 * lecturer’s rows would be refused together for one of them, when everything is written; so that one is refused here, alone.
 */
async function elsewhereIn(app: App, caller: Caller, commands: readonly RecordResult[]) {
  if (!seesClassesOnly(caller) || commands.length === 0) return () => [];
  const { students, enrolments } = await app.read(caller, async (views) => ({
    students: await views.students.byIds(commands.flatMap(({ studentId }) => studentId ?? [])),
    enrolments: await views.enrolments.byIds(commands.map(({ enrolmentId }) => enrolmentId)),
  }));
  const seen = new Set(students.map(({ id }) => id));
  const taken = new Map(
    enrolments.map(({ id, units }) => [
      id,
      units.flatMap(({ unit, status }) => (status === 'dropped' || status === 'exempt' ? [] : [unit.id])),
    ]),
  );
  return ({ studentId, enrolmentId, unitId }: RecordResult): Reference[] => {
    if (studentId !== undefined && !seen.has(studentId)) return [{ field: 'student_id', value: studentId }];
    const units = taken.get(enrolmentId);
    if (units === undefined) return [{ field: 'enrolment_id', value: enrolmentId }];
    return units.includes(unitId) ? [] : [{ field: 'unit_id', value: unitId }];
  };
}

/** A problem inside a reply: what it has beside these members is its code's own. */
const RowProblem = Type.Object(
  { type: Type.String(), title: Type.String(), status: Type.Integer(), detail: Type.String(), code: Type.String() },
  { additionalProperties: true, description: 'As a problem reply would have had it; null where there is none.' },
);

/** One entry for each row, in their order: the result, or the problem that the row alone would have been answered with. */
function presentRows(
  app: App,
  { caller, ids, refused }: Pick<Call<never, never, never>, 'caller' | 'ids' | 'refused'>,
) {
  return async (rows: readonly RecordedRow[], views: Views) => {
    const recorded = rows.flatMap(({ result }) => (result ? [result.id] : []));
    const shown = new Map((await views.markbook.byIds(recorded)).map((view) => [view.id, view]));
    const data: object[] = [];
    for (const [index, { result, refusal }] of rows.entries()) {
      if (refusal) {
        const { status, body } = await refused(refusal, views);
        // A problem is an object.
        data.push({ index, status, result: null, problem: JSON.parse(body) as object });
        continue;
      }
      const view = shown.get(result.id);
      if (!view) throw new Error(`The result ${result.id} is gone in its own transaction.`);
      data.push({ index, status: 201, result: results.body(view, ids, caller), problem: null });
    }
    const created = recorded.length;
    return jsonResponse(207, { data, created, refused: rows.length - created });
  };
}

export const bulkResultRoutes = [
  route({
    surface: 'education',
    tag: 'Results',
    scope: 'results:write',
    bucket: 'C.write',
    method: 'POST',
    path: '/api/v1/results/bulk',
    operation: 'createResults',
    summary: 'Open many results',
    description:
      `Up to ${MOST_RESULTS} results in one request. Each row stands for itself: the reply is 207 with the status that ` +
      'the row alone would have had, in the order of the rows. What was created is committed together, with the ' +
      'Idempotency-Key: a repetition gets the same reply. A row with a missing or wrong field is refused alone; its ' +
      'pointers start at the row. A body without a list of 1 to 500 rows is refused as a whole.',
    body: object({
      results: Type.Array(documentedAs(ResultPost, Type.Unknown()), { minItems: 1, maxItems: MOST_RESULTS }),
    }),
    rowsIn: 'results',
    example: {
      results: [
        {
          student_id: 1,
          enrolment_id: 1,
          unit_id: 2,
          components: [{ kind: 'exam', label: 'Examination', max_score: '100', score: '61', weight_bp: 10_000 }],
        },
      ],
    },
    reply: {
      status: 207,
      schema: object({
        data: Type.Array(
          object({
            index: Type.Integer({ description: 'The row, counted from 0.' }),
            status: Type.Integer({ description: 'The HTTP status that the row alone would have had.' }),
            result: nullable(ResultSchema),
            problem: documentedAs({ ...RowProblem, type: ['object', 'null'] }, nullable(RowProblem)),
          }),
        ),
        created: Type.Integer({ description: 'How many were opened.' }),
        refused: Type.Integer({ description: 'How many were not.' }),
      }),
      describe: 'What became of each row.',
    },
    refusals: [],
    handle: async (app, call) => {
      const rows = call.body.results.map(rowIn);
      const idBehind = await idsBehind(app, call.caller, rows.filter(isRow).flatMap(namedBy), REFERENCES);
      const named = rows.map((row) => (isRow(row) ? commandOf(row, idBehind) : row));
      const elsewhere = await elsewhereIn(app, call.caller, named.filter(isCommand));
      const commands = named.map((row) => {
        const missing = isCommand(row) ? elsewhere(row) : [];
        return missing.length > 0 ? unknownReferences(missing) : row;
      });
      return app.education.recordResults(call.request(presentRows(app, call)), { rows: commands });
    },
  }),
];
