type Studying = {
  /** As it was at the admission. */
  readonly yearOfStudy: number;
  /** Absent for who may not read it. */
  readonly currentEnrolment?: { readonly yearOfStudy: number } | null;
};

/** The year in which a student is enrolled, or was last; before the first enrolment, the one that they were admitted to. */
export const yearStudied = ({ yearOfStudy, currentEnrolment }: Studying): number =>
  currentEnrolment?.yearOfStudy ?? yearOfStudy;
