import type { App } from '#platform/app/compose.ts';
import type { Queues } from '#platform/queue/queues.ts';
import type { Log } from '#platform/runtime/log.ts';

/** What every role works with. */
export type WorkerContext = { readonly app: App; readonly queues: Queues; readonly log: Log };
