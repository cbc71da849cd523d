import { namesOf } from '../../kernel/names.ts';

/** What may be changed of a year. Its name stays: results and transcripts carry it. */
export type YearDetails = { startDate: Temporal.PlainDate; endDate: Temporal.PlainDate };

/** A year of study: "2025/2026". */
export class AcademicYear implements YearDetails {
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

  /** @returns whether something is different now */
  change(changes: Partial<YearDetails>): boolean {
    return changed(this, changes);
  }
}

export const TERM_KINDS = ['semester', 'trimester', 'term'] as const;

/** What may be changed of a term; it stays in its year. */
export type TermDetails = {
  name: string;
  kind: (typeof TERM_KINDS)[number];
  startDate: Temporal.PlainDate;
  endDate: Temporal.PlainDate;
  registrationDeadline: Temporal.PlainDate | null;
};

/** A part of an academic year: "Semester 1". */
export class Term implements TermDetails {
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

  /** @returns whether something is different now */
  change(changes: Partial<TermDetails>): boolean {
    return changed(this, changes);
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

/** Takes over what differs; days are compared by what they say. */
function changed<Details extends object>(record: Details, changes: Partial<Details>): boolean {
  const different = namesOf(changes).filter(
    (name) => changes[name] !== undefined && String(changes[name]) !== String(record[name]),
  );
  for (const name of different) Object.assign(record, { [name]: changes[name] });
  return different.length > 0;
}

/** True where the day lies inside the period, both ends included. */
export function isWithin(
  day: Temporal.PlainDate,
  period: { readonly startDate: Temporal.PlainDate; readonly endDate: Temporal.PlainDate },
): boolean {
  return Temporal.PlainDate.compare(period.startDate, day) <= 0 && Temporal.PlainDate.compare(day, period.endDate) <= 0;
}
