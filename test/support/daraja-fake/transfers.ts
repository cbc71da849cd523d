import { decimal, type Account } from './fake-books.ts';
import { compact } from './fake-times.ts';
import type { Fields } from './field-checks.ts';
import { acknowledgement } from './payouts.ts';
import { resultCode, type Handled, type Provider, type Transaction } from './provider.ts';

/** Asynchronous work between accounts: its result is sent to the result address. */
async function later(
  provider: Provider,
  kind: 'b2b' | 'reversal',
  fields: Fields,
  work: (self: Transaction) => { readonly code: string; readonly parameters: object[]; readonly references?: object[] },
): Promise<Handled> {
  const { clock, ids, transactions, deliveries, options } = provider;
  const self: Transaction = {
    kind,
    originatorId: ids.request(),
    conversationId: ids.conversation(clock.now()),
    receipt: ids.receipt(),
    shillings: BigInt(fields['Amount'] ?? '0'),
    msisdn: '',
    account: fields['AccountReference'] ?? '',
    startedAt: clock.now(),
    settledAt: null,
    status: 'Initiated',
    reversed: false,
    resultCode: null,
    queriedBefore: 'processing',
  };
  transactions.push(self);
  const isAllowed = provider.isCredentialGood(fields['SecurityCredential'] ?? '', fields['Initiator'] ?? '');
  clock.after(options.delayMs, () => {
    const { code, parameters, references = [] } = isAllowed ? work(self) : { code: '2001', parameters: [] };
    self.status = code === '0' ? 'Completed' : 'Declined';
    self.settledAt = clock.now();
    const envelope = {
      ResultType: 0,
      ResultCode: resultCode(code),
      ResultDesc: code === '0' ? 'The service request is processed successfully.' : 'The service request failed.',
      OriginatorConversationID: self.originatorId,
      ConversationID: self.conversationId,
      TransactionID: code === '0' ? self.receipt : 'OAK0000000',
      ...(code === '0' ? { ResultParameters: { ResultParameter: parameters } } : {}),
      ReferenceData: { ReferenceItem: references },
    };
    return deliveries.notify(fields['ResultURL'] ?? '', { Result: envelope }, [self.conversationId]);
  });
  return acknowledgement(self);
}

/** Reversal: of what customers paid, once. Anything else is an id that it does not know. */
export function reverse(provider: Provider, fields: Fields): Promise<Handled> {
  const { books, clock, transactions } = provider;
  return later(provider, 'reversal', fields, (self) => {
    const original = transactions.find(
      ({ kind, receipt, status }) =>
        (kind === 'c2b' || kind === 'stk') && status === 'Completed' && receipt === fields['TransactionID'],
    );
    if (original === undefined || original.shillings < self.shillings) return { code: 'R000002', parameters: [] };
    if (original.reversed) return { code: 'R000001', parameters: [] };
    original.reversed = true;
    const at = clock.now();
    books.book({
      receipt: self.receipt,
      kind: 'reversal',
      account: 'Working Account',
      cents: -self.shillings * 100n,
      at,
    });
    return {
      code: '0',
      parameters: [
        {
          Key: 'DebitAccountBalance',
          Value: `Utility Account|KES|${decimal(books.balanceOf('Utility Account'))}|0.00|0.00|0.00`,
        },
        { Key: 'Amount', Value: Number(self.shillings) },
        { Key: 'TransCompletedTime', Value: Number(compact(at)) },
        { Key: 'OriginalTransactionID', Value: original.receipt },
        { Key: 'Charge', Value: 0 },
        { Key: 'CreditPartyPublicName', Value: `${original.msisdn} - JOHN DOE` },
        { Key: 'DebitPartyPublicName', Value: `${fields['ReceiverParty'] ?? ''} - Acme MFI` },
      ],
    };
  });
}

/** B2B: to another shortcode, or from our working account into a utility account. */
export function payBusiness(provider: Provider, fields: Fields): Promise<Handled> {
  const { books, clock, options } = provider;
  return later(provider, 'b2b', fields, (self) => {
    const cents = self.shillings * 100n;
    if (books.balanceOf('Working Account') < cents) return { code: '1', parameters: [] };
    const book = (account: Account, change: bigint) =>
      books.book({ receipt: self.receipt, kind: 'b2b', account, cents: change, at: clock.now() });
    book('Working Account', -cents);
    if (fields['CommandID'] !== 'BusinessPayBill' && fields['PartyB'] === options.shortcode)
      book('Utility Account', cents);
    const left = books.balanceOf('Working Account');
    return {
      code: '0',
      parameters: [
        { Key: 'Amount', Value: decimal(cents) },
        { Key: 'TransCompletedTime', Value: compact(clock.now()) },
        { Key: 'DebitPartyCharges' },
        { Key: 'ReceiverPartyPublicName', Value: `${fields['PartyB'] ?? ''} - School` },
        { Key: 'Currency', Value: 'KES' },
        {
          Key: 'DebitAccountBalance',
          Value: `{Amount={CurrencyCode=KES, MinimumAmount=${left}, BasicAmount=${decimal(left)}}}`,
        },
      ],
      references: [
        { Key: 'BillReferenceNumber', Value: fields['AccountReference'] },
        { Key: 'QueueTimeoutURL', Value: 'https://internalsandbox.example/results/v1/submit' },
      ],
    };
  });
}
