import type { Business, Called, PersonalCopies, Retention } from '../kernel/personal-data.ts';
import type { Actor } from '../kernel/two-people.ts';
import type { ReceiptPorts } from '../payments/ports.ts';
import type { Enrolment } from './enrolment/enrolment.ts';
import type { GradingScale, GradingScaleEdition } from './grading/scale.ts';
import type { CreditNote } from './invoice/credit-note.ts';
import type { InvoiceLine } from './invoice/invoice-line.ts';
import type { Invoice } from './invoice/invoice.ts';
import type { InvoiceReservation } from './invoice/reservation.ts';
import type { ReferenceCandidates } from './payment/account-reference.ts';
import type { InvoicePayment, PaymentAllocation } from './payment/payment.ts';
import type { AcademicYear, Intake, Term, YearDetails } from './programme/calendar.ts';
import type { FeeComponent, FeeStructure } from './programme/fee-structure.ts';
import type { Programme } from './programme/programme.ts';
import type { Unit } from './programme/unit.ts';
import type { ResultVersion } from './result/result-version.ts';
import type { Result } from './result/result.ts';
import type { Sponsorship } from './sponsorship/sponsorship.ts';
import type { Student } from './student/student.ts';
import type { Limited } from '../payments/limits-of-one.ts';
import type { PaymentClock } from '../payments/payment-time.ts';

/** What an institution decides for itself. */
export type EducationPolicies = {
  /** How admission numbers are made: `{programme}/{seq:4}/{year}`. */
  readonly admissionPattern: string;
  /** Whether marks are published and amended by a person other than the one who entered them. */
  readonly fourEyesOnResults: boolean;
  /** Whether an enrolment after the term's registration deadline is taken. */
  readonly lateRegistration: 'accepted' | 'refused';
};

/**
 * A collection in which a record is found by id. `get` reads the row for update: what a use case loads, no
 * other command changes until it has ended. `add` resolves once the database gave the record its id, since
 * rows in other tables name it by that id.
 */
type Collection<Item> = {
  get(id: number): Promise<Item | null>;
  add(item: Item): Promise<void>;
};

/** What is read by many and changed by few: a change locks it. */
type Changeable<T> = { lock(id: number): Promise<T | null> };

/** What the use cases of education need from outside. */
export type EducationPorts = ReceiptPorts &
  PaymentClock &
  Actor &
  Limited & {
    /** The business date in the institution's zone. */
    readonly today: Temporal.PlainDate;
    readonly newUuid: () => string;
    readonly policies: EducationPolicies;
    /** Who acts is trusted with personal data of minors. */
    readonly pii: boolean;
    /** Who acts marks the classes of their units, and releases nothing. */
    readonly isLecturer: boolean;
    /** Running numbers from 1, without gaps: handed out inside the transaction. Series: `student`, `invoice:2025`. */
    readonly numbers: { next(series: string): Promise<number> };

    readonly students: Collection<Student> & {
      /** By the form of `admissionNoForm`: upper case, outer spaces gone. */
      byAdmissionNo(form: string): Promise<Student | null>;
      byUuid(uuid: string): Promise<Student | null>;
      byDocument(kind: 'nationalId' | 'birthCertificateNo' | 'passportNo', number: string): Promise<Student | null>;
    };
    readonly enrolments: Collection<Enrolment> & {
      /** The one that is not cancelled, for this student, programme, year and term. */
      existing(key: {
        studentId: number;
        programmeId: number;
        academicYearId: number;
        termId: number | null;
      }): Promise<Enrolment | null>;
      /** Those of a student that have not ended: they are pending, go on, or rest. */
      runningOf(studentId: number): Promise<readonly Enrolment[]>;
    };

    readonly programmes: Collection<Programme> &
      Changeable<Programme> & { byCode(code: string): Promise<Programme | null> };
    readonly academicYears: Collection<AcademicYear> & Changeable<AcademicYear>;
    readonly terms: Collection<Term> &
      Changeable<Term> & {
        /** A term of an academic year that would lie outside these days; null where all lie inside. */
        outside(academicYearId: number, days: YearDetails): Promise<Term | null>;
      };
    readonly intakes: Collection<Intake>;
    readonly units: Collection<Unit> & {
      byCode(programmeId: number | null, code: string): Promise<Unit | null>;
      /** Core units of a programme. */
      coreOf(programmeId: number): Promise<readonly Unit[]>;
    };
    readonly feeStructures: Collection<FeeStructure>;
    readonly feeComponents: {
      /** In the order of their positions. */
      of(feeStructureId: number): Promise<readonly FeeComponent[]>;
      add(component: FeeComponent): Promise<void>;
    };
    readonly gradingScales: Collection<GradingScale> &
      Changeable<GradingScale> & { byCode(code: string): Promise<GradingScale | null> };
    readonly gradingScaleEditions: {
      get(scaleId: number, edition: number): Promise<GradingScaleEdition | null>;
      add(edition: GradingScaleEdition): Promise<void>;
    };

    readonly invoices: Collection<Invoice> & {
      /** Issued or partially paid invoices of a student. */
      openOf(studentId: number): Promise<readonly Invoice[]>;
      /** Open invoices with a due date before `today` without an event of it, oldest first. */
      overdueUnmarked(today: Temporal.PlainDate, limit: number): Promise<readonly Invoice[]>;
      /** Deletes a draft with its lines and leaves a tombstone. */
      remove(invoice: Invoice): Promise<void>;
    };
    readonly invoiceLines: {
      /** In the order of their positions. */
      of(invoiceId: number): Promise<readonly InvoiceLine[]>;
      add(line: InvoiceLine): Promise<void>;
      remove(line: InvoiceLine): Promise<void>;
    };
    readonly creditNotes: { add(note: CreditNote): Promise<void> };
    readonly reservations: {
      /** Those that are held and not expired at `now`. */
      liveOn(invoiceId: number, now: Temporal.Instant): Promise<readonly InvoiceReservation[]>;
      /** Money of loans that went to a phone and was promised for this invoice. */
      promisedOn(invoiceId: number): Promise<readonly InvoiceReservation[]>;
      promisedBy(disbursementUuid: string): Promise<InvoiceReservation | null>;
      /** The loan's reservation that is held, expired or not. */
      heldBy(loanUuid: string): Promise<InvoiceReservation | null>;
      add(reservation: InvoiceReservation): Promise<void>;
    };

    readonly payments: Collection<InvoicePayment> & {
      byKey(key: string): Promise<InvoicePayment | null>;
      byUuid(uuid: string): Promise<InvoicePayment | null>;
      /** Payments of a student with something unapplied, oldest first: by paidAt, then id. */
      withCredit(studentId: number): Promise<readonly InvoicePayment[]>;
    };
    readonly allocations: {
      /** The standing allocations of a payment. */
      of(paymentId: number): Promise<readonly PaymentAllocation[]>;
      add(allocation: PaymentAllocation): Promise<void>;
    };
    readonly accountReferences: {
      /** Students and invoices whose pay code, number or admission number has this `accountKey`. */
      candidates(key: string): Promise<ReferenceCandidates>;
    };

    readonly results: Collection<Result> & {
      /** The one that is not void, for this student, unit, term and attempt. */
      existing(key: {
        studentId: number;
        unitId: number;
        termId: number | null;
        attempt: number;
      }): Promise<Result | null>;
      /** Published (not withheld) results of a student. */
      publishedOf(studentId: number): Promise<readonly Result[]>;
    };
    readonly resultVersions: { add(version: ResultVersion): Promise<void> };

    readonly personalCopies: PersonalCopies;
    readonly calledBy: Called['calledBy'];
    readonly business: { of(studentId: number): Promise<Business> };
    readonly retentionYears: Retention['retentionYears'];
    /** Erasing a person takes two people. */
    readonly fourEyes: boolean;
    readonly sponsorships: Collection<Sponsorship> & {
      /** Those of a student that have not ended. */
      runningOf(studentId: number): Promise<readonly Sponsorship[]>;
    };
    /** The society's members, who live in another context. */
    readonly members: { exists(id: number): Promise<boolean> };
  };
