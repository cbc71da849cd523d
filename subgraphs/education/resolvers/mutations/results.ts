import type { ScoreStatus } from '#core/education/grading/assess.ts';
import type { ResultComponent } from '#core/education/result/marks.ts';
import type { RecordedRow } from '#core/education/use-cases/result/each-row.ts';
import type {
  ChangeResult as Changing,
  RecordResult as Recording,
} from '#core/education/use-cases/result/record-result.ts';
import type { Result } from '#core/education/result/result.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { Handled, CommandRequest } from '#platform/app/transact.ts';
import { about, named } from '../../../change.ts';
import { check, storable, text } from '../../../check-input.ts';
import { userErrorsOfEntry } from '../../../user-errors.ts';
import { change, type EducationContext } from '../../context.ts';
import { allNamed, idNamed } from './ids.ts';

type ComponentInput = Omit<ResultComponent, 'score'> & { readonly score?: string | null };
type Scores = {
  readonly components?: readonly ComponentInput[] | null;
  readonly scoreStatus?: ScoreStatus | null;
  readonly grade?: string | null;
};
type RecordResult = Scores & {
  readonly enrolmentId: string;
  readonly unitId: string;
  readonly termId?: string | null;
  readonly attempt: number;
  readonly components: readonly ComponentInput[];
};
type OnResult = { readonly resultId: string };
type AmendResult = OnResult & Scores & { readonly rescale: boolean; readonly reason: string };
type ChangedRow = OnResult & Scores & { readonly version?: number | null };
type ManyResults = { readonly resultIds: readonly string[]; readonly versions?: readonly number[] | null };

const show = async (uuid: string, { loaders }: EducationContext) => ({
  result: await loaders.results.byUuid.load(uuid),
});

/** Scores are checked by the use case. */
const rules = { components: storable, grade: storable };

function componentsOf(components: readonly ComponentInput[]): ResultComponent[] {
  return components.map(({ kind, label, maxScore, score, weightBp }) => ({
    kind,
    label,
    maxScore,
    score: score ?? null,
    weightBp,
  }));
}

/** What is left out stays as it was. */
function scoresOf({ components, scoreStatus, grade }: Scores) {
  return { ...filled({ components: components && componentsOf(components) }), ...defined({ scoreStatus, grade }) };
}

/** @throws DomainError validation_failed, unknown_reference (invalid) */
async function recordingOf(input: RecordResult, { loaders }: EducationContext): Promise<Recording> {
  check(input, rules);
  const [enrolment, unit, termId] = await Promise.all([
    named('enrolmentId', input.enrolmentId, 'enrolment', loaders.enrolments.byUuid),
    named('unitId', input.unitId, 'unit', loaders.units.byUuid),
    idNamed('termId', input.termId, 'term', loaders.terms.byUuid),
  ]);
  return {
    enrolmentId: enrolment.id,
    unitId: unit.id,
    ...filled({ termId }),
    attempt: input.attempt,
    ...scoresOf(input),
    components: componentsOf(input.components),
  };
}

const recordResult = change<RecordResult, Result>({
  show,
  run: async ({ input, context }, request) =>
    context.app.education.recordResult(request(), await recordingOf(input, context)),
});

type Rows = { readonly uuid: string | null; readonly rows: readonly RecordedRow[] };

type BulkRequest = CommandRequest<readonly RecordedRow[]>;

/** Many results, each of them carried out or not. */
const eachOf = <Row, Command>(
  commandOf: (row: Row, context: EducationContext) => Promise<Command>,
  take: (
    education: EducationContext['app']['education'],
    request: BulkRequest,
    rows: readonly (Command | DomainError)[],
  ) => Promise<Handled>,
) =>
  change<{ readonly results: readonly Row[] }, Rows, { readonly uuids: readonly (string | null)[] }>({
    run: async ({ input: { results }, context }, request) => {
      const rows = await Promise.all(results.map((row) => commandOf(row, context).catch(refusalIn)));
      const bulk = about(request(), (recorded: readonly RecordedRow[]) => ({
        uuid: firstUuid(recorded),
        rows: recorded,
      }));
      return take(context.app.education, bulk, rows);
    },
    judge: ({ rows }) => ({
      status: 200,
      userErrors: rows.flatMap(({ refusal }, index) => (refusal ? userErrorsOfEntry('results', index, refusal) : [])),
      more: { uuids: rows.map(({ result }) => result?.uuid ?? null) },
    }),
    show: async (_, { loaders }, more) => ({
      results: await Promise.all(
        (more?.uuids ?? []).map(async (uuid) => (uuid === null ? null : loaders.results.byUuid.load(uuid))),
      ),
    }),
  });

/** @throws DomainError validation_failed, unknown_reference (invalid) */
async function changingOf(
  { resultId, version, ...scores }: ChangedRow,
  { loaders }: EducationContext,
): Promise<Changing> {
  check(scores, rules);
  const { id } = await named('resultId', resultId, 'result', loaders.results.byUuid);
  return { resultId: id, ...filled({ version }), ...scoresOf(scores) };
}

function firstUuid(rows: readonly RecordedRow[]): string | null {
  return rows.flatMap(({ result }) => (result ? [result.uuid] : []))[0] ?? null;
}

/** A row that names what there isn't is refused alone. A fault ends all of them. */
function refusalIn(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** One step with many results, all of them or none. */
const allOf = (step: 'submitResults' | 'publishResults') =>
  change<ManyResults, Result, { readonly uuids: readonly string[] }>({
    run: async ({ input, context: { app, loaders } }, request) => {
      const of = input.resultIds.map((id, index) => ({ field: `resultIds.${index}`, id }));
      const results = await allNamed(of, 'result', loaders.results.byUuid);
      const uuids = results.map(({ uuid }) => uuid);
      return app.education[step](about(request({ uuids }), firstOf), {
        resultIds: results.map(({ id }) => id),
        ...filled({ versions: input.versions }),
      });
    },
    show: async (_, { loaders }, more) => ({
      results: await Promise.all((more?.uuids ?? []).map((uuid) => loaders.results.byUuid.load(uuid))),
    }),
  });

function firstOf([first]: readonly Result[]): Result {
  if (first === undefined) throw new Error('Results were published, and yet none.');
  return first;
}

type Command = { readonly resultId: number; readonly version?: number };

/** One step of a result's life. */
const step = <Input extends OnResult>(
  take: (
    education: EducationContext['app']['education'],
    request: CommandRequest<Result>,
    command: Command,
    input: Input,
  ) => Promise<Handled>,
) =>
  change<Input, Result>({
    show,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, { ...rules, reason: text(500) });
      const { id: resultId } = await named('resultId', input.resultId, 'result', loaders.results.byUuid);
      return take(app.education, request(), { resultId, ...defined({ version }) }, input);
    },
  });

export const resultMutations = {
  recordResult,
  recordResults: eachOf<RecordResult, Recording>(recordingOf, (education, request, rows) =>
    education.recordResults(request, { rows }),
  ),
  changeResults: eachOf<ChangedRow, Changing>(changingOf, (education, request, rows) =>
    education.changeResults(request, { rows }),
  ),
  changeResult: step<OnResult & Scores>((education, request, command, input) =>
    education.changeResult(request, { ...command, ...scoresOf(input) }),
  ),
  submitResults: allOf('submitResults'),
  publishResults: allOf('publishResults'),
  amendResult: step<AmendResult>((education, request, command, { reason, rescale, ...scores }) =>
    education.amendResult(request, { ...command, ...scoresOf(scores), reason, rescale }),
  ),
};
