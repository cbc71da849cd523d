import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { GradingScale, GradingScaleEdition } from '#core/education/grading/scale.ts';
import { CreditNote } from '#core/education/invoice/credit-note.ts';
import { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { Invoice } from '#core/education/invoice/invoice.ts';
import { InvoiceReservation } from '#core/education/invoice/reservation.ts';
import { InvoicePayment, PaymentAllocation } from '#core/education/payment/payment.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { FeeComponent, FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { ResultVersion } from '#core/education/result/result-version.ts';
import { Result } from '#core/education/result/result.ts';
import { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import { cents, flag, instant, int, json, plainDate, ref, text, uuid } from '../mapping/types.ts';
import { mapRecord, mapRow } from '../mapping/mapping.ts';

const optional = { nullable: true } as const;

const catalogue = [
  mapRecord(GradingScale, 'grading_scale', { code: text(), name: text(), edition: int(), definition: json() }),
  mapRow(GradingScaleEdition, 'grading_scale_edition', {
    uuid: uuid(),
    scaleId: ref(),
    edition: int(),
    definition: json(),
  }),
  mapRecord(Programme, 'programme', {
    code: text(),
    name: text(),
    level: text(),
    department: text(optional),
    mode: text(),
    durationTerms: int(),
    gradingScaleId: ref(),
    kuccpsCode: text(optional),
    state: text(),
  }),
  mapRecord(AcademicYear, 'academic_year', { name: text(), startDate: plainDate(), endDate: plainDate() }),
  mapRecord(Term, 'term', {
    academicYearId: ref(),
    name: text(),
    kind: text(),
    startDate: plainDate(),
    endDate: plainDate(),
    registrationDeadline: plainDate(optional),
  }),
  mapRecord(Intake, 'intake', { name: text(), month: int(), year: int() }),
  mapRecord(Unit, 'unit', {
    programmeId: ref(optional),
    code: text(),
    title: text(),
    creditHours: text(),
    yearOfStudy: int(),
    core: flag(),
  }),
  mapRecord(FeeStructure, 'fee_structure', {
    name: text(),
    programmeId: ref(),
    academicYearId: ref(),
    termId: ref(optional),
    yearOfStudy: int(optional),
    sponsorshipType: text(optional),
  }),
  mapRow(FeeComponent, 'fee_component', {
    uuid: uuid(),
    feeStructureId: ref(),
    position: int(),
    code: text(optional),
    description: text(),
    feeCategory: text(),
    amount: cents(),
    priority: int(optional),
  }),
];

const students = [
  mapRecord(Student, 'student', {
    admissionNo: text(),
    admissionKey: text(),
    payCode: text(),
    programmeId: ref(),
    firstName: text(),
    middleName: text(optional),
    lastName: text(),
    gender: text(),
    dateOfBirth: plainDate(optional),
    nationalId: text(optional),
    birthCertificateNo: text(optional),
    passportNo: text(optional),
    phone: text(optional),
    email: text(optional),
    county: text(optional),
    country: text(optional),
    intakeId: ref(optional),
    yearOfStudy: int(),
    studyMode: text(),
    sponsorshipType: text(),
    kuccpsRef: text(optional),
    kcseIndexNo: text(optional),
    kcseYear: int(optional),
    helbRef: text(optional),
    guardians: json(),
    state: text(),
    stateReason: text(optional),
    deferredUntil: plainDate(optional),
    admittedOn: plainDate(optional),
    completedOn: plainDate(optional),
    erased: flag(),
  }),
  mapRecord(Enrolment, 'enrolment', {
    studentId: ref(),
    programmeId: ref(),
    academicYearId: ref(),
    termId: ref(optional),
    intakeId: ref(optional),
    yearOfStudy: int(),
    units: json(),
    enrolledOn: plainDate(),
    boarding: flag(),
    state: text(),
    deferredUntil: plainDate(optional),
    endedOn: plainDate(optional),
    endReason: text(optional),
    transferredFromId: ref(optional),
    transferredToId: ref(optional),
  }),
  mapRecord(Sponsorship, 'sponsorship', {
    memberId: ref(),
    studentId: ref(),
    relationship: text(optional),
    shareBp: int(optional),
    consent: text(),
    consentChangedAt: instant(optional),
    consentChangedBy: text(optional),
    startedOn: plainDate(),
    endedOn: plainDate(optional),
  }),
];

const money = [
  mapRecord(Invoice, 'invoice', {
    number: text(optional),
    payCode: text(optional),
    studentId: ref(),
    enrolmentId: ref(optional),
    termId: ref(optional),
    feeStructureId: ref(optional),
    issueDate: plainDate(optional),
    dueDate: plainDate(),
    currency: text(),
    payer: json(),
    subtotal: cents(),
    discountTotal: cents(),
    total: cents(),
    paid: cents(),
    credited: cents(),
    linesEdition: int(),
    state: text(),
    overdueNotifiedOn: plainDate(optional),
    voidedAt: instant(optional),
    voidReason: text(optional),
    writtenOffAt: instant(optional),
    writeOffReason: text(optional),
  }),
  mapRow(InvoiceLine, 'invoice_line', {
    uuid: uuid(),
    invoiceId: ref(),
    position: int(),
    code: text(optional),
    description: text(),
    feeCategory: text(),
    amount: cents(),
    discount: cents(),
    priority: int(),
    paid: cents(),
  }),
  mapRecord(CreditNote, 'credit_note', {
    number: text(),
    invoiceId: ref(),
    amount: cents(),
    reason: text(),
    issuedOn: plainDate(),
    issuedBy: text(),
  }),
  mapRecord(InvoiceReservation, 'invoice_reservation', {
    invoiceId: ref(),
    loanUuid: uuid(),
    amount: cents(),
    expiresAt: instant(),
    state: text(),
  }),
  mapRecord(InvoicePayment, 'invoice_payment', {
    studentId: ref(),
    invoiceId: ref(optional),
    amount: cents(),
    method: text(),
    reference: text(),
    key: text(),
    paidAt: instant(),
    payerMemberId: ref(optional),
    loanId: ref(optional),
    disbursementId: ref(optional),
    designatedInvoiceId: ref(optional),
    designatedCategories: json(optional),
    allocated: cents(),
    surplus: cents(),
    surplusReturnedAt: instant(optional),
    state: text(),
    recordedBy: text(),
    reversedAt: instant(optional),
    reversalReason: text(optional),
  }),
  mapRow(PaymentAllocation, 'payment_allocation', {
    uuid: uuid(),
    paymentId: ref(),
    invoiceId: ref(),
    lineId: ref(),
    amount: cents(),
    allocatedAt: instant(),
    unwoundAt: instant(optional),
  }),
];

/** What the scale made of the components, in results and in their versions. */
const marks = {
  components: json(),
  scoreStatus: text(),
  totalMark: text(optional),
  grade: text(optional),
  gradePoints: text(optional),
  remark: text(optional),
};

const results = [
  mapRecord(Result, 'result', {
    ...marks,
    studentId: ref(),
    enrolmentId: ref(),
    unitId: ref(),
    academicYearId: ref(),
    termId: ref(optional),
    attempt: int(),
    gradingScaleId: ref(),
    scaleVersion: int(optional),
    state: text(),
    publishedVersion: int(),
    enteredBy: text(),
    submittedBy: text(optional),
    publishedAt: instant(optional),
    publishedBy: text(optional),
    amended: flag(),
    amendedAt: instant(optional),
    amendedBy: text(optional),
    amendmentReason: text(optional),
    withheldReason: text(optional),
    returnReason: text(optional),
    voidReason: text(optional),
  }),
  mapRow(ResultVersion, 'result_version', {
    ...marks,
    uuid: uuid(),
    resultId: ref(),
    number: int(),
    gradingScaleId: ref(),
    scaleVersion: int(),
    publishedAt: instant(),
    publishedBy: text(),
    reason: text(optional),
  }),
];

export const educationMappings = [...catalogue, ...students, ...money, ...results];
