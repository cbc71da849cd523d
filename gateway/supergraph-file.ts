import { readFile } from 'node:fs/promises';
import { unwatchFile, watchFile } from 'node:fs';
import type { BaseLogger } from 'pino';
import type { Graph } from './execute/graph.ts';
import { fingerprintOf, graphOf } from './execute/graph.ts';

export type SupergraphFileOptions = {
  readonly path: string;
  /** How often the file is looked at. Looking beats listening: it sees renames, mounts and links that are swapped. */
  readonly everyMs: number;
  /** The subgraphs that can be reached; a supergraph that names another is refused. */
  readonly isKnown: (subgraph: string) => boolean;
  readonly log: Pick<BaseLogger, 'error' | 'info'>;
};

/** The graph of the committed supergraph, and of each that takes its place. */
export type SupergraphFile = {
  /** The graph for requests that begin now. */
  readonly graph: () => Graph;
  /** Calls back with each graph that takes effect from now on, just after it did. */
  readonly onChange: (callback: (graph: Graph) => void) => void;
  readonly close: () => Promise<void>;
};

/**
 * Builds the graph from the committed supergraph: at start, where a broken file stops the start, and whenever the file
 * changes, where a broken one is refused with a line in the log and the old graph stays.
 */
export async function supergraphFile({ path, everyMs, isKnown, log }: SupergraphFileOptions): Promise<SupergraphFile> {
  const build = (text: string): Graph => {
    const graph = graphOf(text);
    const unknown = graph.subgraphs.filter((name) => !isKnown(name));
    if (unknown.length > 0)
      throw new Error(`The supergraph names subgraphs that no process serves: ${unknown.join(', ')}.`);
    return graph;
  };
  let current = build(await readFile(path, 'utf8'));
  const callbacks: ((graph: Graph) => void)[] = [];
  let reloading = Promise.resolve();

  const reload = async (): Promise<void> => {
    const text = await readFile(path, 'utf8');
    if (fingerprintOf(text) === current.fingerprint) return;
    current = build(text);
    for (const callback of callbacks) callback(current);
    log.info({ supergraph: current.fingerprint, path }, 'The supergraph was reloaded');
  };
  const changed = (): void => {
    reloading = reloading.then(reload).catch((error: unknown) => {
      log.error({ err: error, path }, 'The changed supergraph was refused; the old one stays');
    });
  };
  watchFile(path, { interval: everyMs, persistent: false }, changed);

  return {
    graph: () => current,
    onChange: (callback) => void callbacks.push(callback),
    close: async () => {
      unwatchFile(path, changed);
      await reloading;
    },
  };
}
