/** What a bench is held to: each bar that is missed is a sentence at the end, and the exit code is 1. */
export type Bars = {
  /** @param what the figure with its unit, such as `Q1: times the floor` */
  readonly atMost: (what: string, figure: number, most: number) => void;
  readonly atLeast: (what: string, figure: number, least: number) => void;
  /** For what is no figure: this is wrong. */
  readonly missed: (sentence: string) => void;
  /** What could not be compared, and why: it is printed, and misses no bar. */
  readonly leftOut: (what: string, why: string) => void;
  /** Prints what was missed, or that nothing was. */
  readonly exitCode: () => 0 | 1;
};

/** A figure as it is compared: what is rounded to the bar would not say that it is beyond it. */
const shown = (figure: number): string => String(Number(figure.toPrecision(4)));

export function openBars(print: (line: string) => void = (line) => void process.stderr.write(`${line}\n`)): Bars {
  const sentences: string[] = [];
  const left: string[] = [];
  let compared = 0;
  // A figure that is missing (NaN) is on neither side of its bar: it is missed.
  const isWithin = { 'at most': (a: number, b: number) => a <= b, 'at least': (a: number, b: number) => a >= b };
  const hold = (side: keyof typeof isWithin) => (what: string, figure: number, bar: number) => {
    compared += 1;
    if (!isWithin[side](figure, bar)) sentences.push(`${what}: ${shown(figure)}, and agreed was ${side} ${bar}.`);
  };
  return {
    atMost: hold('at most'),
    atLeast: hold('at least'),
    missed: (sentence) => void sentences.push(sentence),
    leftOut: (what, why) => void left.push(`Not compared: ${what}, as ${why}.`),
    exitCode: () => {
      for (const line of left) print(line);
      for (const sentence of sentences) print(`Missed: ${sentence}`);
      if (sentences.length === 0) print(`What was compared (${compared} figures) is as agreed.`);
      return sentences.length > 0 ? 1 : 0;
    },
  };
}
