import { AT_PAYBILL, decimal, type Account } from './fake-books.ts';
import { compact } from './fake-times.ts';
import type { Fields } from './field-checks.ts';
import { acknowledgement } from './payouts.ts';
import { refusal, type Handled, type Provider, type Transaction } from './provider.ts';

/** What a status query says of an unknown payment. Undocumented: no code that we know. */
const NOT_FOUND = 'TS00404';

/** Transaction status: answers at the result address, about the payment; the ids of its envelope are its own. */
export async function queryStatus(provider: Provider, fields: Fields): Promise<Handled> {
  const { clock, ids, transactions, deliveries, options } = provider;
  const { TransactionID: receipt, OriginalConversationID: originatorId } = fields;
  if (receipt === undefined && originatorId === undefined) {
    return refusal(provider, 400, '400.002.02', 'Bad Request - Invalid TransactionID');
  }
  const question = { conversationId: ids.conversation(clock.now()), originatorId: ids.request() };
  const isAllowed = isAllowedFor(provider, fields);
  clock.after(options.delayMs, () => {
    const found = transactions.find(
      (known) => known.originatorId === originatorId || (receipt !== undefined && known.receipt === receipt),
    );
    const code = isAllowed ? (found ? 0 : NOT_FOUND) : 2001;
    const envelope = {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: code === 0 ? 'The service request is processed successfully.' : 'The service request failed.',
      OriginatorConversationID: question.originatorId,
      ConversationID: question.conversationId,
      TransactionID: 'MBN0000000',
      ...(found && code === 0 ? { ResultParameters: { ResultParameter: describe(provider, found) } } : {}),
      ReferenceData: { ReferenceItem: { Key: 'Occasion' } },
    };
    return deliveries.notify(fields['ResultURL'] ?? '', { Result: envelope }, [
      question.conversationId,
      question.originatorId,
    ]);
  });
  return acknowledgement(question);
}

/** The initiator acts for the shortcode that the request is of. */
function isAllowedFor(provider: Provider, { SecurityCredential = '', Initiator = '', PartyA }: Fields): boolean {
  return provider.isCredentialGood(SecurityCredential, Initiator, PartyA);
}

function describe({ books, options }: Provider, found: Transaction): object[] {
  const us = `${options.shortcode} - Acme MFI`;
  const them = `${found.msisdn} - John Doe`;
  const isOut = found.kind === 'b2c';
  const at = compact(found.settledAt ?? found.startedAt);
  const fee = isOut && found.status === 'Completed' ? books.feeOf(found.shillings) : 0n;
  return [
    { Key: 'DebitPartyName', Value: isOut ? us : them },
    // As in real samples: the credited party under the key of the debited one.
    { Key: 'DebitPartyName', Value: isOut ? them : us },
    { Key: 'OriginatorConversationID', Value: found.originatorId },
    { Key: 'InitiatedTime', Value: Number(compact(found.startedAt)) },
    { Key: 'DebitAccountType', Value: 'Utility Account' },
    fee === 0n
      ? { Key: 'DebitPartyCharges' }
      : { Key: 'DebitPartyCharges', Value: `Fee For B2C Payment|KES|${decimal(fee)}` },
    { Key: 'TransactionReason' },
    { Key: 'ReasonType', Value: 'Business Payment to Customer via API' },
    { Key: 'TransactionStatus', Value: found.status },
    { Key: 'FinalisedTime', Value: at },
    { Key: 'Amount', Value: String(found.shillings) },
    { Key: 'ConversationID', Value: found.conversationId },
    { Key: 'ReceiptNo', Value: found.receipt },
  ];
}

/** Account balance: answers at the result address, with its codes as text. */
export async function requestBalance(provider: Provider, fields: Fields): Promise<Handled> {
  const { clock, ids, books, deliveries, options } = provider;
  const question = { conversationId: ids.conversation(clock.now()), originatorId: ids.request() };
  const isAllowed = isAllowedFor(provider, fields);
  const isPaybill = provider.workingAccountOf(fields['PartyA'] ?? '') === AT_PAYBILL;
  const held = (account: Account) => (isPaybill ? 0n : books.balanceOf(account));
  clock.after(options.delayMs, () => {
    const line = (name: string, cents: bigint) => `${name}|KES|${decimal(cents)}|${decimal(cents)}|0.00|0.00`;
    const accounts = [
      line('Working Account', books.balanceOf(provider.workingAccountOf(fields['PartyA'] ?? ''))),
      line('Float Account', 0n),
      line('Utility Account', held('Utility Account')),
      line('Charges Paid Account', held('Charges Paid Account')),
      line('Organization Settlement Account', 0n),
    ].join('&');
    const parameters = [
      { Key: 'AccountBalance', Value: accounts },
      { Key: 'BOCompletedTime', Value: Number(compact(clock.now())) },
    ];
    const envelope = {
      ResultType: '0',
      ResultCode: isAllowed ? '0' : '2001',
      ResultDesc: 'The service request is processed.',
      OriginatorConversationID: question.originatorId,
      ConversationID: question.conversationId,
      TransactionID: 'OAK0000000',
      ...(isAllowed ? { ResultParameters: { ResultParameter: parameters } } : {}),
    };
    return deliveries.notify(fields['ResultURL'] ?? '', { Result: envelope }, [question.conversationId]);
  });
  return acknowledgement(question);
}
