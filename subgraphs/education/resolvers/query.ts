import type { Slice, ViewFilter, Views } from '#platform/app/views.ts';
import { isUuid } from '../../batches.ts';
import { connection, nothing, type ConnectionArguments } from '../../connections.ts';
import type { TypeResolvers } from '../../schema.ts';
import type { EducationContext } from '../context.ts';
import { resultsFor } from '../loaders.ts';

type One = { readonly id: string };
/** A filter as a client sends it: every field may be absent or null. */
type Nullable<Filter> = { readonly [Field in keyof Filter]?: Filter[Field] | null };
type List<Filter> = ConnectionArguments & { readonly filter?: Nullable<Filter> | null };

type States = { readonly states: readonly string[] };
type StudentsArguments = States & Ids<'programmeId' | 'intakeId' | 'sponsorMemberId'> & Texts<'admissionNo' | 'search'>;
type EnrolmentsArguments = States & Ids<'studentId' | 'programmeId' | 'academicYearId' | 'termId'>;
type InvoicesArguments = States &
  Ids<'studentId' | 'programmeId' | 'sponsorMemberId'> &
  Texts<'admissionNo'> & {
    readonly overdue: boolean;
    readonly dueBefore: Temporal.PlainDate;
    readonly dueAfter: Temporal.PlainDate;
  };
type PaymentsArguments = States & Ids<'studentId' | 'invoiceId'>;
type ResultsArguments = States & Ids<'studentId' | 'programmeId' | 'unitId' | 'academicYearId' | 'termId'>;
type ProgrammesArguments = States & Texts<'code'>;
type UnitsArguments = Ids<'programmeId'> & Texts<'code'>;
type FeeStructuresArguments = Ids<'programmeId' | 'academicYearId' | 'termId'>;
type Ids<Field extends string> = { readonly [F in Field]: string };
type Texts<Field extends string> = { readonly [F in Field]: string };

export const Query: TypeResolvers<EducationContext> = {
  student: (_, { id }: One, { loaders }) => loaders.students.byUuid.load(id),
  studentByAdmissionNo: (_, { admissionNo }: { admissionNo: string }, { loaders }) =>
    loaders.studentsByAdmissionNo.load(admissionNo.trim().toUpperCase()),
  students: listed<StudentsArguments, ViewFilter<'students'>>(
    'students',
    (views) => views.students,
    (request) => ({
      states: request.states,
      programme: request.programmeId,
      intake: request.intakeId,
      admissionNo: request.admissionNo,
      q: request.search,
      sponsorMember: request.sponsorMemberId,
    }),
  ),

  enrolment: (_, { id }: One, { loaders }) => loaders.enrolments.byUuid.load(id),
  enrolments: listed<EnrolmentsArguments, ViewFilter<'enrolments'>>(
    'enrolments',
    (views) => views.enrolments,
    (request) => ({
      states: request.states,
      student: request.studentId,
      programme: request.programmeId,
      academicYear: request.academicYearId,
      term: request.termId,
    }),
  ),

  invoice: (_, { id }: One, { loaders }) => loaders.invoices.byUuid.load(id),
  invoiceByNumber: (_, { number }: { number: string }, { loaders }) => loaders.invoicesByNumber.load(number),
  invoices: listed<InvoicesArguments, ViewFilter<'invoices'>>(
    'invoices',
    (views) => views.invoices,
    (request) => ({
      states: request.states,
      student: request.studentId,
      programme: request.programmeId,
      sponsorMember: request.sponsorMemberId,
      admissionNo: request.admissionNo,
      overdue: request.overdue,
      dueBefore: request.dueBefore,
      dueAfter: request.dueAfter,
    }),
  ),

  invoicePayment: (_, { id }: One, { loaders }) => loaders.payments.byUuid.load(id),
  invoicePayments: listed<PaymentsArguments, ViewFilter<'payments'>>(
    'invoicePayments',
    (views) => views.payments,
    (request) => ({
      states: request.states,
      student: request.studentId,
      invoice: request.invoiceId,
    }),
  ),

  result: (_, { id }: One, { loaders }) => loaders.results.byUuid.load(id),
  results: listed<ResultsArguments, ViewFilter<'results'>>(
    'results',
    (views, { caller }) => resultsFor(caller)(views),
    (request) => ({
      states: request.states,
      student: request.studentId,
      programme: request.programmeId,
      unit: request.unitId,
      academicYear: request.academicYearId,
      term: request.termId,
    }),
  ),

  sponsorship: (_, { id }: One, { loaders }) => loaders.sponsorships.byUuid.load(id),

  programme: (_, { id }: One, { loaders }) => loaders.programmes.byUuid.load(id),
  programmeByCode: (_, { code }: { code: string }, { loaders }) => loaders.programmesByCode.load(code),
  programmes: listed<ProgrammesArguments, ViewFilter<'programmes'>>(
    'programmes',
    (views) => views.programmes,
    (request) => request,
  ),
  units: listed<UnitsArguments, ViewFilter<'units'>>(
    'units',
    (views) => views.units,
    (request) => ({
      programme: request.programmeId,
      code: request.code,
    }),
  ),
  academicYears: listed<object, object>(
    'academicYears',
    (views) => views.academicYears,
    () => ({}),
  ),
  intakes: listed<object, object>(
    'intakes',
    (views) => views.intakes,
    () => ({}),
  ),
  feeStructures: listed<FeeStructuresArguments, ViewFilter<'feeStructures'>>(
    'feeStructures',
    (views) => views.feeStructures,
    (request) => ({ programme: request.programmeId, academicYear: request.academicYearId, term: request.termId }),
  ),
  gradingScales: listed<object, object>(
    'gradingScales',
    (views) => views.gradingScales,
    () => ({}),
  ),
};

type Listable<Filter> = {
  readonly slice: (filter: Filter, slice: Slice) => Promise<readonly { readonly uuid: string }[]>;
  readonly count: (filter: Filter) => Promise<number>;
};

/**
 * The resolver of a list.
 * @param filterOf the filter of the views for what was asked; what was null is left out
 */
function listed<CommandRequest extends object, Filter>(
  name: string,
  look: (views: Views, context: EducationContext) => Listable<Filter>,
  filterOf: (request: { readonly [Field in keyof CommandRequest]: CommandRequest[Field] | undefined }) => Filter,
) {
  return (_: unknown, { filter, ...args }: List<CommandRequest>, context: EducationContext) => {
    const request = Object.entries(filter ?? {}).filter(([, value]) => value !== null);
    if (!request.every(([field, value]) => canMatch(field, value))) return connection(name, args, nothing);
    const chosen = filterOf(Object.fromEntries(request) as never);
    return connection(name, args, {
      slice: (slice) => context.read((views) => look(views, context).slice(chosen, slice)),
      count: () => context.read((views) => look(views, context).count(chosen)),
    });
  };
}

/**
 * Whether any record can meet a part of a filter. The views take integer ids as well, which are none here; and no text
 * of PostgreSQL has a NUL, no date of it a year 0.
 */
function canMatch(field: string, value: unknown): boolean {
  if (field.endsWith('Id')) return isUuid(String(value));
  if (value instanceof Temporal.PlainDate) return value.year > 0;
  return !String(value).includes('\0');
}
