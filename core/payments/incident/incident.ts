import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { incidentLifecycle, type IncidentAction, type IncidentState } from './lifecycle.ts';
import { namesOf } from '../../kernel/names.ts';

/** What can be wrong with money on its way, and what it asks for. */
export const INCIDENTS = {
  late_success:
    'The provider said that it had not paid, and then that it had. It was booked; see why the story changed.',
  float_short:
    'The provider paid after it had said that it had not, and the float does not cover it: top it up, and it is booked.',
  paid_twice: 'The recipient was paid twice. The second payment is a claim: recover it, then reverse the disbursement.',
  failure_after_success: 'The provider said that it had paid, and then that it had not. Its books are queried.',
  amount_mismatch: 'The provider paid another amount than was requested.',
  recipient_mismatch: 'The provider says that it paid another person.',
  implausible_time: 'The provider dates the payment before it was requested, or ahead: find it in its statement.',
  no_answer: 'The provider has not said for a day what became of it: find it in its statement.',
  returned_after_use:
    'The money came back, but the loan was repaid or changed since. Undo what should not stand, then approve the return: nothing was lent with it, and what was paid is the member’s.',
  taken_back_after_refund:
    'A payment was taken back after what was too much of it had gone to the member. The loan owes that, too: collect it.',
  provider_float_insufficient: 'The account at the provider is empty: nothing more is sent until it is filled.',
  float_difference:
    'The account at the provider that pays does not hold what the books say, and what is in transit does not explain it.',
  collected_difference:
    'The account at the provider that collects does not hold what the books say, and what came since does not explain it.',
  charges_difference:
    'What the provider has charged is not what the books owe it, and payments in transit do not explain it.',
  receipt_used_twice:
    'A provider reports a payment under a receipt that is booked as another one. It was not booked again.',
  receipt_elsewhere: 'The same receipt is booked on another account, or in the other direction.',
  receipt_differs: 'A provider reports another receipt, or another amount, for a payment that is settled.',
  receipt_uncertain:
    'A collection was paid late, and two payments in suspense may be it. Nothing was booked: find out which of them, by its receipt.',
  entered_not_paid:
    'A person entered the payment of a prompt, and its provider says that the prompt was not paid: find out whether the money came.',
  notification_unreadable:
    'A provider notified of a payment in a message that can’t be read. It is not booked: read the message that is stored.',
  notification_elsewhere:
    'A provider notified of another payment, or another shortcode, than the address belongs to. It is not booked.',
  notification_unknown: 'A provider notified of a payment that the books do not know. What came in waits in suspense.',
  payment_unconfirmed:
    'A high payment to the paybill was notified, and its provider says otherwise when it is asked. It waits in suspense: find out who notified it.',
  app_not_credited:
    'Money came at the paybill under the prefix of an app that is disabled, or for an account that one of ours is named like. It waits in suspense: find out whose it is.',
  notification_contradicts: 'A provider notified of a payment that the books refuse. It is not booked.',
  credit_names_payment:
    'A credit at the bank repeats the reference of a payment, and the bank does not mark it as a return of these days. It is booked as money received: find out what it is for.',
  airtel_difference:
    'The account at Airtel Money does not hold what the books say, and what is on its way or owed to it does not explain it.',
  balance_unknown:
    'The provider declines to say what our account holds, or has not said it for hours, although it is asked: it is compared with the books no more. See the provider’s settings.',
  credential_refused:
    'The provider refuses our credential, or our account: nothing more is sent to it. Replace it or have it unlocked, then resume the rail.',
  list_gap:
    'What a paybill collected in some hours was never compared with the provider’s list, which keeps two days: compare the statement of these days.',
  payment_held_back:
    'A payment stays out of the bank’s files because of its member: decide about the member, or take the payment back.',
  exchange_rate_missing:
    'A threshold of money laundering control has no rate of exchange for the day of the money: record one, then look at that time again.',
  member_not_screened:
    'The names of a member and the nominees could not be compared with the lists of sanctions and exposed persons: correct the particulars, which compares them again.',
} as const;
export type IncidentKind = keyof typeof INCIDENTS;
export const INCIDENT_KINDS = namesOf(INCIDENTS);

/** Something about money on its way that a person has to look at: the work list of the person on duty. */
export class Incident {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  kind!: IncidentKind;
  state!: IncidentState;
  /** The disbursement that it is about; null where it is about the float as a whole. */
  disbursementId!: number | null;
  /** The record of any context that it is about, where it is about a receipt. */
  subjectType!: string | null;
  subjectUuid!: string | null;
  /** The receipt, as receipts are compared. */
  receiptKey!: string | null;
  /** What is at stake, in minor units. */
  amount!: Cents | null;
  /** What was seen, in a sentence without names and numbers of people. */
  summary!: string;
  assignee!: string | null;
  resolution!: string | null;
  resolvedBy!: string | null;
  resolvedAt!: Temporal.Instant | null;

  static open(
    fields: Pick<Incident, 'uuid' | 'kind' | 'disbursementId' | 'amount' | 'summary'> &
      Partial<Pick<Incident, 'subjectType' | 'subjectUuid' | 'receiptKey'>>,
  ): {
    incident: Incident;
    event: DomainEvent;
  } {
    const incident = Object.assign(new Incident(), NO_RECEIPT, fields, {
      state: 'open' as const,
      assignee: null,
      resolution: null,
      resolvedBy: null,
      resolvedAt: null,
    });
    return { incident, event: incident.emit('open') };
  }

  /** @throws DomainError invalid_state_transition (conflict), validation_failed (invalid) */
  assign(to: string | null): DomainEvent {
    this.state = advance(incidentLifecycle, this.state, 'assign');
    if (to === null || to.trim() === '') {
      throw invalidField('assignee', 'required', 'assignee is required.', 'Say who takes it on.');
    }
    this.assignee = to;
    return this.emit('assign');
  }

  /** It is settled: by a person, or because the provider itself has cleared it up. */
  resolve(resolution: string | null, by: string, at: Temporal.Instant): DomainEvent {
    const state = advance(incidentLifecycle, this.state, 'resolve');
    requireReason(incidentLifecycle, 'resolve', resolution);
    this.state = state;
    this.resolution = resolution;
    this.resolvedBy = by;
    this.resolvedAt = at;
    return this.emit('resolve');
  }

  private emit(action: IncidentAction): DomainEvent {
    const { kind, state, disbursementId, amount, summary, resolution } = this;
    const subject = this.subjectType && { type: this.subjectType, uuid: this.subjectUuid };
    const data = { kind, state, disbursement_id: disbursementId, subject, amount, summary, resolution };
    return event(incidentLifecycle.verbs[action].emits, 'incident', this, data);
  }
}

const NO_RECEIPT = { subjectType: null, subjectUuid: null, receiptKey: null };
