/** When the partner is notified that a webhook fails, and when it is given up. Hours without a success. */
export const DISABLING = { noticeHours: [24, 72, 120], giveUpHours: 120, giveUpFailedEvents: 10 } as const;

/** Since when nothing has succeeded, how many events have failed in that time, and up to which notice was emitted. */
export type FailingSpell = {
  readonly failingSince: Temporal.Instant | null;
  readonly failedEvents: number;
  readonly noticeHours: number;
};

export const NO_SPELL: FailingSpell = { failingSince: null, failedEvents: 0, noticeHours: 0 };

export type Verdict =
  | { readonly kind: 'leave' }
  | { readonly kind: 'warn'; readonly hours: number }
  | { readonly kind: 'give_up'; readonly hours: number };

/**
 * What a spell of failures leads to at `now`. Both conditions count for giving up: a webhook that gets one event
 * a week must not be lost over one bad week. Of several notices that have become due only the last is emitted.
 */
export function verdict(spell: FailingSpell, now: Temporal.Instant): Verdict {
  if (spell.failingSince === null) return { kind: 'leave' };
  const hours = spell.failingSince.until(now).total('hours');
  if (hours >= DISABLING.giveUpHours && spell.failedEvents >= DISABLING.giveUpFailedEvents) {
    return { kind: 'give_up', hours: DISABLING.giveUpHours };
  }
  const due = DISABLING.noticeHours.filter((notice) => hours >= notice).at(-1) ?? 0;
  return due > spell.noticeHours ? { kind: 'warn', hours: due } : { kind: 'leave' };
}
