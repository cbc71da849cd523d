/** How a programme is studied. */
export const STUDY_MODES = ['full_time', 'part_time', 'evening', 'odel'] as const;
export type StudyMode = (typeof STUDY_MODES)[number];

/** Who carries a student's fees. */
export const SPONSORSHIP_TYPES = ['government', 'self', 'employer', 'scholarship', 'sponsor_member'] as const;
export type SponsorshipType = (typeof SPONSORSHIP_TYPES)[number];
