import { clientsOf, type Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import type { FeedReader } from '#platform/app/views.ts';
import type { Guard } from '#platform/outbound/destination.ts';
import type { SigningSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { cursorsOf, type ListCursors } from '../cursors.ts';
import { shownPersonalData, type ShownPersonalData } from '../personal-data.ts';
import { readsFor, type Read } from '../reading.ts';
import { lendingLoaders, type LendingLoaders } from './loaders.ts';

/** What registering a webhook takes. */
export type WebhookTools = {
  /** What webhooks of sandbox tenants may reach; live tenants reach public https only. */
  readonly guard: Pick<Guard, 'allowedNetworks' | 'resolve'>;
  readonly secrets: SigningSecrets;
};

/** What the resolvers of one request share. */
export type LendingContext = {
  readonly caller: Caller;
  readonly app: App;
  readonly webhooks: WebhookTools;
  readonly cursors: ListCursors;
  readonly read: Read;
  readonly personal: ShownPersonalData;
  /** Replaced by `forget`. */
  loaders: LendingLoaders;
};

export function lendingContext(
  { app, webhooks, cursors }: Pick<LendingContext, 'app' | 'webhooks'> & { readonly cursors: Cursors },
  caller: Caller,
): LendingContext {
  const read = readsFor(app, caller);
  return {
    caller,
    app,
    webhooks,
    cursors: cursorsOf(cursors, app, caller),
    read,
    personal: shownPersonalData(app, caller),
    loaders: loadersOf({ app, caller, read }),
  };
}

/** Forgets what was read: a mutation has changed it. */
export function forget(context: LendingContext): void {
  context.loaders = loadersOf(context);
}

const loadersOf = ({ app, caller, read }: Pick<LendingContext, 'app' | 'caller' | 'read'>): LendingLoaders =>
  lendingLoaders(read, readerOf(caller, app.clock()), clientsOf(caller), {
    obstaclesTo: (waiting) => app.approvals.obstaclesTo(caller, waiting),
    quotesOfLoans: (loanIds) => app.lending.quotesOfLoans(caller, loanIds),
    lookAtEstates: (claimIds) => app.deathClaims.lookAtEstates(caller, claimIds),
  });

/** The caller as a reader of events. */
export const readerOf = (caller: Caller, now: Temporal.Instant): FeedReader => ({
  ...caller,
  sandbox: caller.mode === 'sandbox',
  ownOnly: false,
  now,
});
