import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import { programmeLifecycle } from '#core/education/programme/programme.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import type { Student } from '#core/education/student/student.ts';
import { programmeSteps } from '#core/education/use-cases/catalogue/define-programme.ts';
import { enrolmentSteps } from '#core/education/use-cases/enrolment/steps.ts';
import { invoiceSteps } from '#core/education/use-cases/invoice/steps.ts';
import { resultSteps } from '#core/education/use-cases/result/steps.ts';
import type { EraseStudent } from '#core/education/use-cases/student/erase-student.ts';
import { studentSteps } from '#core/education/use-cases/student/steps.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { StepTable } from '#core/kernel/steps.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import type { Resolvers } from '../schema.ts';
import { stepMutations, type StepSource } from '../step-mutations.ts';
import type { StepsOfType } from '../steps.ts';
import { change, type EducationContext } from './context.ts';

const on = <Table extends StepTable, Record extends { readonly id: number }>(
  source: StepSource<EducationContext, Table, Record>,
): { readonly table: StepsOfType; readonly mutations: Resolvers<EducationContext>[string] } => ({
  table: source,
  mutations: stepMutations(change, source),
});

const bound = ({ app }: EducationContext) => app.education;

/** A client that is trusted with personal data of minors may clear them, whatever its scopes. */
const erasing =
  ({ app, caller }: EducationContext) =>
  async (request: ProposableRequest<Student>, command: EraseStudent): Promise<Handled> => {
    if (caller.pii) return app.education.eraseStudent(request, command);
    throw refuse(
      partnerRefusals.insufficient_scope,
      'eraseStudent is for clients that are trusted with personal data. Ask the institution for such a client.',
      { required_scopes: ['students:write'], granted_scopes: caller.scopes },
    );
  };

const TABLES = [
  on({
    type: 'Student',
    noun: 'student',
    id: 'studentId',
    scope: 'students:write',
    // Who answers for personal data keeps no students.
    ownScopes: { erase: [['privacy:write']] },
    cycle: studentLifecycle,
    steps: studentSteps,
    records: ({ loaders }) => loaders.students.byUuid,
    bound: (context) => ({ ...bound(context), eraseStudent: erasing(context) }),
  }),
  on({
    type: 'Enrolment',
    noun: 'enrolment',
    id: 'enrolmentId',
    scope: 'enrolments:write',
    cycle: enrolmentLifecycle,
    steps: enrolmentSteps,
    records: ({ loaders }) => loaders.enrolments.byUuid,
    bound,
  }),
  on({
    type: 'Invoice',
    noun: 'invoice',
    id: 'invoiceId',
    scope: 'invoices:write',
    cycle: invoiceLifecycle,
    steps: invoiceSteps,
    records: ({ loaders }) => loaders.invoices.byUuid,
    bound,
  }),
  on({
    type: 'Result',
    noun: 'result',
    id: 'resultId',
    scope: 'results:write',
    cycle: resultLifecycle,
    steps: resultSteps,
    records: ({ loaders }) => loaders.results.byUuid,
    bound,
  }),
  on({
    type: 'Programme',
    noun: 'programme',
    id: 'programmeId',
    scope: 'programmes:write',
    cycle: programmeLifecycle,
    steps: programmeSteps,
    records: ({ loaders }) => loaders.programmes.byUuid,
    bound,
  }),
];

/** What steps.graphql is derived from. */
export const educationSteps = TABLES.map(({ table }) => table);
/** Their mutations, by name. */
export const educationStepMutations = Object.assign({}, ...TABLES.map(({ mutations }) => mutations));
