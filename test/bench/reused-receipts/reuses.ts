import {
  accountNumber,
  amountOf,
  collectionOf,
  disburse,
  msisdnOf,
  payoutAmountOf,
  payoutOf,
  promptOf,
  receiptOf,
  reports,
  taken,
  type Payment,
  type Places,
  type Reported,
  type Way,
} from './payments.ts';
import type { Reply, Society } from './society.ts';

/** What a reuse has to come to: an incident of this kind on the work list, or nothing there. */
type IncidentKind = 'receipt_used_twice' | 'receipt_elsewhere' | 'receipt_differs';
/** Money that a reuse brings all the same: the provider, or the bank, has it. */
type Extra = {
  readonly account: string;
  readonly direction: 'in' | 'out';
  readonly receipt: string;
  readonly amount: number;
};
export type Planted = {
  readonly name: string;
  readonly receipt: string;
  readonly incident: IncidentKind | null;
  readonly extra: readonly Extra[];
  /** What its callers were answered, and what they had to be. */
  readonly responses: string;
  readonly expected: string;
};

type Context = {
  readonly society: Society;
  readonly places: Places;
  /** The number of the reuse, under which its own requests are made. */
  readonly n: number;
  readonly earlier: Payment;
  /** The earlier receipt as it is written this time. */
  readonly spelled: string;
  readonly report: ReturnType<typeof reports>;
};
type Outcome = {
  readonly responses: readonly string[];
  readonly expected: readonly string[];
  readonly extra?: readonly Extra[];
  /** Where a receipt of its own is meant, rather than an earlier one. */
  readonly receipt?: string;
};
type Reuse = {
  readonly name: string;
  readonly of: readonly Way[];
  readonly incident: IncidentKind | null;
  readonly play: (context: Context) => Promise<Outcome>;
};

const REPLAY = '200';
const REFUSED = '409 duplicate_payment_reference';
const BOOKED = '201';
const RECEIVED = '200';
const OUTGOING: readonly Way[] = ['payout', 'batch', 'disbursement'];
const INCOMING: readonly Way[] = ['paybill', 'prompt', 'repayment', 'deposit', 'fees', 'collection'];
const verdict = ({ status, body }: Reply) => (status === 409 ? `409 ${body?.code}` : String(status));
const one = async (reply: Promise<Reply>, response: string): Promise<Outcome> => ({
  responses: [verdict(await reply)],
  expected: [response],
});
const elsewhere = ({ place, way }: Payment, spelled: string, amount: number): Reported => ({
  receipt: spelled,
  amount,
  // Another place of the same kind, or the same number of another kind.
  place: way === 'repayment' || way === 'paybill' || way === 'prompt' ? place + 2 : place,
});

const byCallers: readonly Reuse[] = [
  ...(['repayment', 'deposit', 'fees'] as const).map((way): Reuse => ({
    name: `${way} reported once more`,
    of: [way],
    incident: null,
    play: ({ report, earlier, spelled }) => one(report[way]({ ...earlier, receipt: spelled }), REPLAY),
  })),
  ...(['repayment', 'deposit', 'fees'] as const).map((way): Reuse => ({
    name: `${way} reported with another amount`,
    of: [way],
    incident: null,
    play: ({ report, earlier, spelled }) =>
      one(report[way]({ ...earlier, receipt: spelled, amount: earlier.amount + 100 }), REFUSED),
  })),
  {
    name: 'reported as a deposit',
    of: INCOMING.filter((way) => way !== 'deposit' && way !== 'paybill'),
    incident: null,
    play: ({ report, earlier, spelled }) => one(report.deposit({ ...earlier, receipt: spelled }), REFUSED),
  },
  {
    name: 'reported as fees',
    of: INCOMING.filter((way) => way !== 'fees'),
    incident: null,
    play: ({ report, earlier, spelled }) => one(report.fees({ ...earlier, receipt: spelled }), REFUSED),
  },
  {
    name: 'reported as a repayment of two other loans at the same time',
    of: INCOMING,
    incident: null,
    play: async ({ report, earlier, spelled }) => {
      const reported = elsewhere(earlier, spelled, earlier.amount);
      const replies = await Promise.all([
        report.repayment(reported),
        report.repayment({ ...reported, place: reported.place + 1, receipt: earlier.receipt }),
      ]);
      return { responses: replies.map(verdict), expected: [REFUSED, REFUSED] };
    },
  },
  {
    name: 'a new receipt reported at two endpoints at the same time',
    of: INCOMING,
    incident: null,
    play: async ({ society, report, n }) => {
      const amount = amountOf(n);
      await society.pay('unconfirmed', msisdnOf(n), amount, 'BY HAND');
      const receipt = receiptOf(society, msisdnOf(n));
      const replies = await Promise.all([
        report.repayment({ receipt, amount, place: n }),
        report.deposit({ receipt: receipt.toLowerCase(), amount, place: n }),
      ]);
      return { receipt, responses: replies.map(verdict).toSorted(), expected: [BOOKED, REFUSED] };
    },
  },
  {
    name: 'recorded as mobile money with another amount',
    of: INCOMING,
    incident: null,
    play: ({ society, places, earlier, spelled, n }) =>
      one(
        society.call('POST', '/api/v1/mobile_money/transactions', {
          ...promptOf(n, places),
          channel: 'mpesa_paybill',
          amount: earlier.amount + 100,
          receipt_no: spelled,
        }),
        REFUSED,
      ),
  },
  {
    name: 'reported as money at the bank',
    of: INCOMING,
    incident: 'receipt_elsewhere',
    play: async ({ report, earlier, spelled }) => ({
      ...(await one(report.repayment({ ...earlier, receipt: spelled }, 'bank'), BOOKED)),
      extra: [{ account: 'bank', direction: 'in', receipt: earlier.receipt, amount: earlier.amount }],
    }),
  },
];

const byTheProvider: readonly Reuse[] = [
  {
    name: 'confirmed at the paybill once more',
    of: ['paybill'],
    incident: null,
    play: ({ society, places, earlier, spelled }) =>
      one(society.confirm(confirmation(spelled, earlier.amount, accountNumber(places, earlier.place))), RECEIVED),
  },
  ...(
    [
      ['receipt_used_twice', INCOMING.filter((way) => way !== 'collection')],
      // An app's collection is settled by it: the provider contradicts itself.
      ['receipt_differs', ['collection']],
    ] as const
  ).map(([incident, of]): Reuse => ({
    name: 'confirmed at the paybill with another amount',
    of,
    incident,
    play: ({ society, places, earlier, spelled }) =>
      one(society.confirm(confirmation(spelled, earlier.amount + 100, accountNumber(places, earlier.place))), RECEIVED),
  })),
  {
    name: 'confirmed at the paybill with another amount, twice at the same time',
    of: INCOMING.filter((way) => way !== 'collection'),
    incident: 'receipt_used_twice',
    play: async ({ society, places, earlier, spelled }) => {
      const body = confirmation(spelled, earlier.amount + 100, accountNumber(places, earlier.place));
      const replies = await Promise.all([society.confirm(body), society.confirm(body)]);
      return { responses: replies.map(verdict), expected: [RECEIVED, RECEIVED] };
    },
  },
  {
    name: 'confirmed at the paybill for another account',
    of: ['paybill', 'prompt', 'repayment', 'deposit'],
    incident: 'receipt_used_twice',
    play: ({ society, places, earlier, spelled }) =>
      one(society.confirm(confirmation(spelled, earlier.amount, accountNumber(places, earlier.place + 2))), RECEIVED),
  },
  ...[0, 100].map((more): Reuse => ({
    name: `said to be what an app’s collection brought${more > 0 ? ', of another amount' : ''}`,
    of: ['collection', 'prompt', 'repayment', 'deposit', 'fees'],
    incident: 'receipt_used_twice',
    play: async ({ society, earlier, spelled, n }) => {
      hold(society, 'stkPush', n);
      const order = { ...collectionOf(n), amount: earlier.amount + more };
      await taken(society.call('POST', '/v1/collections', order));
      const [row] = await society.sql<Awaited>(
        'select originator_id, provider_ref from collection where reference = $1',
        [order.reference],
      );
      return one(
        society.notify('collection', row?.originator_id ?? '', prompted(row, spelled, order.amount)),
        RECEIVED,
      );
    },
  })),
  ...[0, 100].map((more): Reuse => ({
    name: `said to be what another payer was prompted for${more > 0 ? ', of another amount' : ''}`,
    of: ['prompt', 'paybill', 'repayment', 'fees'],
    incident: 'receipt_used_twice',
    play: async ({ society, places, earlier, spelled, n }) => {
      hold(society, 'stkPush', n);
      const order = {
        ...promptOf(n, places, (earlier.place + 3) % places.loans.length),
        amount: earlier.amount + more,
      };
      const { id } = await taken(society.call('POST', '/api/v1/mobile_money/transactions', order));
      const [row] = await society.sql<Awaited>(
        'select originator_id, provider_ref from mobile_money_transaction where id = $1',
        [id],
      );
      return one(
        society.notify('collection', row?.originator_id ?? '', prompted(row, spelled, order.amount)),
        RECEIVED,
      );
    },
  })),
  {
    name: 'said to have paid another payout',
    of: OUTGOING,
    incident: 'receipt_used_twice',
    play: async ({ society, spelled, n }) => {
      hold(society, 'b2c', n);
      await taken(society.call('POST', '/v1/payouts', payoutOf(n)));
      const [row] = await society.sql<Awaited>('select originator_id, provider_ref from payout where reference = $1', [
        `payout-${n}`,
      ]);
      return one(society.notify('payout', row?.originator_id ?? '', paid(row, spelled, payoutAmountOf(n))), RECEIVED);
    },
  },
  {
    name: 'said to have paid another loan out',
    of: OUTGOING,
    incident: 'receipt_used_twice',
    play: async ({ society, places, spelled, n }) => {
      hold(society, 'b2c', n);
      const { id } = await disburse(society, places, n, 10_000, msisdnOf(n));
      const [row] = await society.sql<Awaited>('select originator_id, provider_ref from disbursement where id = $1', [
        id,
      ]);
      return one(society.notify('payout', row?.originator_id ?? '', paid(row, spelled, 10_000)), RECEIVED);
    },
  },
  {
    name: 'of a payout, confirmed at the paybill',
    of: OUTGOING,
    incident: 'receipt_elsewhere',
    play: async ({ society, places, earlier, spelled, n }) => {
      const { receipt, amount } = earlier;
      // The provider has this money under a receipt that it has used before.
      const at = society.fake.now();
      society.fake.books.book({ receipt, kind: 'c2b', account: 'Working Account', cents: BigInt(amount), at });
      return {
        ...(await one(society.confirm(confirmation(spelled, amount, accountNumber(places, n))), RECEIVED)),
        extra: [{ account: 'mpesa', direction: 'in', receipt, amount }],
      };
    },
  },
];

const REUSES: readonly Reuse[] = byCallers.flatMap((each, n) =>
  [each, byTheProvider[n]].filter((reuse) => reuse !== undefined),
);

const SPELLINGS: readonly ((receipt: string) => string)[] = [
  (receipt) => receipt,
  (receipt) => receipt.toLowerCase(),
  (receipt) => ` ${receipt} `,
];

/** Plays the reuse of its turn, of an earlier payment that was not reused before. */
export async function playReuse(
  society: Society,
  places: Places,
  turn: number,
  n: number,
  take: (of: readonly Way[]) => Payment,
): Promise<Planted> {
  const reuse = REUSES[turn % REUSES.length];
  const spell = SPELLINGS[Math.floor(turn / REUSES.length + turn) % SPELLINGS.length];
  if (!reuse || !spell) throw new Error('There is nothing to reuse.');
  const earlier = take(reuse.of);
  const context = { society, places, n, earlier, spelled: spell(earlier.receipt), report: reports(society, places) };
  const { responses, expected: wanted, extra = [], receipt = earlier.receipt } = await reuse.play(context);
  const { name, incident } = reuse;
  return { name, receipt, incident, extra, responses: responses.join(', '), expected: wanted.join(', ') };
}

type Awaited = { readonly originator_id: string; readonly provider_ref: string };

/** The provider says nothing of this payment of its own accord, and does not make it. */
function hold({ fake }: Society, api: 'stkPush' | 'b2c', n: number): void {
  const field = api === 'b2c' ? 'PartyB' : 'PhoneNumber';
  fake.script({
    match: { api, [field]: msisdnOf(n).slice(1) },
    steps: [{ books: 'pending', notifications: [] }],
  });
}

const confirmation = (TransID: string, amount: number, BillRefNumber: string) => ({
  TransactionType: 'Pay Bill',
  TransID,
  TransTime: Temporal.Now.zonedDateTimeISO('Africa/Nairobi')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replaceAll(/\D/g, ''),
  TransAmount: (amount / 100).toFixed(2),
  BillRefNumber,
  MSISDN: '2547 ***** 178',
  FirstName: 'JANE',
});

const prompted = (row: Awaited | undefined, receipt: string, amount: number) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: '29115-34620561-1',
      CheckoutRequestID: row?.provider_ref,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: amount / 100 },
          { Name: 'MpesaReceiptNumber', Value: receipt },
        ],
      },
    },
  },
});

const paid = (row: Awaited | undefined, receipt: string, amount: number) => ({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: row?.originator_id,
    ConversationID: row?.provider_ref,
    TransactionID: receipt,
    ResultParameters: {
      ResultParameter: [
        { Key: 'TransactionReceipt', Value: receipt },
        { Key: 'TransactionAmount', Value: amount / 100 },
      ],
    },
  },
});
