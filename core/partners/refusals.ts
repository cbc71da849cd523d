import { refusals } from '../kernel/domain-error.ts';

/** Refusals of the partners context: api clients and their webhooks. */
export const partnerRefusals = refusals({
  insufficient_scope: {
    kind: 'forbidden',
    title: 'The client does not hold the required scope',
    remedy: 'Ask for a client with required_scopes, or leave out what needs them.',
  },
  client_disabled: {
    kind: 'forbidden',
    title: 'The api client is disabled',
    remedy: 'Have the client enabled in the settings of the institution.',
  },
  key_exists: {
    kind: 'conflict',
    title: 'The client has a key of this name',
    remedy: 'Revoke that key first, or give the new one another name.',
  },
  key_limit_reached: {
    kind: 'conflict',
    title: 'The client has as many keys as it may have',
    remedy: 'Revoke a key that is not needed any more.',
  },
  account_prefix_taken: {
    kind: 'conflict',
    title: 'Accounts with this prefix are known already',
    remedy: 'Choose another prefix: this one is of another app, or accounts of students or invoices begin with it.',
  },
  webhook_url_refused: {
    kind: 'invalid',
    title: 'The webhook address can not be used',
    remedy: 'Register a public https address without user name; reason says what is wrong with this one.',
  },
  nothing_to_redeliver: {
    kind: 'conflict',
    title: 'There is no delivery of the event to repeat',
    remedy: 'Enable the webhook, or let a recovery send what it never received; deliveries lists what there is.',
  },
  changes_expired: {
    kind: 'gone',
    title: 'Changes since then are no longer retained',
    remedy: 'Read the records that you keep once, by their lists; then go on from oldest.',
  },
  invalid_cursor: {
    kind: 'malformed',
    title: 'The cursor does not belong to this list',
    remedy: 'Start again without a cursor; do not change path, filter or sort between pages.',
  },
  sandbox_only: {
    kind: 'forbidden',
    title: 'This exists in a sandbox only',
    remedy: 'Use a client of a sandbox tenant; its keys begin with pk_test_.',
  },
  clock_advancing: {
    kind: 'conflict',
    title: 'The test clock is on its way to another time',
    remedy: 'Read the clock until its state is ready, then send the request again.',
  },
  sandbox_resetting: {
    kind: 'unavailable',
    title: 'The sandbox is being reset',
    remedy: 'Read the reset until its state is ready; then begin again: records, cursors and times of before are gone.',
  },
  sandbox_was_reset: {
    kind: 'gone',
    title: 'The sandbox was reset since',
    remedy: 'Forget what you have stored of the sandbox, and read it again from the beginning.',
  },
  webhook_limit_reached: {
    kind: 'conflict',
    title: 'The client has as many webhooks as it may have',
    remedy: 'Delete a webhook that is not needed, or let one webhook take more event types.',
  },
});
