import { Link } from '@tanstack/react-router';
import { useAddress } from '../../components/beside.ts';
import { dateColumn } from '../../components/columns.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { useFilters } from '../../components/filters.ts';
import { wordsOfValue } from '../../components/later-values.ts';
import { SaveButton } from '../../components/list-menus.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { daysIn } from '../../format/days.ts';
import { amountText, dateText, numberText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { FeeStatementQuery, StatementLineType } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type InLanguages, type Language } from '../../texts/texts.ts';
import { paperTexts } from './paper-texts.ts';
import './school.css';

const STATEMENT = graphql(`
  query FeeStatement($id: ID!, $from: Date, $to: Date, $withInvoices: Boolean!) {
    student(id: $id) {
      id
      admissionNo
      firstName
      middleName
      lastName
      statement(from: $from, to: $to) @include(if: $withInvoices) {
        openingBalance
        closingBalance
        cut
        lines {
          on
          type
          recordId
          reference
          debit
          credit
          balance
        }
      }
    }
  }
`);

type Student = NonNullable<FeeStatementQuery['student']>;
type Statement = NonNullable<Student['statement']>;
type Line = Statement['lines'][number];

const lineWords: { readonly [Type in StatementLineType]: InLanguages } = {
  INVOICE: { en: 'Invoice', sw: 'Ankara' },
  CREDIT_NOTE: { en: 'Credit note', sw: 'Noti ya punguzo' },
  PAYMENT: { en: 'Payment', sw: 'Malipo' },
  REVERSAL: { en: 'Payment reversed', sw: 'Malipo yametenguliwa' },
  VOID: { en: 'Invoice was a mistake', sw: 'Ankara ilikuwa kosa' },
  WRITE_OFF: { en: 'Written off', sw: 'Imefutwa' },
};

/** Credit notes stand on the page of their invoice, which a line does not name. */
const PLACES: { readonly [Type in StatementLineType]: string | null } = {
  INVOICE: '/invoices',
  VOID: '/invoices',
  WRITE_OFF: '/invoices',
  PAYMENT: '/payments',
  REVERSAL: '/payments',
  CREDIT_NOTE: null,
};

const amount = (cents: number) => (cents === 0 ? '' : amountText(cents));
/** What changed it on a day is one line of each kind for a record. */
const keyOf = ({ type, recordId }: Line) => `${type} ${recordId}`;

const columns = (spoken: Language): readonly Column<Line>[] => [
  dateColumn({ name: 'day', title: { en: 'Date', sw: 'Tarehe' } }, ({ on }) => on),
  {
    name: 'what',
    title: { en: 'What', sw: 'Nini' },
    narrow: 'under',
    cell: ({ type, recordId, reference }) => {
      const place = PLACES[type];
      const word = wordsOfValue(lineWords, type)[spoken];
      return (
        <>
          {place === null ? word : <Link to={`${place}/${recordId}`}>{word}</Link>}{' '}
          <span className="faint record-no">{reference}</span>
        </>
      );
    },
    csv: ({ type }) => type,
  },
  {
    name: 'charged',
    title: { en: 'Charged', sw: 'Zilizotozwa' },
    narrow: 'next',
    isNumber: true,
    cell: ({ debit }) => amount(debit),
    csv: ({ debit }) => debit / 100,
  },
  {
    name: 'settled',
    title: { en: 'Paid, credited', sw: 'Zilizolipwa' },
    narrow: 'next',
    isNumber: true,
    cell: ({ credit }) => amount(credit),
    csv: ({ credit }) => credit / 100,
  },
  {
    name: 'balance',
    title: { en: 'Owed after', sw: 'Deni baadaye' },
    isNumber: true,
    cell: ({ balance }) => amountText(balance),
    csv: ({ balance }) => balance / 100,
  },
];

/** A reference has a column of its own in the file. */
const inFile = (spoken: Language): readonly Column<Line>[] => [
  ...columns(spoken),
  {
    name: 'reference',
    title: { en: 'Reference', sw: 'Rejeleo' },
    cell: () => null,
    csv: ({ reference }) => reference,
  },
];

/** What a student owed and paid, line by line: for who asks at the counter, and for the paper that they take along. */
export function Page() {
  const { id = '' } = useAddress();
  const { filters } = useFilters();
  const variables = { id, ...daysIn(filters), withInvoices: useMay()('invoices:read') };
  return (
    <RecordPage
      document={STATEMENT}
      variables={variables}
      recordOf={({ student }) => student}
      live={['invoice.', 'payment.', 'credit_note.']}
    >
      {(student) => <View student={student} variables={variables} />}
    </RecordPage>
  );
}

type Props = {
  readonly student: Student;
  readonly variables: { readonly from: string | null; readonly to: string | null };
};

function View({ student, variables }: Props) {
  const t = useTexts(paperTexts);
  const spoken = useLanguage();
  const { id, admissionNo, firstName, middleName, lastName, statement } = student;
  const name = [firstName, middleName, lastName].filter((part) => part !== null).join(' ');
  return (
    <>
      <PrintHead />
      <PageHead
        title={t('statement')}
        whose={`${name}, ${admissionNo}`}
        crumbs={[{ to: `/students/${id}`, title: name }]}
      >
        <PrintButton />
        <ShowQuery document={STATEMENT} variables={variables} />
      </PageHead>
      <ListTools>
        <Days />
        <span className="space" />
        {statement ? (
          <span className="menus">
            <SaveButton
              name={fileName(admissionNo)}
              rows={statement.lines}
              columns={inFile(spoken)}
              isWhole={!statement.cut}
            />
          </span>
        ) : null}
      </ListTools>
      {statement ? <Lines statement={statement} days={variables} /> : <p>{t('hidden')}</p>}
    </>
  );
}

/** A number of a student has what no file's name may have. */
const fileName = (admissionNo: string): string => `fee-statement-${admissionNo.replaceAll(/[^\w-]+/g, '-')}`;

const ONE_PAGE = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

type LinesProps = { readonly statement: Statement; readonly days: Props['variables'] };

function Lines({ statement: { openingBalance, closingBalance, lines, cut }, days }: LinesProps) {
  const t = useTexts(paperTexts);
  const spoken = useLanguage();
  const sumOf = (side: 'debit' | 'credit') => lines.reduce((sum, line) => sum + line[side], 0);
  const chosen = [days.from, days.to].map((day) => (day === null ? '…' : dateText(day, spoken)));
  return (
    <>
      <p className="faint summary">
        {days.from === null && days.to === null ? null : <span>{chosen.join(' – ')}</span>}
        <span>{t('ofSchool')}</span>
      </p>
      <dl className="figures">
        {(
          [
            ['opening', openingBalance],
            ['charged', sumOf('debit')],
            ['settled', sumOf('credit')],
            ['closing', closingBalance],
          ] as const
        ).map(([word, cents]) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      {cut ? <p className="wrong">{t('cut', { count: numberText(lines.length) })}</p> : null}
      <DataTable
        label={t('statement')}
        columns={columns(spoken)}
        list={{ nodes: lines, pageInfo: ONE_PAGE }}
        isLoading={false}
        error={undefined}
        onRetry={() => undefined}
        keyOf={keyOf}
        empty={{ title: t('nothing'), hint: t('nothingHint') }}
      />
    </>
  );
}
