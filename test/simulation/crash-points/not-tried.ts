const CHANGES_NOTHING = 'It works something out, and keeps nothing.';

/** Writes of REST and mutations whose command has died nowhere, and why. */
export const NOT_TRIED: { readonly [command: string]: string } = {
  previewSchedule: CHANGES_NOTHING,
  previewProductSchedule: CHANGES_NOTHING,
};
