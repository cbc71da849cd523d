import DataLoader from 'dataloader';
import { mayUse, type Caller } from '#platform/auth/caller.ts';
import type { Period, Placed, Slice, View, Views } from '#platform/app/views.ts';
import { atMostOne, byUuids, childrenOf, numbered, recordsOf, slicesOf, talliesOf, type Records } from '../batches.ts';
import type { Read } from '../reading.ts';

/** Everything that the resolvers of education read, in batches. Created for each request and after each mutation. */
export function educationLoaders(read: Read, caller: Pick<Caller, 'scopes'>) {
  const students = recordsOf(read, (views) => views.students);
  const invoices = recordsOf(read, (views) => views.invoices);
  const payments = recordsOf(read, (views) => views.payments);
  return {
    students,
    /** By the number in capitals. */
    studentsByAdmissionNo: numbered(
      read,
      (views, numbers) => views.students.byAdmissionNos(numbers),
      ({ admissionNo }) => admissionNo.toUpperCase(),
    ),
    enrolments: recordsOf(read, (views) => views.enrolments),
    invoices,
    invoicesByNumber: numbered(
      read,
      (views, numbers) => views.invoices.byNumbers(numbers),
      ({ number }) => number ?? '',
    ),
    payments,
    creditNotes: recordsOf(read, (views) => views.creditNotes),
    results: recordsOf(read, resultsFor(caller)),
    sponsorships: recordsOf(read, (views) => views.sponsorships),

    programmes: recordsOf(read, (views) => views.programmes),
    programmesByCode: numbered(
      read,
      (views, codes) => views.programmes.byCodes(codes),
      ({ code }) => code,
    ),
    units: recordsOf(read, (views) => views.units),
    academicYears: recordsOf(read, (views) => views.academicYears),
    terms: recordsOf(read, (views) => views.terms),
    intakes: recordsOf(read, (views) => views.intakes),
    gradingScales: recordsOf(read, (views) => views.gradingScales),
    feeStructures: recordsOf(read, (views) => views.feeStructures),

    statementsIn: inPeriods((period) => childOf(read, (views, ids) => views.statements.ofStudents(ids, period))),
    transcriptsIn: inPeriods((period) => childOf(read, (views, ids) => views.transcripts.ofStudents(ids, period))),

    /** Who and what is lending's: only that it exists for the caller. */
    members: byUuids(read, (views, uuids) => views.members.byUuids(uuids)),
    membersByNumber: numbered(
      read,
      (views, numbers) => views.members.byNumbers(numbers),
      ({ memberNo }) => memberNo,
    ),
    disbursements: byUuids(read, (views, uuids) => views.disbursements.byUuids(uuids)),

    ...childrenOfStudents(read, caller),
    ...childrenOfOthers(read, caller, { invoices, payments }),
  };
}

/** A loader for each period that a query asks for. */
function inPeriods<Loader>(make: (period: Period) => Loader): (period: Period) => Loader {
  const known = new Map<string, Loader>();
  return (period) => {
    const key = `${period.from ?? ''} ${period.to ?? ''}`;
    const loader = known.get(key) ?? make(period);
    known.set(key, loader);
    return loader;
  };
}

/** A loader for each unit and attempt that a query asks for. */
function inUnits<Loader>(
  make: (unitId: number, attempt: number) => Loader,
): (unitId: number, attempt: number) => Loader {
  const known = new Map<string, Loader>();
  return (unitId, attempt) => {
    const key = `${unitId} ${attempt}`;
    const loader = known.get(key) ?? make(unitId, attempt);
    known.set(key, loader);
    return loader;
  };
}

/** One paper for each student, in the order of the students. */
function childOf<Paper>(
  read: Read,
  look: (views: Views, studentIds: readonly number[]) => Promise<Paper[]>,
): DataLoader<number, Paper> {
  return new DataLoader((ids) => read((views) => look(views, ids)));
}

export type EducationLoaders = ReturnType<typeof educationLoaders>;

/** Marks before their publication are for those who keep marks. */
export function resultsFor(caller: Pick<Caller, 'scopes'>): (views: Views) => Views['results'] {
  return mayUse(caller, 'results:write') ? (views) => views.markbook : (views) => views.results;
}

function childrenOfStudents(read: Read, caller: Pick<Caller, 'scopes'>) {
  const results = resultsFor(caller);
  const ofStudent = ({ student }: { readonly student: { readonly id: number } }) => student.id;
  return {
    currentEnrolments: atMostOne(read, (views, ids) => views.enrolments.currentOf(ids), ofStudent),
    enrolmentsOfStudent: slicesOf(
      read,
      (views, ids, slice) => views.enrolments.sliceOfEach('studentId', ids, slice),
      ofStudent,
    ),
    enrolmentCountOfStudent: talliesOf(read, (views, ids) => views.enrolments.countOfEach('studentId', ids)),
    invoicesOfStudent: slicesOf(
      read,
      (views, ids, slice) => views.invoices.sliceOfEach('studentId', ids, slice),
      ofStudent,
    ),
    invoiceCountOfStudent: talliesOf(read, (views, ids) => views.invoices.countOfEach('studentId', ids)),
    paymentsOfStudent: slicesOf(
      read,
      (views, ids, slice) => views.payments.sliceOfEach('studentId', ids, slice),
      ofStudent,
    ),
    paymentCountOfStudent: talliesOf(read, (views, ids) => views.payments.countOfEach('studentId', ids)),
    resultsOfStudent: slicesOf(
      read,
      (views, ids, slice) => results(views).sliceOfEach('studentId', ids, slice),
      ofStudent,
    ),
    resultCountOfStudent: talliesOf(read, (views, ids) => results(views).countOfEach('studentId', ids)),
    /** As everybody may see them who may see them at all: for a sponsor's eyes. */
    publishedResultsOfStudent: slicesOf(
      read,
      (views, ids, slice) => views.results.sliceOfEach('studentId', ids, slice),
      ofStudent,
    ),
    publishedResultCountOfStudent: talliesOf(read, (views, ids) => views.results.countOfEach('studentId', ids)),
    sponsorshipsOfStudent: slicesOf(
      read,
      (views, ids, slice) => views.sponsorships.sliceOfEach('studentId', ids, slice),
      ofStudent,
    ),
    sponsorshipCountOfStudent: talliesOf(read, (views, ids) => views.sponsorships.countOfEach('studentId', ids)),
    loansOfStudent: childrenOf(read, (views, ids) => views.educationLinks.loansOfStudents(ids), ofParent),
  };
}

function childrenOfOthers(
  read: Read,
  caller: Pick<Caller, 'scopes'>,
  records: { readonly invoices: Records<View<'invoices'>>; readonly payments: Records<View<'payments'>> },
) {
  const results = resultsFor(caller);
  return {
    sponsorshipsOfMember: slicesOf(
      read,
      (views, ids, slice) => views.sponsorships.sliceOfEach('memberId', ids, slice),
      ({ member }) => member.id,
    ),
    sponsorshipCountOfMember: talliesOf(read, (views, ids) => views.sponsorships.countOfEach('memberId', ids)),
    invoicesOfSponsor: linked(read, records.invoices, (views, ids, slice) =>
      views.educationLinks.invoicesOfSponsors(ids, slice),
    ),
    invoiceCountOfSponsor: talliesOf(read, (views, ids) => views.educationLinks.invoiceCountOfSponsors(ids)),
    paymentsOfDisbursement: childrenOf(
      read,
      (views, ids) => views.payments.ofDisbursements(ids),
      ({ disbursement }) => disbursement?.id ?? 0,
    ),

    paymentsOfInvoice: linked(read, records.payments, (views, ids, slice) =>
      views.educationLinks.paymentsOfInvoices(ids, slice),
    ),
    paymentCountOfInvoice: talliesOf(read, (views, ids) => views.educationLinks.paymentCountOfInvoices(ids)),
    creditNotesOfInvoice: childrenOf(
      read,
      (views, ids) => views.creditNotes.ofInvoices(ids, MOST_CHILDREN),
      ({ invoice }) => invoice.id,
    ),
    loansOfInvoice: childrenOf(read, (views, ids) => views.educationLinks.loansOfInvoices(ids), ofParent),

    invoicesOfEnrolment: slicesOf(
      read,
      (views, ids, slice) => views.invoices.sliceOfEach('enrolmentId', ids, slice),
      ({ enrolment }) => enrolment?.id ?? 0,
    ),
    invoiceCountOfEnrolment: talliesOf(read, (views, ids) => views.invoices.countOfEach('enrolmentId', ids)),
    resultsOfEnrolment: slicesOf(
      read,
      (views, ids, slice) => results(views).sliceOfEach('enrolmentId', ids, slice),
      ({ enrolment }) => enrolment.id,
    ),
    resultCountOfEnrolment: talliesOf(read, (views, ids) => results(views).countOfEach('enrolmentId', ids)),
    resultIn: inUnits((unitId, attempt) =>
      atMostOne(
        read,
        (views, ids) => results(views).ofEnrolmentsIn(ids, unitId, attempt),
        ({ enrolment }) => enrolment.id,
      ),
    ),
    versionsOfResult: childrenOf(
      read,
      (views, ids) =>
        mayUse(caller, 'results:write') ? views.resultVersions.ofAnyResults(ids) : views.resultVersions.ofResults(ids),
      ({ result }) => result.id,
    ),
    ...childrenOfProgrammes(read),
  };
}

function childrenOfProgrammes(read: Read) {
  return {
    unitsOfProgramme: slicesOf(
      read,
      (views, ids, slice) => views.units.sliceOfEach('programmeId', ids, slice),
      ({ programme }) => programme?.id ?? 0,
    ),
    unitCountOfProgramme: talliesOf(read, (views, ids) => views.units.countOfEach('programmeId', ids)),
    studentsOfProgramme: slicesOf(
      read,
      (views, ids, slice) => views.students.sliceOfEach('programmeId', ids, slice),
      ({ programme }) => programme.id,
    ),
    studentCountOfProgramme: talliesOf(read, (views, ids) => views.students.countOfEach('programmeId', ids)),
    termsOfAcademicYear: childrenOf(
      read,
      (views, ids) => views.terms.ofAcademicYears(ids, MOST_CHILDREN),
      ({ academicYear }) => academicYear.id,
    ),
  };
}

/** Of children that are no connection: more than there ever are. */
const MOST_CHILDREN = 100;

/** Children that links lead to, read with all others of their kind. */
function linked<Shown>(
  read: Read,
  records: Records<Shown>,
  look: (
    views: Views,
    parentIds: readonly number[],
    slice: Slice,
  ) => Promise<readonly Placed<View<'educationLinks', 'paymentsOfInvoices'>>[]>,
): (parentId: number, slice: Slice) => Promise<readonly Placed<Shown>[]> {
  const links = slicesOf(read, look, ofParent);
  return async (parentId, slice) => {
    const found = await links(parentId, slice);
    const shown = await Promise.all(
      found.map(async ({ record: { id }, place }) => ({ record: await records.byId.load(id), place })),
    );
    return shown.flatMap(({ record, place }) => (record === null ? [] : [{ record, place }]));
  };
}

const ofParent = ({ parentId }: View<'educationLinks', 'paymentsOfInvoices'>) => parentId;
