import { readFile } from 'node:fs/promises';
import type { BaseLogger } from 'pino';
import type { Graph } from './execute/graph.ts';
import { fingerprintOf, graphOf } from './execute/graph.ts';
import { watchedFile } from './watched-file.ts';

export type SupergraphFileOptions = {
  readonly path: string;
  /** How often the file is looked at. */
  readonly everyMs: number;
  /** The subgraphs that can be reached; a supergraph that names another is refused. */
  readonly isKnown: (subgraph: string) => boolean;
  /** Tags of what clients don’t see. */
  readonly without: readonly string[];
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
export async function supergraphFile({
  path,
  everyMs,
  isKnown,
  without,
  log,
}: SupergraphFileOptions): Promise<SupergraphFile> {
  const build = (text: string): Graph => {
    const graph = graphOf(text, without);
    const unknown = graph.subgraphs.filter((name) => !isKnown(name));
    if (unknown.length > 0)
      throw new Error(`The supergraph names subgraphs that no process serves: ${unknown.join(', ')}.`);
    return graph;
  };
  const file = await watchedFile(path, everyMs);
  let current = build(file.text);
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
  const unwatch = file.watch(changed);

  return {
    graph: () => current,
    onChange: (callback) => void callbacks.push(callback),
    close: async () => {
      unwatch();
      await reloading;
    },
  };
}
