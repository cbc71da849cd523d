import { parse } from 'csv-parse/sync';

/** What the bank does with a payment, by the last three digits of its account; on the day of the file, or later. */
type Step = { readonly day: number; readonly kind: 'debit' | 'return'; readonly short?: bigint };

const debit = (day = 0): Step => ({ day, kind: 'debit' });
const back = (day = 0): Step => ({ day, kind: 'return' });
const GIVEN_BACK = [debit(), back()];

const STEPS: { readonly [suffix: string]: readonly Step[] } = {
  '001': GIVEN_BACK,
  '002': GIVEN_BACK,
  '003': GIVEN_BACK,
  '004': GIVEN_BACK,
  '005': [debit(1)],
  '006': [debit(2)],
  '008': [],
  '014': [debit(), back(), debit(2)],
  '015': [{ day: 0, kind: 'debit', short: 100n }],
  '017': GIVEN_BACK,
  '018': GIVEN_BACK,
};

export type FakeLine = {
  readonly day: Temporal.PlainDate;
  /** Minor units, signed. */
  readonly amount: bigint;
  readonly bankReference: string;
  readonly ownReference: string;
  readonly text: string;
  /** The bank marks it as money that it gave back. */
  readonly isReturn?: boolean;
  /** The bank marks it as its charge. */
  readonly isCharge?: boolean;
};

export const FORMATS = ['csv', 'mt940', 'camt'] as const;
export type Format = (typeof FORMATS)[number];

export type FakeStatement = {
  readonly account: string;
  readonly currency: string;
  readonly day: Temporal.PlainDate;
  /** The last day of a statement in CSV that covers several. */
  readonly through?: Temporal.PlainDate;
  readonly opening: bigint;
  readonly lines: readonly FakeLine[];
};

/** A bank that takes files of payments, and prints a statement of each day. */
export function fakeBank(account: string, today: () => Temporal.PlainDate) {
  const files = new Set<string>();
  const lines: FakeLine[] = [];
  let references = 0;
  const reference = () => `FT${String(++references).padStart(10, '0')}`;
  const OPENING = 1_000_000_000n;

  /** Another movement of the account. */
  const move = (moved: Omit<FakeLine, 'bankReference'> & { readonly bankReference?: string }): FakeLine => {
    const line = { bankReference: reference(), ...moved };
    lines.push(line);
    return line;
  };

  return {
    lines,
    move,
    /** Takes a file of payments: the same one again is ignored, as its name says that it was here. */
    take: (content: string): void => {
      const rows = parse(content, { columns: true }) as readonly { readonly [column: string]: string }[];
      const name = rows[0]?.['File'] ?? '';
      if (files.has(name)) return;
      files.add(name);
      for (const row of rows) {
        const amount = BigInt((row['Amount'] ?? '').replace('.', ''));
        for (const step of STEPS[(row['Account'] ?? '').slice(-3)] ?? [debit()]) {
          const moved = amount - (step.short ?? 0n);
          move({
            day: today().add({ days: step.day }),
            amount: step.kind === 'debit' ? -moved : moved,
            ownReference: row['Reference'] ?? '',
            text: step.kind === 'debit' ? `TRANSFER ${row['Beneficiary']}` : 'RETURNED: ACCOUNT CLOSED',
            isReturn: step.kind === 'return',
          });
        }
      }
    },
    /** How often money left for a payment and stayed away. */
    paidTimes: (own: string): number =>
      lines
        .filter(({ ownReference, day }) => ownReference === own && Temporal.PlainDate.compare(day, today()) <= 0)
        .reduce((times, { amount }) => times + (amount < 0n ? 1 : -1), 0),
    statementOf: (day: Temporal.PlainDate): FakeStatement => ({
      account,
      currency: 'KES',
      day,
      opening: lines
        .filter((line) => Temporal.PlainDate.compare(line.day, day) < 0)
        .reduce((sum, { amount }) => sum + amount, OPENING),
      lines: lines.filter((line) => line.day.equals(day)),
    }),
  };
}

/** A statement as the bank prints it. */
export function printed(statement: FakeStatement, format: Format): string {
  return { csv, mt940, camt }[format](statement);
}

const closingOf = ({ opening, lines }: FakeStatement) => lines.reduce((sum, { amount }) => sum + amount, opening);
const plain = (amount: bigint) => {
  const cents = amount < 0n ? -amount : amount;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
};
const signed = (amount: bigint) => `${amount < 0n ? '-' : ''}${plain(amount)}`;

function csv(statement: FakeStatement): string {
  const { account, currency, day, opening, lines } = statement;
  return [
    `Account Number,${account}`,
    `Currency,${currency}`,
    `From,${day}`,
    `To,${statement.through ?? day}`,
    `Opening Balance,"${signed(opening)}"`,
    '',
    'Date,Description,Bank Reference,Debit,Credit',
    ...lines.map(
      ({ day: on, amount, bankReference, ownReference, text }) =>
        `${on},"${text} ${ownReference}",${bankReference},${amount < 0n ? plain(amount) : ''},${amount > 0n ? plain(amount) : ''}`,
    ),
    `Closing Balance,"${signed(closingOf(statement))}"`,
    '',
  ].join('\r\n');
}

function mt940(statement: FakeStatement): string {
  const { account, currency, day, opening, lines } = statement;
  const date = day.toString().replaceAll('-', '').slice(2);
  const balance = (amount: bigint) => `${amount < 0n ? 'D' : 'C'}${date}${currency}${plain(amount).replace('.', ',')}`;
  return [
    ':20:STATEMENT',
    `:25:TESTKENA/${account}`,
    ':28C:1/1',
    `:60F:${balance(opening)}`,
    ...lines.flatMap(({ amount, bankReference, ownReference, text, isReturn, isCharge }) => [
      `:61:${date}${date.slice(2)}${amount < 0n ? 'D' : 'C'}${plain(amount).replace('.', ',')}${isReturn ? 'NRTI' : isCharge ? 'NCHG' : 'NTRF'}${ownReference || 'NONREF'}//${bankReference}`,
      `:86:${text}`,
    ]),
    `:62F:${balance(closingOf(statement))}`,
    '-',
    '',
  ].join('\r\n');
}

function camt(statement: FakeStatement): string {
  const { account, currency, day, opening, lines } = statement;
  const amount = (cents: bigint) =>
    `<Amt Ccy="${currency}">${plain(cents)}</Amt><CdtDbtInd>${cents < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, cents: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = lines.map(
    (line) =>
      `<Ntry>${amount(line.amount)}<Sts>BOOK</Sts><BookgDt><Dt>${line.day}</Dt></BookgDt>` +
      `<AcctSvcrRef>${line.bankReference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${line.ownReference || 'NOTPROVIDED'}</EndToEndId></Refs>` +
      (line.isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : '') +
      `<RmtInf><Ustrd>${line.text.replaceAll('&', '&amp;')}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">' +
    `<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><FrToDt><FrDtTm>${day}T00:00:00</FrDtTm><ToDtTm>${day}T23:59:59</ToDtTm></FrToDt>` +
    `<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>` +
    `${balance('OPBD', opening)}${balance('CLBD', closingOf(statement))}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}
