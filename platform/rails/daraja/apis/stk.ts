import type { Cents } from '#core/kernel/money.ts';
import { call, type Daraja } from '../connection/call.ts';
import { declinedHere, firstProblem, type Verdict } from '../connection/verdict.ts';
import { collectionCode, type CollectionCode } from '../result-codes.ts';
import { wholeShillings } from '../wire/amounts.ts';
import { stkPassword } from '../wire/credentials.ts';
import { idAt, textAt } from '../../connection/json.ts';
import { wireMsisdn } from '../wire/msisdn.ts';
import { within } from './party.ts';

export type Prompt = {
  readonly amount: Cents;
  readonly msisdn: string;
  /** What the payer reads as account number: at most 12 characters. */
  readonly accountReference: string;
  /** 1 to 13 characters; null for none. */
  readonly description: string | null;
  readonly callbackAddress: string;
};

type NotAccepted = Exclude<Verdict, { kind: 'accepted' }>;

export type Prompted =
  { readonly kind: 'accepted'; readonly checkoutRequestId: string; readonly merchantRequestId: string } | NotAccepted;

/**
 * Prompts a payer on their phone (portal, "M-Pesa Express"). Accepted means that the prompt is on its way. There is no
 * id of ours in it: a prompt whose reply was lost can't be queried, only its callback gives the status.
 */
export async function promptPayer(daraja: Daraja, prompt: Prompt, deadline: AbortSignal): Promise<Prompted> {
  const { stk, limits } = daraja.settings;
  const { min, max } = limits.collection;
  const amount = wholeShillings(prompt.amount);
  const msisdn = wireMsisdn(prompt.msisdn);
  if (stk === null) return declinedHere('BusinessShortCode', 'this app is not set up to collect.');
  if (amount === null) return declinedHere('Amount', 'it has to be whole shillings.');
  if (msisdn === null) return declinedHere('PhoneNumber', 'it has to be a Kenyan mobile number.');
  const problem = firstProblem([
    ['Amount', prompt.amount >= min && prompt.amount <= max, `it has to be ${min} to ${max} minor units.`],
    ['AccountReference', within(prompt.accountReference, 1, 12), 'it has 1 to 12 characters.'],
    ['TransactionDesc', prompt.description === null || within(prompt.description, 1, 13), 'it has 1 to 13 characters.'],
  ]);
  if (problem !== null) return problem;
  const verdict = await call(
    daraja,
    'stkPush',
    {
      BusinessShortCode: stk.shortcode,
      ...stkPassword(stk.shortcode, stk.passkey, daraja.now()),
      TransactionType: stk.transactionType,
      Amount: amount,
      PartyA: msisdn,
      PartyB: stk.payee,
      PhoneNumber: msisdn,
      CallBackURL: prompt.callbackAddress,
      AccountReference: prompt.accountReference,
      ...(prompt.description === null ? {} : { TransactionDesc: prompt.description }),
    },
    deadline,
  );
  if (verdict.kind !== 'accepted') return verdict;
  const checkoutRequestId = idAt(verdict.body, 'CheckoutRequestID');
  const merchantRequestId = idAt(verdict.body, 'MerchantRequestID');
  return checkoutRequestId === null || merchantRequestId === null
    ? { kind: 'unknown', why: 'unreadable' }
    : { kind: 'accepted', checkoutRequestId, merchantRequestId };
}

export type PromptStatus =
  { readonly kind: 'known'; readonly providerCode: string; readonly code: CollectionCode } | NotAccepted;

/**
 * Queries the status of a prompt (portal, "M-Pesa Express Query"). The reply has no receipt: that comes with the
 * callback, the paybill's confirmation, or a pulled list.
 */
export async function queryPrompt(
  daraja: Daraja,
  checkoutRequestId: string,
  deadline: AbortSignal,
): Promise<PromptStatus> {
  const { stk } = daraja.settings;
  if (stk === null) return declinedHere('BusinessShortCode', 'this app is not set up to collect.');
  const verdict = await call(
    daraja,
    'stkQuery',
    {
      BusinessShortCode: stk.shortcode,
      ...stkPassword(stk.shortcode, stk.passkey, daraja.now()),
      CheckoutRequestID: checkoutRequestId,
    },
    deadline,
  );
  if (verdict.kind !== 'accepted') return verdict;
  const about = textAt(verdict.body, 'CheckoutRequestID');
  const providerCode = textAt(verdict.body, 'ResultCode');
  if (providerCode === null || (about !== null && about !== checkoutRequestId)) {
    return { kind: 'unknown', why: 'unreadable' };
  }
  return { kind: 'known', providerCode, code: collectionCode(providerCode) };
}
