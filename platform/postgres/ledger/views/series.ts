import { FLOAT_AT } from '#core/ledger/accounts.ts';
import { FIGURES, periodsBack, periodsOf, type SeriesPeriod, type SeriesRange } from '#core/ledger/series.ts';
import { expression, selection } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';
import { movedBetween } from '../days.ts';
import { closes } from './ledger.ts';

/** The periods of a statement: `p`, with `n` for their place. */
const PERIODS = 'unnest($1::date[], $2::date[]) with ordinality as p(begins, ends, n)';
const bounds = (periods: readonly SeriesPeriod[]) => [
  periods.map(({ from }) => from.toString()),
  periods.map(({ to }) => to.toString()),
];

const ofFigure = (figure: keyof typeof FIGURES) => {
  const { accounts, events } = FIGURES[figure];
  return `(m.account in (${accounts.map((name) => `'${name}'`).join(', ')}) and m.event_type like '${events}%')`;
};
const sumOf = (figure: keyof typeof FIGURES) =>
  `coalesce(sum(m.debit - m.credit) filter (where ${ofFigure(figure)}), 0)`;

const flows = selection({
  n: expression.integer('p.n'),
  disbursed: expression.cents(sumOf('disbursed')),
  collected: expression.cents(sumOf('collected')),
});

const floats = selection({
  n: expression.integer('p.n'),
  agentNo: expression.text('m.sub_account'),
  in: expression.cents('sum(m.debit)'),
  out: expression.cents('sum(m.credit)'),
});

const opening = selection({
  agentNo: expression.text('m.sub_account'),
  float: expression.cents('sum(m.debit - m.credit)'),
});

const FLOAT_ACCOUNTS = Object.values(FLOAT_AT);

/** A range as it is asked for: it ends today where it says no end, and begins so many periods before it. */
export type SeriesWanted = Pick<SeriesRange, 'step'> & {
  readonly [Of in 'from' | 'to']: Temporal.PlainDate | null;
} & { readonly last: number | null };

/** How the books stood over time: a point for each period of a range. */
export function seriesViews({ sql, today }: ViewContext) {
  const periodsIn = (wanted: SeriesWanted) => periodsOf(rangeOf(wanted, today));
  return {
    /** The last close of business in each period; a period without one has no point. */
    portfolio: async (range: SeriesWanted) => {
      const periods = periodsIn(range);
      const rows = await sql(
        `select ${closes.list}, l.n as "n" from ${PERIODS}
          cross join lateral (
            select c.*, p.n from close_of_business c
             where c.business_date between p.begins and p.ends and c.state = 'done'
             order by c.business_date desc limit 1) l
          order by l.n`,
        bounds(periods),
      );
      return rows.map((row) => ({ ...periodAt(periods, Number(row['n'])), close: closes.read(row) }));
    },

    /** What was lent and what was paid on loans in each period. */
    money: async (range: SeriesWanted) => {
      const periods = periodsIn(range);
      const only = `(${ofFigure('disbursed')} or ${ofFigure('collected')})`;
      const rows = await sql(
        `select ${flows.list} from ${PERIODS}
           left join lateral (${movedBetween('p.begins', 'p.ends', only)}) m on true
          group by p.n order by p.n`,
        bounds(periods),
      );
      return rows.map(flows.read).map(({ n, ...amounts }) => ({ ...periodAt(periods, n), ...amounts }));
    },

    /** The float of each of these agents at the end of each period, with what came and went in it. */
    floats: async (agentNos: readonly string[], range: SeriesWanted) => {
      const periods = periodsIn(range);
      const [first, last] = [periods.at(0), periods.at(-1)];
      if (!first || !last) return [];
      const [before, rows] = await Promise.all([
        sql(
          `select ${opening.list} from float_moved($1::text[], $2::text[], '-infinity', $3::date) m group by m.sub_account`,
          [FLOAT_ACCOUNTS, agentNos, first.from.subtract({ days: 1 }).toString()],
        ),
        sql(
          `select ${floats.list} from ${PERIODS}
             join float_moved($3::text[], $4::text[], $5::date, $6::date) m on m.booked_on between p.begins and p.ends
            group by p.n, m.sub_account`,
          [...bounds(periods), FLOAT_ACCOUNTS, agentNos, first.from.toString(), last.to.toString()],
        ),
      ]);
      const held = new Map(before.map(opening.read).map(({ agentNo, float }) => [agentNo, float]));
      const moved = Map.groupBy(rows.map(floats.read), ({ agentNo }) => agentNo);
      return agentNos.map((agentNo) => {
        const ofPeriod = new Map((moved.get(agentNo) ?? []).map((each) => [each.n, each]));
        let float = held.get(agentNo) ?? 0n;
        const points = periods.map((period, index) => {
          const { in: came, out: went } = ofPeriod.get(index + 1) ?? { in: 0n, out: 0n };
          float += came - went;
          return { ...period, in: came, out: went, closing: float };
        });
        return { agentNo, points };
      });
    },
  };
}

const rangeOf = ({ from, last, to, step }: SeriesWanted, today: Temporal.PlainDate): SeriesRange => {
  const ends = to ?? today;
  return { from: from ?? periodsBack(ends, last ?? USUAL, step), to: ends, step };
};
/** Points where neither a day nor a number is asked for. */
const USUAL = 30;

function periodAt(periods: readonly SeriesPeriod[], n: number): SeriesPeriod {
  const period = periods[n - 1];
  if (!period) throw new Error(`A series has no period ${n}.`);
  return period;
}
