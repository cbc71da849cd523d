/** A year of study: "2025/2026". */
export class AcademicYear {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  name!: string;
  startDate!: Temporal.PlainDate;
  endDate!: Temporal.PlainDate;

  static open(facts: {
    uuid: string;
    name: string;
    startDate: Temporal.PlainDate;
    endDate: Temporal.PlainDate;
  }): AcademicYear {
    return Object.assign(new AcademicYear(), facts);
  }
}

export const TERM_KINDS = ['semester', 'trimester', 'term'] as const;

/** A part of an academic year: "Semester 1". */
export class Term {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  academicYearId!: number;
  name!: string;
  kind!: (typeof TERM_KINDS)[number];
  startDate!: Temporal.PlainDate;
  endDate!: Temporal.PlainDate;
  registrationDeadline!: Temporal.PlainDate | null;

  static open(facts: {
    uuid: string;
    academicYearId: number;
    name: string;
    kind: Term['kind'];
    startDate: Temporal.PlainDate;
    endDate: Temporal.PlainDate;
    registrationDeadline: Temporal.PlainDate | null;
  }): Term {
    return Object.assign(new Term(), facts);
  }
}

/** A group that begins together: "SEP2025". */
export class Intake {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  name!: string;
  month!: number;
  year!: number;

  static open(facts: { uuid: string; name: string; month: number; year: number }): Intake {
    return Object.assign(new Intake(), facts);
  }
}

/** True where the day lies inside the period, both ends included. */
export function isWithin(
  day: Temporal.PlainDate,
  period: { readonly startDate: Temporal.PlainDate; readonly endDate: Temporal.PlainDate },
): boolean {
  return Temporal.PlainDate.compare(period.startDate, day) <= 0 && Temporal.PlainDate.compare(day, period.endDate) <= 0;
}
