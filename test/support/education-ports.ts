import type { Enrolment } from '#core/education/enrolment/enrolment.ts';
import type { GradingScale, GradingScaleEdition } from '#core/education/grading/scale.ts';
import type { CreditNote } from '#core/education/invoice/credit-note.ts';
import type { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { isOpen, isOverdue, type Invoice } from '#core/education/invoice/invoice.ts';
import { isLive, type InvoiceReservation } from '#core/education/invoice/reservation.ts';
import { accountKey } from '#core/education/account-key.ts';
import { unappliedOf, type InvoicePayment, type PaymentAllocation } from '#core/education/payment/payment.ts';
import type { EducationPolicies, EducationPorts } from '#core/education/ports.ts';
import { isWithin, type AcademicYear, type Intake, type Term } from '#core/education/programme/calendar.ts';
import type { FeeComponent, FeeStructure } from '#core/education/programme/fee-structure.ts';
import type { Programme } from '#core/education/programme/programme.ts';
import type { Unit } from '#core/education/programme/unit.ts';
import type { ResultVersion } from '#core/education/result/result-version.ts';
import type { Result } from '#core/education/result/result.ts';
import type { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { admissionNoForm } from '#core/education/student/admission-no.ts';
import type { Student } from '#core/education/student/student.ts';
import { receiptsInMemory } from './receipts-in-memory.ts';
import { nairobi } from './payment-clock.ts';

type Row = { id: number; version?: number };

/** Rows of one table in memory; ids count from 1. */
function table<Item extends Row>() {
  const rows: Item[] = [];
  let lastId = 0;
  return {
    rows,
    get: async (id: number) => rows.find((row) => row.id === id) ?? null,
    add: async (item: Item) => {
      lastId += 1;
      item.id = lastId;
      if ('version' in item) item.version = 1;
      rows.push(item);
    },
    remove: async (item: Item) => {
      rows.splice(rows.indexOf(item), 1);
    },
    find: async (fits: (row: Item) => boolean) => rows.find(fits) ?? null,
    all: async (fits: (row: Item) => boolean) => rows.filter(fits),
  };
}

type Tables = ReturnType<typeof educationTables>;

function educationTables() {
  return {
    students: table<Student>(),
    enrolments: table<Enrolment>(),
    programmes: table<Programme>(),
    academicYears: table<AcademicYear>(),
    terms: table<Term>(),
    intakes: table<Intake>(),
    units: table<Unit>(),
    feeStructures: table<FeeStructure>(),
    feeComponents: table<FeeComponent>(),
    gradingScales: table<GradingScale>(),
    gradingScaleEditions: table<GradingScaleEdition>(),
    invoices: table<Invoice>(),
    invoiceLines: table<InvoiceLine>(),
    creditNotes: table<CreditNote>(),
    reservations: table<InvoiceReservation>(),
    payments: table<InvoicePayment>(),
    allocations: table<PaymentAllocation>(),
    results: table<Result>(),
    resultVersions: table<ResultVersion>(),
    sponsorships: table<Sponsorship>(),
  };
}

/** The institution of the tests: 1 February 2026, M-001 to M-099 are members, every policy on. */
export type TestPorts = EducationPorts & {
  readonly tables: Tables;
  at(iso: string): TestPorts;
  as(actor: string): TestPorts;
};

/** Ports in memory. They behave as the database does, from the rows of `tables`. */
export function educationPorts(policies: Partial<EducationPolicies> = {}): TestPorts {
  const tables = educationTables();
  const series = new Map<string, number>();
  let uuids = 0;
  const ports: TestPorts = {
    tables,
    now: Temporal.Instant.from('2026-02-01T06:00:00Z'),
    ...nairobi,
    today: Temporal.PlainDate.from('2026-02-01'),
    actor: 'registrar',
    responsibleFor: async (client) => client,
    peopleBehind: async (client) => [client],
    introductionsOf: async () => [],
    pii: true,
    isLecturer: false,
    agreement: 'none',
    calledBy: [],
    alone: { reversal: null, charges: null, waivers: null, reschedules: 'one_person', bankCharges: null },
    policies: {
      admissionPattern: '{programme}/{seq:4}/{year}',
      fourEyesOnResults: true,
      lateRegistration: 'refused',
      ...policies,
    },
    at(iso) {
      const now = Temporal.Instant.from(iso);
      return { ...this, now, today: now.toZonedDateTimeISO('Africa/Nairobi').toPlainDate() };
    },
    as(actor) {
      return { ...this, actor };
    },
    newUuid: () => `00000000-0000-4000-8000-${String((uuids += 1)).padStart(12, '0')}`,
    numbers: {
      next: async (name) => {
        const next = (series.get(name) ?? 0) + 1;
        series.set(name, next);
        return next;
      },
    },
    students: {
      ...tables.students,
      byAdmissionNo: (form) => tables.students.find((student) => admissionNoForm(student.admissionNo) === form),
      byUuid: (uuid) => tables.students.find((student) => student.uuid === uuid),
      byDocument: (kind, number) => tables.students.find((student) => student[kind] === number),
    },
    enrolments: {
      ...tables.enrolments,
      existing: (key) =>
        tables.enrolments.find(
          (row) =>
            row.state !== 'cancelled' &&
            row.studentId === key.studentId &&
            row.programmeId === key.programmeId &&
            row.academicYearId === key.academicYearId &&
            row.termId === key.termId,
        ),
      runningOf: (studentId) =>
        tables.enrolments.all(
          (row) => row.studentId === studentId && ['pending', 'enrolled', 'deferred'].includes(row.state),
        ),
    },
    programmes: {
      ...tables.programmes,
      lock: tables.programmes.get,
      byCode: (code) => tables.programmes.find((row) => row.code === code),
    },
    academicYears: { ...tables.academicYears, lock: tables.academicYears.get },
    terms: {
      ...tables.terms,
      lock: tables.terms.get,
      outside: (yearId, days) =>
        tables.terms.find(
          (row) => row.academicYearId === yearId && !(isWithin(row.startDate, days) && isWithin(row.endDate, days)),
        ),
    },
    intakes: tables.intakes,
    units: {
      ...tables.units,
      byCode: (programmeId, code) => tables.units.find((row) => row.programmeId === programmeId && row.code === code),
      coreOf: (programmeId) => tables.units.all((row) => row.core && row.programmeId === programmeId),
    },
    feeStructures: tables.feeStructures,
    feeComponents: {
      ...tables.feeComponents,
      of: (id) => tables.feeComponents.all((row) => row.feeStructureId === id),
    },
    gradingScales: {
      ...tables.gradingScales,
      lock: tables.gradingScales.get,
      byCode: (code) => tables.gradingScales.find((row) => row.code === code),
    },
    gradingScaleEditions: {
      ...tables.gradingScaleEditions,
      get: (scaleId, edition) =>
        tables.gradingScaleEditions.find((row) => row.scaleId === scaleId && row.edition === edition),
    },
    invoices: {
      ...tables.invoices,
      openOf: (studentId) => tables.invoices.all((row) => row.studentId === studentId && isOpen(row)),
      overdueUnmarked: async (today, limit) =>
        (await tables.invoices.all((row) => row.overdueNotifiedOn === null && isOverdue(row, today))).slice(0, limit),
      remove: async (invoice) => {
        for (const line of await tables.invoiceLines.all((row) => row.invoiceId === invoice.id)) {
          await tables.invoiceLines.remove(line);
        }
        await tables.invoices.remove(invoice);
      },
    },
    invoiceLines: { ...tables.invoiceLines, of: (id) => tables.invoiceLines.all((row) => row.invoiceId === id) },
    creditNotes: tables.creditNotes,
    reservations: {
      ...tables.reservations,
      liveOn: (invoiceId, now) => tables.reservations.all((row) => row.invoiceId === invoiceId && isLive(row, now)),
      promisedOn: (invoiceId) =>
        tables.reservations.all((row) => row.invoiceId === invoiceId && row.state === 'promised'),
      promisedBy: (disbursementUuid) => tables.reservations.find((row) => row.disbursementUuid === disbursementUuid),
      heldBy: (loanUuid) => tables.reservations.find((row) => row.loanUuid === loanUuid && row.state === 'held'),
    },
    payments: {
      ...tables.payments,
      byKey: (key) => tables.payments.find((row) => row.key === key),
      byUuid: (uuid) => tables.payments.find((row) => row.uuid === uuid),
      withCredit: async (studentId) =>
        (await tables.payments.all((row) => row.studentId === studentId && unappliedOf(row) > 0n)).sort(
          (a, b) => Temporal.Instant.compare(a.paidAt, b.paidAt) || a.id - b.id,
        ),
    },
    allocations: {
      ...tables.allocations,
      of: (paymentId) => tables.allocations.all((row) => row.paymentId === paymentId && row.unwoundAt === null),
    },
    accountReferences: {
      candidates: async (key) => ({
        students: await tables.students.all((row) => row.payCode === key || row.admissionKey === key),
        invoices: await tables.invoices.all((row) => row.payCode === key || accountKey(row.number ?? '') === key),
      }),
    },
    results: {
      ...tables.results,
      existing: (key) =>
        tables.results.find(
          (row) =>
            row.state !== 'void' &&
            row.studentId === key.studentId &&
            row.unitId === key.unitId &&
            row.termId === key.termId &&
            row.attempt === key.attempt,
        ),
      publishedOf: (studentId) => tables.results.all((row) => row.studentId === studentId && row.state === 'published'),
    },
    resultVersions: tables.resultVersions,
    personalCopies: { forget: async () => undefined, areNamedIn: async () => false },
    business: { of: async () => ({ open: [], lastOn: null }) },
    retentionYears: 7,
    fourEyes: false,
    sponsorships: {
      ...tables.sponsorships,
      runningOf: (studentId) => tables.sponsorships.all((row) => row.studentId === studentId && row.endedOn === null),
    },
    members: { exists: async (id) => id >= 1 && id <= 99 },
    ...receiptsInMemory(),
  };
  return ports;
}
