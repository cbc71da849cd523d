/** Shows how far something has come. */
export type Progress = {
  readonly show: (done: number, of: number) => void;
  readonly end: (line: string) => void;
};

/** Where it is shown. */
export type Terminal = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

const CELLS = 30;
/** Lines where there is no terminal: at each of these parts of the whole. */
const LINES = 4;

/** A bar that is drawn again and again on a terminal; a few lines elsewhere, as a log has them. */
export function progressOn(out: Terminal, what: string): Progress {
  let shown = -1;
  const bar = (done: number, of: number) => {
    const percent = Math.floor((100 * done) / of);
    if (percent === shown) return;
    shown = percent;
    const full = Math.round((CELLS * done) / of);
    out.write(`\r  ${what} [${'█'.repeat(full)}${'░'.repeat(CELLS - full)}] ${String(percent).padStart(3)} %`);
  };
  const line = (done: number, of: number) => {
    const part = Math.floor((LINES * done) / of);
    if (part === shown || part === LINES) return;
    shown = part;
    out.write(`${what}: ${Math.floor((100 * part) / LINES)} %\n`);
  };
  return out.isTTY
    ? { show: bar, end: (text) => out.write(`\r\x1b[2K  ${text}\n`) }
    : { show: line, end: (text) => out.write(`${text}\n`) };
}
