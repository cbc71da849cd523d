/** A gauge of amounts: its name, what it shows, and the label by which it has parts. */
type AmountGauge = { readonly name: string; readonly help: string; readonly label: string | null };

const GAUGES = {
  float_available: {
    name: 'umoja_float_available_minor_units',
    help: 'What can be paid out from the float of agents at each provider, and from the funds of apps.',
    label: 'account',
  },
  float_held: {
    name: 'umoja_float_held_minor_units',
    help: 'What is promised there to payments that have not left.',
    label: 'account',
  },
  in_transit: {
    name: 'umoja_in_transit_minor_units',
    help: 'What has left and is not known to have arrived.',
    label: 'kind',
  },
  suspense: {
    name: 'umoja_suspense_minor_units',
    help: 'Mobile money that came and is not placed, or goes back to its payer.',
    label: null,
  },
  portfolio: {
    name: 'umoja_portfolio_minor_units',
    help: 'Principal outstanding of all loans, as the last close of business of each institution left it.',
    label: null,
  },
  portfolio_at_risk: {
    name: 'umoja_portfolio_at_risk_minor_units',
    help: 'Of that, principal of whole loans that are later than so many days.',
    label: 'days',
  },
} as const satisfies { readonly [figure: string]: AmountGauge };

export type FigureOfMoney = keyof typeof GAUGES;
const NAMED = Object.entries(GAUGES) as readonly [FigureOfMoney, AmountGauge][];
export const FIGURES_OF_MONEY: readonly FigureOfMoney[] = NAMED.map(([figure]) => figure);

/** An amount of all institutions of a mode and a currency together, in minor units. */
export type Amount = {
  readonly figure: FigureOfMoney;
  readonly mode: 'live' | 'sandbox';
  readonly currency: string;
  /** Of what, where the figure has parts: an account, a kind of payment, days. */
  readonly part: string | null;
  readonly amount: bigint;
};

/** The gauges of amounts as the registry of a process describes its own. */
export const AMOUNT_METRICS = NAMED.map(([, { name, help, label }]) => ({
  name,
  help,
  type: 'gauge',
  labelNames: labelsOf(label),
}));

/**
 * Amounts in the text format of Prometheus. A registry takes no integers beyond 2^53: here an amount is an integer until it is text.
 */
export function amountsText(amounts: readonly Amount[]): string {
  return NAMED.map(([figure, { name, help, label }]) => {
    const values = amounts
      .filter((each) => each.figure === figure)
      .map(({ mode, currency, part, amount }) => {
        const values = [mode, currency, part];
        const labels = labelsOf(label).map((of, at) => `${of}="${values[at]}"`);
        return `${name}{${labels.join(',')}} ${amount}\n`;
      });
    return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${values.join('')}`;
  }).join('\n');
}

function labelsOf(label: string | null): string[] {
  return ['mode', 'currency', ...(label === null ? [] : [label])];
}
