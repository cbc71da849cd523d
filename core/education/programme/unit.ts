/** A unit of teaching with an examination of its own: "CSC101". */
export class Unit {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** Null for a unit that every programme may offer. */
  programmeId!: number | null;
  code!: string;
  title!: string;
  /** Decimal string: "3" or "4.5". */
  creditHours!: string;
  yearOfStudy!: number;
  /** A core unit has to be passed to complete the programme. */
  core!: boolean;

  static offer(facts: {
    uuid: string;
    programmeId: number | null;
    code: string;
    title: string;
    creditHours: string;
    yearOfStudy: number;
    core: boolean;
  }): Unit {
    return Object.assign(new Unit(), facts);
  }
}
