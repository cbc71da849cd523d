export const COMPONENT_KINDS = ['cat', 'assignment', 'practical', 'project', 'exam'] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

/** A part of a result. Scores are decimal strings; a null score is missing, not zero. */
export type Component = {
  readonly kind: ComponentKind;
  readonly label: string;
  readonly maxScore: string;
  readonly score: string | null;
  /** Basis points of the whole; the components of a result sum to 10000. */
  readonly weightBp: number;
};
