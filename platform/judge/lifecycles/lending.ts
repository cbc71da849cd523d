/**
 * What each event may do to the state of its record: `event from>to|to from>to`; the first event comes from nothing. A line that
 * begins with a dash is a step without an event. From lending.md, payments.md and education.md, and the published diagrams.
 */
export const lendingLifecycles: Readonly<Record<string, { readonly table: string; readonly steps: string }>> = {
  member: {
    table: 'member',
    steps: `
      member.created >pending_kyc
      member.kyc_verified pending_kyc>active
      member.kyc_rejected pending_kyc>kyc_rejected
      member.kyc_resubmitted kyc_rejected>pending_kyc
      member.kyc_renewed active>active
      member.suspended active>suspended
      member.reinstated suspended>active
      member.marked_dormant active>dormant
      member.reactivated dormant>active
      member.blacklisted active>blacklisted suspended>blacklisted dormant>blacklisted
      member.exited active>exited dormant>exited
      member.deceased active>deceased suspended>deceased dormant>deceased
      member.death_corrected deceased>active|suspended|dormant
      member.erased pending_kyc>pending_kyc kyc_rejected>kyc_rejected blacklisted>blacklisted exited>exited deceased>deceased`,
  },
  death_claim: {
    table: 'death_claim',
    steps: `
      death_claim.opened >open
      death_claim.document_added open>open documented>documented settled>settled
      death_claim.representative_appointed open>open documented>documented
      death_claim.documented open>documented
      death_claim.loan_settled documented>documented settled>documented
      death_claim.distributed documented>documented settled>documented
      death_claim.paid documented>documented
      death_claim.part_reversed documented>documented settled>documented
      death_claim.settled documented>settled
      death_claim.cancelled open>cancelled documented>cancelled settled>cancelled`,
  },
  loan_product: {
    table: 'loan_product',
    steps: `
      loan_product.created >active
      loan_product.updated active>active retired>retired
      loan_product.retired active>retired
      loan_product.reactivated retired>active`,
  },
  loan: {
    table: 'loan',
    steps: `
      loan.created >draft
      loan.updated draft>draft
      loan.approved draft>ready_to_disburse
      loan.rejected draft>rejected
      loan.withdrawn draft>withdrawn ready_to_disburse>withdrawn
      loan.approval_undone ready_to_disburse>draft
      loan.disbursed ready_to_disburse>active active>active closed>active overpaid>active
      loan.disbursement_undone active>ready_to_disburse|active|closed|overpaid
      loan.disbursement_reduced active>active|closed|overpaid closed>active|closed|overpaid overpaid>active|closed|overpaid
      loan.repaid active>active|closed|overpaid closed>active|closed|overpaid overpaid>active|closed|overpaid
      loan.closed active>active|closed|overpaid closed>active|closed|overpaid overpaid>active|closed|overpaid
      loan.overpaid active>active|closed|overpaid closed>active|closed|overpaid overpaid>active|closed|overpaid
      loan.repayment_reversed active>active|closed|overpaid closed>active|closed|overpaid overpaid>active|closed|overpaid
      loan.refund_reclaimed active>active|written_off closed>active|written_off overpaid>active|written_off written_off>active|written_off
      loan.charged active>active
      loan.waived active>active|closed|overpaid
      loan.rescheduled active>active
      loan.refinanced active>closed
      loan.refinancing_adjusted active>active|closed|overpaid closed>active|closed|overpaid overpaid>active|closed|overpaid
      loan.charged_off active>active
      loan.written_off active>written_off
      loan.recovered written_off>written_off
      loan.recovery_reversed written_off>written_off
      loan.write_off_undone written_off>active
      loan.overpayment_refunded overpaid>closed|written_off written_off>closed|written_off
      loan.overpayment_transferred overpaid>closed|written_off written_off>closed|written_off
      loan.arrears_paused active>active
      loan.arrears_resumed active>active`,
  },
  guarantee: {
    table: 'guarantee',
    steps: `
      guarantee.pledged >live
      guarantee.withdrawn live>withdrawn
      guarantee.released live>released
      guarantee.restored released>live
      guarantee.substituted live>substituted
      guarantee.discharged live>discharged`,
  },
  savings_account: {
    table: 'savings_account',
    steps: `
      savings_account.opened >pending_approval|active
      savings_account.approved pending_approval>active
      savings_account.rejected pending_approval>rejected
      savings_account.frozen active>frozen
      savings_account.unfrozen frozen>active
      savings_account.matured active>active|frozen|closed frozen>active|frozen|closed
      savings_account.broken active>active
      savings_account.notice_given active>active
      savings_account.marked_dormant active>dormant
      savings_account.reactivated dormant>active
      savings_account.closed active>closed`,
  },
  savings_transaction: {
    table: 'savings_transaction',
    steps: `
      savings_transaction.requested >pending
      savings_transaction.posted >posted pending>posted
      savings_transaction.interest_posted >posted
      savings_transaction.tax_withheld >posted
      savings_transaction.failed pending>failed
      savings_transaction.reversed posted>reversed captured>reversed
      savings_transaction.held >held
      savings_transaction.released held>released
      savings_transaction.captured held>captured
      savings_transaction.expired held>expired`,
  },
  repayment: {
    table: 'repayment',
    steps: `
      repayment.booked >booked
      repayment.reversed booked>reversed
      repayment.reallocated booked>booked`,
  },
  proposal: {
    table: 'proposal',
    steps: `
      proposal.made >proposed
      proposal.evidence_added proposed>proposed
      proposal.approved proposed>approved
      proposal.rejected proposed>rejected
      proposal.withdrawn proposed>withdrawn
      proposal.failed proposed>failed
      proposal.expired proposed>expired`,
  },
  aml_alert: {
    table: 'aml_alert',
    steps: `
      aml_alert.raised >open
      aml_alert.assigned open>under_review under_review>under_review
      aml_alert.escalated under_review>escalated
      aml_alert.sar_filed escalated>sar_filed
      aml_alert.closed escalated>closed
      aml_alert.marked_false_positive open>false_positive under_review>false_positive
      aml_alert.reopened closed>under_review false_positive>under_review`,
  },
  incident: {
    table: 'incident',
    steps: `
      incident.opened >open
      incident.assigned open>open
      incident.resolved open>resolved`,
  },
};
