import type { App } from '../../compose.ts';
import type { Internals } from '../../internals.ts';

export type ImportPorts = {
  readonly app: Pick<App, 'lending' | 'mobileMoney' | 'reconciliation' | 'operators'>;
  readonly internals: Pick<Internals, 'database' | 'log'>;
};

/** What became of a line. `remains`: a person has to look, and the next import tries it again. */
export type Settled = { readonly as: string; readonly ends: 'done' | 'remains' };
