import { actionsOf } from '#core/kernel/steps.ts';
import { resultSteps } from '#core/education/use-cases/result/steps.ts';
import { stepMembers, stepVariants, takeStep } from '../step-members.ts';
import Type from 'typebox';
import { defined } from '#core/kernel/defined.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import { type Result } from '#core/education/result/result.ts';
import type { MoveResult } from '#core/education/use-cases/result/move-result.ts';
import { mayUse, seesClassesOnly, type Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandRequest } from '#platform/app/transact.ts';
import type { View, Views } from '#platform/app/views.ts';
import { actionBody } from '../action-body.ts';
import { refuseBesideAction } from '../records.ts';
import { route } from '../route.ts';
import { object, onePath } from '../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from './lists/offset-list.ts';
import { referenceOrNull } from './references.ts';
import {
  componentsIn,
  resultBody,
  ResultPost,
  ResultSchema,
  ResultVersionSchema,
  ScoreFields,
  scoresIn,
  versionBody,
  type ScoresBody,
} from './result-shape.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { OF_SCHOOLS, at, refuseWithoutAction } from './resource.ts';

const resultTable = { steps: resultSteps, cycle: resultLifecycle };
/** Beside those of the table: its body is read by hand. */
const AMEND = { amend: { needs: ['reason'], takes: ['components', 'score_status', 'grade', 'rescale'] } };

/** Who enters and releases marks sees all of them; others see what was published. */
const recordsMarks = (caller: Pick<Caller, 'scopes'>) => mayUse(caller, 'results:write');
const resultsFor = (views: Views, caller: Caller) => (recordsMarks(caller) ? views.markbook : views.results);

export const results: Resource<View<'results'>> = {
  noun: 'result',
  one: (views, caller) => resultsFor(views, caller).one,
  body: (result, ids, caller) =>
    resultBody(result, ids, {
      inside: recordsMarks(caller),
      steps: { ...resultSteps, ...AMEND },
      isLecturer: seesClassesOnly(caller),
    }),
  address: (result, ids) => `/api/v1/results/${ids(result)}`,
};
const theResult = subjectOf(results);

const WHO_SEES_WHAT =
  'Clients with results:read see results from their publication on; withheld and void ones without marks. Clients with ' +
  'results:write see all of them, drafts and marks too.';

const common = { surface: 'education', tag: 'Results', scope: 'results:write', bucket: 'C.write' } as const;

type AmendBody = ScoresBody & { readonly reason?: string | null; readonly rescale?: boolean };

/** Corrects what was published; the row of before stays. */
function amend(app: App, request: CommandRequest<Result>, on: MoveResult, body: AmendBody) {
  refuseBesideAction(Object.keys(body), ['action', ...AMEND.amend.needs, ...AMEND.amend.takes]);
  const { reason, rescale, ...scores } = body;
  return app.education.amendResult(request, { ...on, ...scoresIn(scores), ...defined({ reason, rescale }) });
}

export const resultRoutes = [
  offsetList({
    path: '/api/v1/results',
    operation: 'listResults',
    summary: 'Results',
    description: WHO_SEES_WHAT,
    tag: 'Results',
    scope: 'results:read',
    schema: ResultSchema,
    list: schoolLists.results,
    of: resultsFor,
    show: results.body,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/results',
    operation: 'createResult',
    summary: 'Open a result with the scores known so far',
    body: ResultPost,
    example: {
      student_id: 1,
      enrolment_id: 1,
      unit_id: 1,
      components: [
        { kind: 'cat', label: 'CAT', max_score: '30', score: '24', weight_bp: 3000 },
        { kind: 'exam', label: 'Examination', max_score: '70', score: null, weight_bp: 7000 },
      ],
    },
    reply: { status: 201, schema: ResultSchema, describe: 'The result, in state draft.' },
    refusals: ['unknown_reference', 'enrolment_closed', 'result_exists'],
    handle: async (app, call) => {
      const { caller, body, request } = call;
      return app.education.recordResult(request(presented(results, call, 201)), {
        ...scoresIn(body),
        components: componentsIn(body.components),
        studentId: await referenceOrNull(app, caller, 'student_id', body.student_id, (views) => views.students.byUuids),
        enrolmentId: await referenceOrNull(
          app,
          caller,
          'enrolment_id',
          body.enrolment_id,
          (views) => views.enrolments.byUuids,
        ),
        unitId: await referenceOrNull(app, caller, 'unit_id', body.unit_id, (views) => views.units.byUuids),
        ...defined({
          termId: await referenceOrNull(app, caller, 'term_id', body.term_id, (views) => views.terms.byUuids),
          attempt: body.attempt,
        }),
      });
    },
  }),
  oneRoute(results, {
    ...OF_SCHOOLS,
    path: '/api/v1/results/{id}',
    operation: 'getResult',
    summary: 'One result',
    description: WHO_SEES_WHAT,
    tag: 'Results',
    scope: 'results:read',
    schema: ResultSchema,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v1/results/{id}',
    operation: 'changeResult',
    summary: 'Take a step in a result’s life, or enter scores',
    description:
      'Send {action} for a step; amend takes the corrected scores and a reason, withhold one of fees, discipline and ' +
      'missing_marks. Without an action the scores of a draft or submitted result are changed.',
    params: onePath('result'),
    subject: theResult,
    body: actionBody(
      object(
        {
          ...stepMembers(resultTable),
          action: Type.Optional(Type.Enum([...actionsOf(resultSteps), 'amend'], { description: 'The step to take.' })),
          rescale: Type.Optional(
            Type.Boolean({
              description: 'With amend: under the scale in force now, not the edition frozen at publication.',
            }),
          ),
          ...ScoreFields,
        },
        { minProperties: 1 },
      ),
      { ...stepVariants(resultTable), ...AMEND },
      { cycle: resultLifecycle, edits: Object.keys(ScoreFields) },
    ),
    example: { action: 'submit' },
    reply: { status: 200, schema: ResultSchema, describe: 'The result after the step or change.' },
    refusals: [
      'invalid_state_transition',
      'result_locked',
      'result_incomplete',
      'self_approval',
      'marks_released_by_others',
    ],
    handle: async (app, call) => {
      const { body, version, subjectId, request } = call;
      const response = request(presented(results, call, 200));
      const command = { resultId: await subjectId(), ...at(version) };
      if (body.action !== undefined) {
        if (body.action === 'amend') return amend(app, response, command, body);
        const calling = { app, caller: call.caller, bound: app.education, on: command, request: response };
        return takeStep(resultTable, { ...body, action: body.action }, calling);
      }
      refuseWithoutAction(Object.keys(body), ['reason', 'rescale']);
      return app.education.changeResult(response, { ...command, ...scoresIn(body) });
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v1/results/{id}/versions',
    operation: 'listResultVersions',
    summary: 'The history of a result',
    description:
      'Every version that was published, the first one first. Empty where the marks are not shown to the client.',
    scope: 'results:read',
    bucket: 'C.read',
    params: onePath('result'),
    subject: theResult,
    reply: { status: 200, schema: object({ data: Type.Array(ResultVersionSchema) }), describe: 'All versions.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const versions = await app.read(caller, async (views) => {
        const { id } = await theResult.require(views, { caller, params });
        return recordsMarks(caller) ? views.resultVersions.ofAnyResults([id]) : views.resultVersions.ofResults([id]);
      });
      return { body: { data: versions.map((version) => versionBody(version, ids)) } };
    },
  }),
];
