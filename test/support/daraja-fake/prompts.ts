import { compact } from './fake-times.ts';
import type { Fields } from './field-checks.ts';
import { confirmPayment } from './paybills.ts';
import { planOf, STK_PLANS, type Plan, type Notification } from './plans.ts';
import { refusal, resultCode, type Handled, type Provider, type Transaction } from './provider.ts';

/** M-Pesa Express: puts a prompt on a payer's phone, and lets them do what their number or a script says. */
export async function promptPayer(provider: Provider, fields: Fields): Promise<Handled> {
  const { clock, ids, transactions, turnedAway, options } = provider;
  const problem = problemWith(provider, fields);
  if (problem !== null) return problem;
  const msisdn = fields['PhoneNumber'] ?? '';
  const plan = planOf(STK_PLANS, msisdn, provider.nextStep('stkPush', fields));
  // A prompt has no id of ours, so that its requests are distinguished by payer, account and amount.
  const same = ['stk', msisdn, fields['AccountReference'], fields['Amount']].join(' ');
  const before = turnedAway.get(same) ?? 0;
  if (plan.turnsAway && before < plan.turnsAway.times) {
    turnedAway.set(same, before + 1);
    return plan.turnsAway.reply;
  }
  const { reply: answer, books } = plan;
  if (books === 'nothing') return typeof answer === 'object' ? answer : answer === 'drop' ? 'drop' : 'hang';

  const prompt: Transaction = {
    kind: 'stk',
    originatorId: ids.request(),
    conversationId: ids.checkout(clock.now()),
    receipt: ids.receipt(),
    shillings: BigInt(fields['Amount'] ?? '0'),
    msisdn,
    account: fields['AccountReference'] ?? '',
    startedAt: clock.now(),
    settledAt: null,
    status: books === 'pending' ? 'Pending Authorized' : 'Initiated',
    reversed: false,
    resultCode: null,
    queriedBefore: plan.queriedBefore ?? 'processing',
  };
  transactions.push(prompt);
  const run = () => settleAndNotify(provider, prompt, plan, fields['CallBackURL'] ?? '');
  if (answer === 'late') await run();
  else clock.after(options.delayMs, run);
  if (answer === 'hang' || answer === 'drop' || typeof answer === 'object') return answer;
  const body = {
    MerchantRequestID: prompt.originatorId,
    CheckoutRequestID: prompt.conversationId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  };
  return { status: 200, body };
}

function problemWith(provider: Provider, fields: Fields): Handled | null {
  const { stk } = provider.options;
  const { BusinessShortCode = '', Timestamp = '', Password } = fields;
  if (BusinessShortCode !== stk.shortcode) {
    return refusal(provider, 500, '500.001.1001', 'Merchant does not exist');
  }
  const expected = Buffer.from(`${BusinessShortCode}${stk.passkey}${Timestamp}`).toString('base64');
  return Password === expected ? null : refusal(provider, 500, '500.001.1001', 'Wrong credentials');
}

async function settleAndNotify(provider: Provider, prompt: Transaction, plan: Plan, url: string): Promise<void> {
  const { clock } = provider;
  const settle = async () => {
    if (plan.books === 'pending') return;
    const code = plan.notifications.find((notification) => notification.code !== undefined)?.code ?? '0';
    prompt.resultCode = plan.books === 'completed' ? '0' : code;
    prompt.status = plan.books === 'completed' ? 'Completed' : 'Declined';
    prompt.settledAt = clock.now();
    if (plan.books === 'completed') await confirmPayment(provider, prompt, 'stk');
  };
  if (plan.settlesAfterMs === undefined) await settle();
  else clock.after(plan.settlesAfterMs, settle);
  for (const notification of plan.notifications) {
    if (notification.afterMs === undefined) await notify(provider, prompt, notification, url);
    else clock.after(notification.afterMs, () => notify(provider, prompt, notification, url));
  }
}

async function notify(provider: Provider, prompt: Transaction, notification: Notification, url: string): Promise<void> {
  const about = [prompt.conversationId, prompt.originatorId];
  for (let time = 0; time < (notification.times ?? 1); time++) {
    await provider.deliveries.notify(url, callbackOf(provider, prompt, notification), about);
  }
}

function callbackOf({ clock }: Provider, prompt: Transaction, { code = '0', amountOff = 0 }: Notification): string {
  const items = [
    `{"Name":"Amount","Value":${prompt.shillings + BigInt(amountOff)}.00}`,
    `{"Name":"MpesaReceiptNumber","Value":"${prompt.receipt}"}`,
    '{"Name":"Balance"}',
    `{"Name":"TransactionDate","Value":${compact(prompt.settledAt ?? clock.now())}}`,
    `{"Name":"PhoneNumber","Value":${prompt.msisdn}}`,
  ].join(',');
  const envelope = {
    MerchantRequestID: prompt.originatorId,
    CheckoutRequestID: prompt.conversationId,
    ResultCode: resultCode(code),
    ResultDesc: code === '0' ? 'The service request is processed successfully.' : 'The payment was not made.',
  };
  const inner = JSON.stringify(envelope).slice(1, -1);
  const metadata = code === '0' ? `,"CallbackMetadata":{"Item":[${items}]}` : '';
  return `{"Body":{"stkCallback":{${inner}${metadata}}}}`;
}

/** M-Pesa Express query: no receipt in it, for any result of the prompt. */
export async function queryPrompt(provider: Provider, fields: Fields): Promise<Handled> {
  const problem = problemWith(provider, fields);
  if (problem !== null) return problem;
  const prompt = provider.transactions.find(
    ({ kind, conversationId }) => kind === 'stk' && conversationId === fields['CheckoutRequestID'],
  );
  if (prompt === undefined) return refusal(provider, 400, '400.002.02', 'Bad Request - Invalid CheckoutRequestID');
  const code = prompt.resultCode ?? prompt.queriedBefore;
  if (code === 'processing') return refusal(provider, 500, '500.001.1001', 'The transaction is being processed');
  const body = {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: prompt.originatorId,
    CheckoutRequestID: prompt.conversationId,
    ResultCode: code,
    ResultDesc: code === '0' ? 'The service request is processed successfully.' : 'The payment was not made.',
  };
  return { status: 200, body };
}
