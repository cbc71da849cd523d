/**
 * What each event may do to the state of its record: `event from>to|to from>to`; the first event comes from nothing. A line that
 * begins with a dash is a step without an event. From lending.md, payments.md and education.md, and the published diagrams.
 */
export const paymentLifecycles: Readonly<Record<string, { readonly table: string; readonly steps: string }>> = {
  disbursement: {
    table: 'disbursement',
    steps: `
      disbursement.created >pending|sending
      disbursement.confirmed pending>confirmed sending>confirmed sent>confirmed unknown>confirmed failed>confirmed in_recovery>confirmed review>confirmed|failed|reversed
      disbursement.cancelled pending>cancelled
      disbursement.sent sending>sent unknown>sent
      disbursement.unknown sending>unknown sent>unknown
      disbursement.failed sending>failed sent>failed unknown>failed review>confirmed|failed|reversed
      disbursement.paid_twice failed>in_recovery
      disbursement.referred sending>review sent>review unknown>review
      disbursement.outcome_proposed review>review
      disbursement.reversed review>confirmed|failed|reversed confirmed>reversed|review in_recovery>reversed|review
      disbursement.returned confirmed>reversed|review in_recovery>reversed|review
      disbursement.partly_returned confirmed>confirmed`,
  },
  float_top_up: {
    table: 'float_top_up',
    steps: `
      float_top_up.created >pending
      - pending>sending sending>pending
      float_top_up.cancelled pending>cancelled
      float_top_up.sent sending>sent
      float_top_up.unknown sending>unknown sent>unknown
      float_top_up.confirmed sending>confirmed sent>confirmed unknown>confirmed failed>confirmed review>confirmed|failed
      float_top_up.failed sending>failed sent>failed unknown>failed review>confirmed|failed
      float_top_up.referred sending>review sent>review unknown>review
      float_top_up.reversed confirmed>reversed`,
  },
  mobile_money_transaction: {
    table: 'mobile_money_transaction',
    steps: `
      mobile_money.requested >pending
      mobile_money.sent pending>sent
      mobile_money.unknown pending>unknown sent>unknown
      mobile_money.received >unallocated pending>unallocated sent>unallocated unknown>unallocated failed>unallocated expired>unallocated cancelled_by_payer>unallocated
      mobile_money.rest_left >unallocated
      mobile_money.rest_rejoined unallocated>merged
      mobile_money.allocated unallocated>allocated
      mobile_money.returned_to_suspense allocated>unallocated
      mobile_money.reallocated allocated>allocated
      mobile_money.merged pending>merged sent>merged unknown>merged failed>merged expired>merged cancelled_by_payer>merged
      mobile_money.given_to_app unallocated>merged
      mobile_money.failed pending>failed|expired|cancelled_by_payer sent>failed|expired|cancelled_by_payer unknown>failed|expired|cancelled_by_payer
      mobile_money.expired pending>failed|expired|cancelled_by_payer sent>failed|expired|cancelled_by_payer unknown>failed|expired|cancelled_by_payer
      mobile_money.cancelled_by_payer pending>failed|expired|cancelled_by_payer sent>failed|expired|cancelled_by_payer unknown>failed|expired|cancelled_by_payer
      mobile_money.return_proposed unallocated>unallocated
      mobile_money.returning unallocated>returning
      mobile_money.not_returned returning>unallocated
      mobile_money.reversed unallocated>reversed returning>reversed
      mobile_money.corrected unallocated>corrected`,
  },
  reconciliation_break: {
    table: 'reconciliation_break',
    steps: `
      reconciliation_break.raised >open
      reconciliation_break.assigned open>under_review under_review>under_review
      reconciliation_break.resolved open>resolved under_review>resolved
      reconciliation_break.cleared open>cleared under_review>cleared
      reconciliation_break.reopened resolved>under_review cleared>under_review`,
  },
  bank_charge: {
    table: 'bank_charge',
    steps: `
      bank_charge.booked >booked
      bank_charge.given_back booked>given_back`,
  },
  payout: {
    table: 'payout',
    steps: `
      payout.created >pending
      - pending>sending|pending sending>pending review>review
      payout.sent sending>sent
      payout.unknown sending>unknown sent>unknown
      payout.succeeded sent>succeeded unknown>succeeded review>succeeded
      payout.failed sending>failed sent>failed unknown>failed review>failed pending>failed
      payout.review unknown>review
      payout.cancelled pending>cancelled
      payout.reversed succeeded>reversed
      payout.corrected failed>succeeded`,
  },
  collection: {
    table: 'collection',
    steps: `
      collection.created >pending
      - pending>sending sending>pending review>review
      collection.sent sending>sent
      collection.unknown sending>unknown sent>unknown
      collection.succeeded sent>succeeded unknown>succeeded review>succeeded pending>succeeded failed>succeeded expired>succeeded cancelled_by_payer>succeeded cancelled>succeeded
      collection.failed sending>failed|expired|cancelled_by_payer sent>failed|expired|cancelled_by_payer unknown>failed|expired|cancelled_by_payer review>failed|expired|cancelled_by_payer
      collection.expired sending>failed|expired|cancelled_by_payer sent>failed|expired|cancelled_by_payer unknown>failed|expired|cancelled_by_payer review>failed|expired|cancelled_by_payer pending>expired
      collection.cancelled_by_payer sending>failed|expired|cancelled_by_payer sent>failed|expired|cancelled_by_payer unknown>failed|expired|cancelled_by_payer review>failed|expired|cancelled_by_payer
      collection.review unknown>review
      collection.cancelled pending>cancelled
      collection.reversed succeeded>reversed`,
  },
  refund: {
    table: 'refund',
    steps: `
      refund.created >pending
      refund.succeeded pending>succeeded failed>succeeded
      refund.failed pending>failed succeeded>failed`,
  },
  topup: {
    table: 'topup',
    steps: `
      topup.created >pending
      topup.succeeded pending>succeeded
      topup.reversed succeeded>reversed`,
  },
  client: {
    table: 'api_client',
    steps: `
      client.created >active
      client.secret_rotated active>active disabled>disabled
      client.key_added active>active disabled>disabled
      client.key_revoked active>active disabled>disabled
      client.updated active>active disabled>disabled
      client.quotas_changed active>active disabled>disabled
      client.tariff_changed active>active disabled>disabled
      client.account_prefix_changed active>active disabled>disabled
      client.responsible_changed active>active disabled>disabled
      client.disabled active>disabled
      client.enabled disabled>active`,
  },
  webhook: {
    table: 'webhook',
    steps: `
      webhook.registered >active
      webhook.updated active>active disabled>disabled
      webhook.test active>active
      webhook.secret_rotated active>active disabled>disabled
      webhook.recovery_requested active>active
      webhook.disabled active>disabled
      webhook.enabled disabled>active
      webhook.deleted active>deleted disabled>deleted
      webhook.failing active>active`,
  },
};
