import { decimal, type Account } from './fake-books.ts';
import { compact } from './fake-times.ts';
import type { Fields } from './field-checks.ts';
import { acknowledgement, answerless, takeOn, type PaymentTerms } from './payouts.ts';
import { B2C_PLANS, planOf, type Notification } from './plans.ts';
import { refusal, resultCode, type Handled, type Provider, type Transaction } from './provider.ts';

/** Asynchronous work between accounts: its result is sent to the result address. */
async function later(
  provider: Provider,
  kind: 'reversal',
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
  const { SecurityCredential = '', Initiator = '', ReceiverParty = '' } = fields;
  const isAllowed = provider.isCredentialGood(SecurityCredential, Initiator, ReceiverParty);
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

/** What is wrong with the two parties of a payment by its command; null for nothing. */
function wrongParty({ options }: Provider, { CommandID, PartyA, PartyB }: Fields): string | null {
  switch (CommandID) {
    // Within one shortcode.
    case 'BusinessTransferFromMMFToUtility':
      return PartyA === PartyB ? null : 'PartyB';
    // From another one to the one that pays customers.
    case 'BusinessPayToBulk':
      return PartyA !== PartyB && PartyB === options.shortcode ? null : 'PartyB';
    default:
      return PartyA === PartyB ? 'PartyB' : null;
  }
}

/**
 * B2B: to another shortcode, by its last digits; or from a working account of ours into our utility account, by the last
 * digits of the amount in shillings.
 */
export async function payBusiness(provider: Provider, fields: Fields): Promise<Handled> {
  const { clock, ids, turnedAway } = provider;
  const toShortcode = fields['PartyB'] ?? '';
  const wrong = wrongParty(provider, fields);
  if (wrong !== null) return refusal(provider, 400, '400.002.02', `Bad Request - Invalid ${wrong}`);
  const fills = FILLING.includes(fields['CommandID'] ?? '');
  const named = fills ? (fields['Amount'] ?? '').padStart(3, '0') : toShortcode;
  const planned = planOf(B2C_PLANS, named, provider.nextStep('b2b', fields));
  const request = fields['ResultURL'] ?? '';
  const before = turnedAway.get(request) ?? 0;
  if (planned.turnsAway && before < planned.turnsAway.times) {
    turnedAway.set(request, before + 1);
    return planned.turnsAway.reply;
  }
  const { reply, books } = planned;
  if (books === 'nothing') return typeof reply === 'string' ? answerless(reply) : reply;
  const payment: Transaction = {
    kind: 'b2b',
    originatorId: ids.request(),
    conversationId: ids.conversation(clock.now()),
    receipt: ids.receipt(),
    shillings: BigInt(fields['Amount'] ?? '0'),
    msisdn: toShortcode,
    account: fields['AccountReference'] ?? '',
    startedAt: clock.now(),
    settledAt: null,
    status: books === 'pending' ? 'Pending Authorized' : 'Initiated',
    reversed: false,
    resultCode: null,
    queriedBefore: 'processing',
  };
  const { SecurityCredential = '', Initiator = '', PartyA = '' } = fields;
  const isCredentialGood = provider.isCredentialGood(SecurityCredential, Initiator, PartyA);
  const terms = toBusiness(provider.workingAccountOf(PartyA), fills ? 'fills' : 'pays');
  return takeOn(provider, payment, { planned, fields, isCredentialGood, terms });
}

const FILLING = ['BusinessTransferFromMMFToUtility', 'BusinessPayToBulk'];

/** @param does `fills`: what is paid arrives in our own utility account */
const toBusiness = (from: Account, does: 'fills' | 'pays'): PaymentTerms => ({
  problem: ({ books }, { shillings }) => (books.balanceOf(from) < shillings * 100n ? '1' : null),
  move: ({ books }, { receipt, shillings }, at) => {
    const cents = shillings * 100n;
    books.book({ receipt, kind: 'b2b', account: from, cents: -cents, at });
    if (does === 'fills') books.book({ receipt, kind: 'b2b', account: 'Utility Account', cents, at });
  },
  resultOf: (provider, payment, notification) => businessResult(provider, payment, notification, from),
});

function businessResult(
  provider: Provider,
  payment: Transaction,
  { code = '0', amountOff = 0 }: Notification,
  from: Account,
): string {
  const { books, clock } = provider;
  const isPaid = code === '0';
  const left = books.balanceOf(from);
  const parameters = [
    { Key: 'Amount', Value: decimal((payment.shillings + BigInt(amountOff)) * 100n) },
    { Key: 'TransCompletedTime', Value: compact(payment.settledAt ?? clock.now()) },
    { Key: 'DebitPartyCharges' },
    { Key: 'ReceiverPartyPublicName', Value: `${payment.msisdn} - School` },
    { Key: 'Currency', Value: 'KES' },
    {
      Key: 'DebitAccountBalance',
      Value: `{Amount={CurrencyCode=KES, MinimumAmount=${left}, BasicAmount=${decimal(left)}}}`,
    },
  ];
  const references = [
    { Key: 'BillReferenceNumber', Value: payment.account },
    { Key: 'QueueTimeoutURL', Value: 'https://internalsandbox.example/results/v1/submit' },
  ];
  const envelope = {
    ResultType: 0,
    ResultCode: resultCode(code),
    ResultDesc: isPaid ? 'The service request is processed successfully.' : 'The service request failed.',
    OriginatorConversationID: payment.originatorId,
    ConversationID: payment.conversationId,
    TransactionID: isPaid ? payment.receipt : 'OAK0000000',
    ...(isPaid ? { ResultParameters: { ResultParameter: parameters } } : {}),
    ReferenceData: { ReferenceItem: references },
  };
  return JSON.stringify({ Result: envelope });
}
