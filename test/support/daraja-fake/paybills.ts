import { decimal } from './fake-books.ts';
import { compact } from './fake-times.ts';
import type { Fields } from './field-checks.ts';
import { refusal, type Handled, type Provider, type Transaction } from './provider.ts';

/** Register URL: once per shortcode, as in live. */
export async function registerPaybill(provider: Provider, fields: Fields): Promise<Handled> {
  const { paybills, ids } = provider;
  const shortcode = fields['ShortCode'] ?? '';
  if (paybills.has(shortcode)) return refusal(provider, 500, '500.003.1001', 'Urls are already registered.');
  paybills.set(shortcode, {
    confirmation: fields['ConfirmationURL'] ?? '',
    validation: fields['ValidationURL'] ?? '',
    unless: fields['ResponseType'] ?? '',
  });
  // Spelled so on the wire.
  return {
    status: 200,
    body: { OriginatorCoversationID: ids.request(), ResponseCode: '0', ResponseDescription: 'Success' },
  };
}

/** Simulate: a payer pays the paybill, if its validation accepts. */
export async function pretendPayment(provider: Provider, fields: Fields): Promise<Handled> {
  const { clock, ids, transactions, options, paybills } = provider;
  const payment: Transaction = {
    kind: 'c2b',
    originatorId: ids.request(),
    conversationId: ids.conversation(clock.now()),
    receipt: ids.receipt(),
    shillings: BigInt(fields['Amount'] ?? '0'),
    msisdn: fields['Msisdn'] ?? '',
    account: fields['BillRefNumber'] ?? '',
    startedAt: clock.now(),
    settledAt: null,
    status: 'Initiated',
    reversed: false,
    resultCode: null,
    queriedBefore: 'processing',
  };
  transactions.push(payment);
  clock.after(options.delayMs, async () => {
    const shortcode = fields['ShortCode'] ?? '';
    const paybill = paybills.get(shortcode);
    if (options.validates && paybill && !(await isLetThrough(provider, payment, paybill, shortcode))) {
      payment.status = 'Declined';
      return;
    }
    payment.status = 'Completed';
    payment.settledAt = clock.now();
    await confirmPayment(provider, payment, 'c2b', shortcode);
  });
  const body = {
    OriginatorCoversationID: payment.originatorId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  };
  return { status: 200, body };
}

async function isLetThrough(
  { deliveries }: Provider,
  payment: Transaction,
  paybill: { validation: string; unless: string },
  shortcode: string,
): Promise<boolean> {
  const reply = await deliveries.request(paybill.validation, bodyOf(payment, shortcode, ''), [payment.receipt]);
  if (reply === null || reply.status !== 200) return paybill.unless === 'Completed';
  try {
    return String((JSON.parse(reply.text) as { ResultCode?: unknown }).ResultCode) === '0';
  } catch {
    return paybill.unless === 'Completed';
  }
}

/**
 * Books money that a payer sent and confirms it where addresses are registered: a prompt's payment too, with the same
 * receipt as its callback.
 */
export async function confirmPayment(
  { books, clock, deliveries, paybills, options, workingAccountOf }: Provider,
  payment: Transaction,
  kind: 'stk' | 'c2b',
  shortcode = options.stk.shortcode,
): Promise<void> {
  const account = workingAccountOf(shortcode);
  books.book({ receipt: payment.receipt, kind, account, cents: payment.shillings * 100n, at: clock.now() });
  const paybill = paybills.get(shortcode);
  if (paybill === undefined) return;
  const balance = decimal(books.balanceOf(account));
  await deliveries.notify(paybill.confirmation, bodyOf(payment, shortcode, balance), [payment.receipt]);
}

function bodyOf(payment: Transaction, shortcode: string, balance: string): object {
  return {
    TransactionType: 'Pay Bill',
    TransID: payment.receipt,
    TransTime: compact(payment.settledAt ?? payment.startedAt),
    TransAmount: decimal(payment.shillings * 100n),
    BusinessShortCode: shortcode,
    BillRefNumber: payment.account,
    InvoiceNumber: '',
    OrgAccountBalance: balance,
    ThirdPartyTransID: '',
    MSISDN: `${payment.msisdn.slice(0, 4)} ***** ${payment.msisdn.slice(-3)}`,
    FirstName: 'NICHOLAS',
    MiddleName: '',
    LastName: '',
  };
}

export async function registerPull({ pullers, ids }: Provider, fields: Fields): Promise<Handled> {
  const shortcode = fields['ShortCode'] ?? '';
  const again = pullers.has(shortcode);
  pullers.add(shortcode);
  const body = {
    ResponseRefID: ids.request(),
    ResponseStatus: again ? '1001' : '1000',
    ShortCode: shortcode,
    ResponseDescription: again ? 'ShortCode already Registered' : 'ShortCode Registered Successfully',
  };
  return { status: 200, body };
}

/** The collections of the last two days, a hundred at a time. */
export async function pullTransactions(
  { transactions, ids, pullers, options }: Provider,
  fields: Fields,
): Promise<Handled> {
  const { ShortCode = '', StartDate = '', EndDate = '', OffSetValue = '0' } = fields;
  const none = {
    status: 200,
    body: { ResponseRefID: ids.request(), ResponseCode: '1001', ResponseMessage: 'No transactions' },
  };
  if (!pullers.has(ShortCode)) return none;
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const rows = transactions
    .filter(({ kind, settledAt }) => (kind === 'c2b' || kind === 'stk') && settledAt !== null)
    .filter(({ settledAt }) => {
      const at = compact(settledAt ?? options.start);
      return at >= digits(StartDate) && at <= digits(EndDate);
    })
    .slice(Number(OffSetValue), Number(OffSetValue) + 100);
  if (rows.length === 0) return none;
  const list = rows.map((row) => ({
    transactionId: row.receipt,
    trxDate: (row.settledAt ?? row.startedAt).toString({ smallestUnit: 'second' }),
    msisdn: row.msisdn,
    sender: 'MPESA',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: row.account,
    amount: decimal(row.shillings * 100n),
    organizationname: 'Acme MFI',
  }));
  return {
    status: 200,
    body: { ResponseRefID: ids.request(), ResponseCode: '1000', ResponseMessage: 'Success', Response: [list] },
  };
}
