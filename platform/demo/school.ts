import type { DomainEvent } from '#core/kernel/event.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { Charge } from '#core/education/invoice/invoice-line.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { adoptPreset } from '#core/education/use-cases/catalogue/define-grading-scale.ts';
import { defineProgramme } from '#core/education/use-cases/catalogue/define-programme.ts';
import { drawFeeStructure } from '#core/education/use-cases/catalogue/draw-fee-structure.ts';
import { offerUnit } from '#core/education/use-cases/catalogue/offer-unit.ts';
import { openAcademicYear, openIntake, openTerm } from '#core/education/use-cases/catalogue/open-period.ts';
import { enrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import { completeEnrolment, confirmEnrolment } from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { draftInvoice } from '#core/education/use-cases/invoice/draft-invoice.ts';
import { recordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import { publishResult, submitResult, withholdResult } from '#core/education/use-cases/result/move-result.ts';
import { recordResult } from '#core/education/use-cases/result/record-result.ts';
import { changeConsent, sponsorStudent } from '#core/education/use-cases/sponsorship/sponsor-student.ts';
import { admitStudent } from '#core/education/use-cases/student/move-student.ts';
import type { Guardian } from '#core/education/student/student.ts';
import { registerStudent } from '#core/education/use-cases/student/register-student.ts';
import type { Internals } from '../app/internals.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import type { CommandContext } from '../app/transact.ts';
import type { PlantedLender } from './lender.ts';
import { PROGRAMMES, STUDENTS, type DemoInvoice, type DemoStudent, type ProgrammeCode } from './students.ts';
import { namesOf } from '#core/kernel/names.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/** The ports of a day: use cases run as of that day. */
type On = (day: Temporal.PlainDate) => EducationPorts;
/** Runs a use case, writes its rows so that the next one finds them, and collects its events. */
type Did = <Result>(done: Promise<Outcome<Result>>) => Promise<Result>;

type Calendar = {
  readonly yearId: number;
  readonly intakeId: number;
  /** The semester that is over, and the one that runs today. */
  readonly past: { readonly id: number; readonly startDate: Temporal.PlainDate; readonly endDate: Temporal.PlainDate };
  readonly present: { readonly id: number; readonly startDate: Temporal.PlainDate };
};
type Offered = { readonly id: number; readonly feeStructureId: number; readonly unitIds: ReadonlyMap<string, number> };

/**
 * Plants the schools of the demo: a year whose first semester is over and whose second one runs, three programmes, six
 * students with invoices in every state, payments and published results, and a member who sponsors two of them. All
 * dates follow from the business date, so that the demo never looks old.
 */
export async function plantSchool(
  { ports }: Pick<Internals, 'ports'>,
  tx: TenantTransaction,
  context: CommandContext,
  { memberIds }: PlantedLender,
): Promise<Outcome<null>> {
  const { on, did, events } = planter(ports, tx, context);
  const begins = context.today.with({ day: 1 }).subtract({ months: 6 });
  const calendar = await plantCalendar(begins, on, did);
  const programmes = new Map<ProgrammeCode, Offered>();
  for (const code of namesOf(PROGRAMMES)) {
    programmes.set(code, await plantProgramme(code, calendar, on(calendar.past.startDate), did));
  }
  for (const student of STUDENTS) {
    const programme = programmes.get(student.programme);
    if (!programme) throw new Error(`The demo has no programme ${student.programme}.`);
    await plantStudent(student, programme, { calendar, memberIds, today: context.today, on, did });
  }
  return { result: null, events };
}

/** Use cases as of a day, one after the other, with their events. */
export function planter(ports: Internals['ports'], tx: TenantTransaction, context: CommandContext) {
  const events: DomainEvent[] = [];
  const on: On = (day) =>
    ports.education(tx, {
      ...context,
      today: day,
      now: context.now.subtract({ hours: 24 * daysBefore(day, context.today) }),
    });
  const did: Did = async (done) => {
    const { result, events: emitted } = await done;
    events.push(...emitted);
    await tx.flush();
    return result;
  };
  return { on, did, events };
}

export async function plantCalendar(startDate: Temporal.PlainDate, on: On, did: Did): Promise<Calendar> {
  const endDate = startDate.add({ years: 1 }).subtract({ days: 1 });
  const name = startDate.year === endDate.year ? `${startDate.year}` : `${startDate.year}/${endDate.year}`;
  const ports = on(startDate);
  const year = await did(openAcademicYear({ name, startDate, endDate }, ports));
  const semesters = [];
  for (const [index, [from, to]] of [
    [0, 4],
    [5, 9],
    [9, 12],
  ].entries()) {
    const first = startDate.add({ months: from ?? 0 });
    const term = {
      academicYearId: year.id,
      name: `Semester ${index + 1}`,
      kind: 'semester',
      startDate: first,
      endDate: startDate.add({ months: to ?? 0 }).subtract({ days: 1 }),
      registrationDeadline: first.add({ weeks: 3 }),
    } as const;
    semesters.push(await did(openTerm(term, ports)));
  }
  const { month, year: calendarYear } = startDate;
  const intake = await did(
    openIntake({ name: `${MONTHS[month - 1]}${calendarYear}`, month, year: calendarYear }, ports),
  );
  const [past, present] = semesters;
  if (!past || !present) throw new Error('The demo has two semesters at least.');
  return { yearId: year.id, intakeId: intake.id, past, present };
}

export async function plantProgramme(
  code: ProgrammeCode,
  calendar: Calendar,
  ports: EducationPorts,
  did: Did,
): Promise<Offered> {
  const { units, fees, scale, ...details } = PROGRAMMES[code];
  const known = await ports.gradingScales.byCode(scale);
  const { id: gradingScaleId } = known ?? (await did(adoptPreset({ code: scale }, ports)));
  const programme = await did(defineProgramme({ code, ...details, gradingScaleId }, ports));
  const unitIds = new Map<string, number>();
  for (const [unitCode, title] of units) {
    const unit = { programmeId: programme.id, code: unitCode, title, creditHours: '3', yearOfStudy: 1, core: true };
    unitIds.set(unitCode, (await did(offerUnit(unit, ports))).id);
  }
  const structure = await did(
    drawFeeStructure(
      {
        name: `${details.name}, a semester`,
        programmeId: programme.id,
        academicYearId: calendar.yearId,
        components: fees.map(([feeCategory, description, amount]) => ({
          code: null,
          description,
          feeCategory,
          amount,
          priority: null,
        })),
      },
      ports,
    ),
  );
  return { id: programme.id, feeStructureId: structure.id, unitIds };
}

type Planting = {
  readonly calendar: Calendar;
  readonly memberIds: readonly number[];
  readonly today: Temporal.PlainDate;
  readonly on: On;
  readonly did: Did;
};

async function plantStudent(demo: DemoStudent, programme: Offered, planting: Planting): Promise<void> {
  const { calendar, memberIds, today, on, did } = planting;
  const { past, present } = calendar;
  const began = on(past.startDate);
  const { guardian, age, ...particulars } = demo.particulars;
  const student = await did(
    registerStudent(
      {
        ...particulars,
        programmeId: programme.id,
        intakeId: calendar.intakeId,
        dateOfBirth: today.subtract({ years: age, months: 4 }),
        guardians: guardian ? [guardianOf(guardian, memberIds)] : [],
      },
      demo.semesters === 0 ? on(today) : began,
    ),
  );
  if (demo.semesters > 0) {
    await did(admitStudent({ studentId: student.id }, began));
    const first = await enrol(student.id, past, programme, demo, planting);
    for (const invoice of demo.firstSemester) await charge(student.id, first, invoice, past, programme, planting);
    for (const marks of demo.marks) await mark(first, marks, programme, planting);
    await did(completeEnrolment({ enrolmentId: first }, on(past.endDate)));
    const second = await enrol(student.id, present, programme, demo, planting);
    for (const invoice of demo.secondSemester) await charge(student.id, second, invoice, present, programme, planting);
  }
  const { sponsor } = demo;
  const memberId = sponsor === null ? undefined : memberIds[sponsor.member];
  if (sponsor === null || memberId === undefined) return;
  const { relationship, consent } = sponsor;
  const { id: sponsorshipId } = await did(sponsorStudent({ memberId, studentId: student.id, relationship }, began));
  await did(changeConsent({ sponsorshipId, consent }, began));
}

async function enrol(
  studentId: number,
  term: { readonly id: number; readonly startDate: Temporal.PlainDate },
  programme: Offered,
  { boarding }: DemoStudent,
  { calendar, on, did }: Planting,
): Promise<number> {
  const enrolledOn = term.startDate.add({ days: 3 });
  const ports = on(enrolledOn);
  const enrolment = await did(
    enrolStudent(
      {
        studentId,
        programmeId: programme.id,
        academicYearId: calendar.yearId,
        termId: term.id,
        intakeId: calendar.intakeId,
        yearOfStudy: 1,
        units: [...programme.unitIds.values()].map((unitId) => ({ unitId, status: 'registered' as const })),
        enrolledOn,
        boarding,
      },
      ports,
    ),
  );
  await did(confirmEnrolment({ enrolmentId: enrolment.id }, ports));
  return enrolment.id;
}

/** An invoice from the fee structure, or of its own lines, with the payments that came for it. */
async function charge(
  studentId: number,
  enrolmentId: number,
  demo: DemoInvoice,
  term: { readonly id: number; readonly startDate: Temporal.PlainDate },
  programme: Offered,
  { today, on, did }: Planting,
): Promise<void> {
  const issuedOn = term.startDate.add({ days: 3 });
  const dueDate = demo.due === 'coming' ? today.add({ weeks: 3 }) : term.startDate.add({ weeks: 3 });
  const lines = demo.lines?.map(([feeCategory, description, amount]): Charge => {
    return { code: null, description, feeCategory, amount, discount: { cents: 0n }, priority: null };
  });
  await did(
    draftInvoice(
      {
        studentId,
        enrolmentId,
        termId: term.id,
        dueDate,
        ...(lines ? { lines } : { feeStructureId: programme.feeStructureId }),
        issue: demo.issued,
      },
      on(issuedOn),
    ),
  );
  for (const [method, amount, reference] of demo.payments) {
    const ports = on(issuedOn.add({ days: 4 }));
    await did(recordPayment({ studentId, amount, method, reference, paidAt: ports.now }, ports));
  }
}

/** Marks of the semester that is over, published a week after its end. */
async function mark(
  enrolmentId: number,
  [unitCode, cat, exam, withheld]: DemoStudent['marks'][number],
  programme: Offered,
  { calendar, on, did }: Planting,
): Promise<void> {
  const ports = on(calendar.past.endDate.add({ days: 7 }));
  const { id: resultId } = await did(
    recordResult(
      {
        enrolmentId,
        unitId: programme.unitIds.get(unitCode) ?? 0,
        components: [
          { kind: 'cat', label: 'CAT 1', maxScore: '30', score: cat, weightBp: 3000 },
          { kind: 'exam', label: 'Final examination', maxScore: '70', score: exam, weightBp: 7000 },
        ],
      },
      ports,
    ),
  );
  await did(submitResult({ resultId }, ports));
  await did(publishResult({ resultId }, ports));
  if (withheld) await did(withholdResult({ resultId, reason: 'fees' }, ports));
}

export function guardianOf(
  { member, ...person }: NonNullable<DemoStudent['particulars']['guardian']>,
  memberIds: readonly number[],
): Guardian {
  return { ...person, email: null, primary: true, memberId: memberIds[member] ?? null };
}

function daysBefore(day: Temporal.PlainDate, today: Temporal.PlainDate): number {
  return day.until(today, { largestUnit: 'days' }).days;
}
