import { decimal } from './fake-books.ts';
import { dotted } from './fake-times.ts';
import type { Fields } from './field-checks.ts';
import { B2C_PLANS, failing, planOf, type Plan, type Notification } from './plans.ts';
import { refusal, resultCode, type Handled, type Provider, type Transaction } from './provider.ts';

/** What payments of one API differ in. */
export type PaymentTerms = {
  /** What the provider itself finds wrong once it works on a payment; null for nothing. */
  readonly problem: (provider: Provider, payment: Transaction) => string | null;
  /** Moves the money in its books. */
  readonly move: (provider: Provider, payment: Transaction, at: Temporal.Instant) => void;
  /** The body of a result. */
  readonly resultOf: (provider: Provider, payment: Transaction, notification: Notification) => string;
};

type CallbackUrls = { readonly result: string; readonly timeout: string };

const PLACEHOLDER = 'NLJ0000000';
const UTILITY = 'Utility Account';

/** B2C v3: takes the payment on, or plays what its number or a script says. */
export async function payCustomer(provider: Provider, fields: Fields): Promise<Handled> {
  const { clock, ids, transactions, turnedAway } = provider;
  const originatorId = fields['OriginatorConversationID'] ?? '';
  const msisdn = fields['PartyB'] ?? '';
  if (transactions.some((known) => known.kind === 'b2c' && known.originatorId === originatorId)) {
    return refusal(provider, 500, '500.002.1001', 'Duplicate OriginatorConversationID.');
  }
  const planned = planOf(B2C_PLANS, msisdn, provider.nextStep('b2c', fields));
  const before = turnedAway.get(originatorId) ?? 0;
  if (planned.turnsAway && before < planned.turnsAway.times) {
    turnedAway.set(originatorId, before + 1);
    return planned.turnsAway.reply;
  }
  const { reply, books } = planned;
  if (books === 'nothing') return typeof reply === 'string' ? answerless(reply) : reply;

  const payment: Transaction = {
    kind: 'b2c',
    originatorId,
    conversationId: ids.conversation(clock.now()),
    receipt: ids.receipt(),
    shillings: BigInt(fields['Amount'] ?? '0'),
    msisdn,
    account: '',
    startedAt: clock.now(),
    settledAt: null,
    status: books === 'pending' ? 'Pending Authorized' : 'Initiated',
    reversed: false,
    resultCode: null,
    queriedBefore: 'processing',
  };
  const isCredentialGood = provider.isCredentialGood(fields['SecurityCredential'] ?? '', fields['InitiatorName'] ?? '');
  return takeOn(provider, payment, { planned, fields, isCredentialGood, terms: TO_CUSTOMER });
}

type Taken = {
  readonly planned: Plan;
  readonly fields: Fields;
  readonly isCredentialGood: boolean;
  readonly terms: PaymentTerms;
};

/** Takes a payment on, and plays what is planned for it. */
export async function takeOn(provider: Provider, payment: Transaction, taken: Taken): Promise<Handled> {
  const { clock, transactions, options } = provider;
  const { planned, fields } = taken;
  const { reply } = planned;
  transactions.push(payment);
  const callbacks = { result: fields['ResultURL'] ?? '', timeout: fields['QueueTimeOutURL'] ?? '' };
  const run = () => settleAndNotify(provider, payment, taken, callbacks);
  if (reply === 'late') await run();
  else clock.after(options.delayMs, run);
  if (reply === 'hang' || reply === 'drop') return reply;
  return typeof reply === 'object' ? reply : acknowledgement(payment);
}

export function acknowledgement({
  conversationId,
  originatorId,
}: Pick<Transaction, 'conversationId' | 'originatorId'>) {
  const body = {
    ConversationID: conversationId,
    OriginatorConversationID: originatorId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  };
  return { status: 200, body };
}

export function answerless(reply: Exclude<Plan['reply'], object>): Handled {
  return reply === 'drop' ? 'drop' : 'hang';
}

async function settleAndNotify(
  provider: Provider,
  payment: Transaction,
  { planned, isCredentialGood, terms }: Taken,
  callbacks: CallbackUrls,
): Promise<void> {
  const wrong = isCredentialGood ? terms.problem(provider, payment) : '2001';
  const plan = wrong === null || (wrong !== '2001' && planned.books !== 'completed') ? planned : failing(wrong);
  if (plan.books === 'completed') {
    terms.move(provider, payment, provider.clock.now());
    Object.assign(payment, { status: 'Completed', settledAt: provider.clock.now() });
  }
  if (plan.books === 'declined') payment.status = 'Declined';
  for (const notification of plan.notifications) {
    const sent = () => notify(provider, payment, { notification, callbacks, terms });
    if (notification.afterMs === undefined) await sent();
    else provider.clock.after(notification.afterMs, sent);
  }
}

const TO_CUSTOMER: PaymentTerms = {
  problem: problemWith,
  move: ({ books }, { receipt, shillings }, at) => {
    books.book({ receipt, kind: 'b2c', account: UTILITY, cents: -shillings * 100n, at });
    books.book({ receipt, kind: 'b2c', account: 'Charges Paid Account', cents: -books.feeOf(shillings), at });
  },
  resultOf,
};

function problemWith({ options, books }: Provider, { shillings }: Transaction): string | null {
  if (shillings < options.limits.min) return '2';
  if (shillings > options.limits.max) return '3';
  return books.balanceOf(UTILITY) < shillings * 100n ? '1' : null;
}

async function notify(
  provider: Provider,
  payment: Transaction,
  {
    notification,
    callbacks,
    terms,
  }: { readonly notification: Notification; readonly callbacks: CallbackUrls; readonly terms: PaymentTerms },
): Promise<void> {
  const about = [payment.conversationId, payment.originatorId];
  // What a queue time-out looks like is documented nowhere; it comes without any body.
  const body = notification.callback === 'timeout' ? '' : terms.resultOf(provider, payment, notification);
  for (let time = 0; time < (notification.times ?? 1); time++) {
    await provider.deliveries.notify(callbacks[notification.callback], body, about);
  }
}

function resultOf(provider: Provider, payment: Transaction, { code = '0', amountOff = 0 }: Notification): string {
  const { books } = provider;
  const isPaid = code === '0';
  const pairs: [string, string][] = [
    ['TransactionAmount', String(payment.shillings + BigInt(amountOff))],
    ['TransactionReceipt', JSON.stringify(payment.receipt)],
    ['ReceiverPartyPublicName', JSON.stringify(`${payment.msisdn} - JOHN DOE`)],
    ['TransactionCompletedDateTime', JSON.stringify(dotted(payment.settledAt ?? provider.clock.now()))],
    ['B2CUtilityAccountAvailableFunds', decimal(books.balanceOf(UTILITY))],
    ['B2CWorkingAccountAvailableFunds', decimal(books.balanceOf('Working Account'))],
    ['B2CRecipientIsRegisteredCustomer', '"Y"'],
    ['B2CChargesPaidAccountAvailableFunds', decimal(books.balanceOf('Charges Paid Account'))],
  ];
  // Their order varies from one result to the next.
  const turn = provider.deliveries.all().length % pairs.length;
  const turned = [...pairs.slice(turn), ...pairs.slice(0, turn)];
  // Written by hand where amounts are: they are numbers with two decimals, which JSON.stringify would not keep.
  const parameters = turned.map(([key, value]) => `{"Key":"${key}","Value":${value}}`).join(',');
  const envelope = {
    ResultType: 0,
    ResultCode: resultCode(code),
    ResultDesc: isPaid ? 'The service request is processed successfully.' : 'The service request failed.',
    OriginatorConversationID: payment.originatorId,
    ConversationID: payment.conversationId,
    TransactionID: isPaid ? payment.receipt : PLACEHOLDER,
  };
  const references =
    '{"ReferenceItem":{"Key":"QueueTimeoutURL","Value":"https://internalsandbox.example/results/v1/submit"}}';
  const inner = JSON.stringify(envelope).slice(1, -1);
  return isPaid
    ? `{"Result":{${inner},"ResultParameters":{"ResultParameter":[${parameters}]},"ReferenceData":${references}}}`
    : `{"Result":{${inner},"ReferenceData":${references}}}`;
}
