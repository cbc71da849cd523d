import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { unwatchFile, watchFile } from 'node:fs';
import type { GatewayConfig, SupergraphManager } from '@apollo/gateway';
import { ApolloGateway } from '@apollo/gateway';
import type { BaseLogger } from 'pino';
import type { AccessRules } from './access/rules.ts';
import { separateAccessRules } from './access/rules.ts';
import type { CostRules } from './cost/rules.ts';
import { costRulesOf } from './cost/rules.ts';

export type LoadedSupergraph = {
  readonly rules: AccessRules;
  readonly costs: CostRules;
  readonly fingerprint: string;
};

export type SupergraphFileOptions = {
  readonly path: string;
  /** How often the file is looked at. Looking beats listening: it sees renames, mounts and links that are swapped. */
  readonly everyMs: number;
  /** The subgraphs that can be reached; a supergraph that names another is refused. */
  readonly isKnown: (subgraph: string) => boolean;
  /** Called with each supergraph just before it takes effect. */
  readonly onLoad: (supergraph: LoadedSupergraph) => void;
  readonly log: Pick<BaseLogger, 'error' | 'info'>;
};

/**
 * Feeds the gateway from the committed supergraph: at start, where a broken file stops the start, and whenever the
 * file changes, where a broken one is refused with a line in the log and the old graph stays.
 */
export function supergraphFile(options: SupergraphFileOptions): SupergraphManager {
  const { path, log } = options;

  const load = async () => {
    const text = await readFile(path, 'utf8');
    const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const { sdl, rules } = separateAccessRules(text);
    return { sdl, loaded: { rules, costs: costRulesOf(text), fingerprint } };
  };

  return {
    async initialize({ update }) {
      const first = await load();
      await tryOut(first.sdl, options.isKnown);
      options.onLoad(first.loaded);
      let current = first.loaded.fingerprint;
      let reloading = Promise.resolve();

      const reload = async (): Promise<void> => {
        const { sdl, loaded } = await load();
        if (loaded.fingerprint === current) return;
        await tryOut(sdl, options.isKnown);
        options.onLoad(loaded);
        update(sdl);
        current = loaded.fingerprint;
        log.info({ supergraph: current, path }, 'The supergraph was reloaded');
      };
      const changed = (): void => {
        reloading = reloading.then(reload).catch((error: unknown) => {
          log.error({ err: error, path }, 'The changed supergraph was refused; the old one stays');
        });
      };
      watchFile(path, { interval: options.everyMs, persistent: false }, changed);

      return {
        supergraphSdl: first.sdl,
        cleanup: async () => {
          unwatchFile(path, changed);
          await reloading;
        },
      };
    },
  };
}

/** Builds all that the gateway builds from a supergraph, and throws it away: an update is to go through or not to begin. */
async function tryOut(sdl: string, isKnown: (subgraph: string) => boolean): Promise<void> {
  const unknown: string[] = [];
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const config: GatewayConfig = {
    supergraphSdl: sdl,
    logger: silent,
    validateSupergraph: true,
    buildService({ name }) {
      if (!isKnown(name)) unknown.push(name);
      return { process: async () => ({}) };
    },
  };
  const gateway = new ApolloGateway(config);
  await gateway.load();
  await gateway.stop();
  if (unknown.length > 0)
    throw new Error(`The supergraph names subgraphs that no process serves: ${unknown.join(', ')}.`);
}
