/** What is done to the system, and how it is made well again. */
export type Fault = {
  readonly alerts: readonly string[];
  /** In a few words, for those who read what the bench prints. */
  readonly what: string;
  readonly cause: () => Promise<unknown>;
  /** What goes on while the alerts are waited for, again and again. */
  readonly meanwhile?: () => Promise<unknown>;
  readonly mend: () => Promise<unknown>;
};

/** Faults that last at the same time, each caused when the alerts of those before it wait or fire. */
export type Faults = readonly Fault[];
