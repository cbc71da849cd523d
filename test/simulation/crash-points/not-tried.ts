const CHANGES_NOTHING = 'It works something out, and keeps nothing.';

/** Writes of REST and mutations whose command has died nowhere, and why. */
export const NOT_TRIED: { readonly [command: string]: string } = {
  previewSchedule: CHANGES_NOTHING,
  previewProductSchedule: CHANGES_NOTHING,
};

const MORE_THAN_ROWS =
  'It changes more than rows (roles and their passwords, files, the schema, the login of the machine), which is not undone between two deaths.';

/** Jobs, callbacks and commands of operators that do not die here, and why. */
export const ROLES_NOT_TRIED: { readonly [name: string]: string } = {
  'delivery.record':
    'An attempt that was not recorded is made again, and counts as another one: test/workers/deliver-webhook.test.ts ends a worker in the middle of it.',
  'testReset.perform':
    'It takes many transactions under a lease that has to run out first: test/workers/advance-clock.test.ts ends a worker in the middle of one.',
  'umoja secret rotate': MORE_THAN_ROWS,
  'umoja secret status': MORE_THAN_ROWS,
  'umoja secret retire': MORE_THAN_ROWS,
  'umoja backup': MORE_THAN_ROWS,
  'umoja restore': MORE_THAN_ROWS,
  'umoja migrate': MORE_THAN_ROWS,
  'umoja login': MORE_THAN_ROWS,
  'umoja logout': MORE_THAN_ROWS,
  'umoja archive write': MORE_THAN_ROWS,
  'umoja archive read': MORE_THAN_ROWS,
};
