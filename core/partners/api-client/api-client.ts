import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance } from '../../kernel/lifecycle.ts';
import { changedTariff, type StoredTariff, type TariffChanges } from '../../payments/tariff.ts';
import type { Bucket, ClientQuotas } from '../quotas.ts';
import type { Scope } from '../scopes.ts';
import { apiClientLifecycle, type ApiClientState } from './lifecycle.ts';

/** How a client wants the ids of records in replies. */
export type IdFormat = 'integer' | 'uuid';

export type NewApiClient = {
  readonly uuid: string;
  readonly clientKey: string;
  readonly name: string;
  readonly responsible: string | null;
  readonly sandbox: boolean;
  readonly scopes: readonly Scope[];
  readonly pii: boolean;
  readonly idFormat: IdFormat;
};

/** What an operator may change of a client; what is not named stays as it is. */
export type ClientChanges = {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly pii?: boolean;
  readonly idFormat?: IdFormat;
  /** Addresses and networks that it calls from; empty: any. */
  readonly allowedNetworks?: readonly string[];
};

/** Days without use after which a client is reported for revocation. */
const UNUSED_DAYS = 90;

/** Use is written down once in so many seconds: a row that every request writes would be a lock for all of them. */
const USE_RESOLUTION_SECONDS = 60;

/** An application of a partner that calls the API in its own name. */
export class ApiClient {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** The public key, pk_test_... or pk_live_...: the client_id of OAuth, safe to log. */
  clientKey!: string;
  name!: string;
  /** The person who answers for it, and counts as its maker; null where no person is named. */
  responsible!: string | null;
  /** Everyone who answered for it before: what was made with it meanwhile is theirs, and that is for good. */
  answeredBefore!: string[];
  sandbox!: boolean;
  scopes!: Scope[];
  /** Addresses and networks (CIDR) that it calls from; empty: any. */
  allowedNetworks!: string[];
  /** May see personal data of minors unmasked. */
  pii!: boolean;
  idFormat!: IdFormat;
  /** Tokens carry the epoch of their minting; one of an older epoch is void. */
  credentialEpoch!: number;
  /** Requests a minute that were agreed with this client; the rest is as for everybody. */
  quotas!: ClientQuotas;
  /** What the app is charged, where the institution has agreed another tariff with it than everybody's. */
  tariff!: StoredTariff;
  /** What payers type first at the paybill, so that money without a prompt reaches the app; null where it has none. */
  accountPrefix!: string | null;
  state!: ApiClientState;
  lastUsedAt!: Temporal.Instant | null;

  /** A new client, active, in its first epoch. */
  static create(fields: NewApiClient): { client: ApiClient; created: DomainEvent } {
    const client = new ApiClient();
    client.uuid = fields.uuid;
    client.clientKey = fields.clientKey;
    client.name = fields.name;
    client.responsible = fields.responsible;
    client.answeredBefore = [];
    client.sandbox = fields.sandbox;
    client.scopes = [...fields.scopes];
    client.allowedNetworks = [];
    client.pii = fields.pii;
    client.idFormat = fields.idFormat;
    client.credentialEpoch = 1;
    client.quotas = {};
    client.tariff = {};
    client.accountPrefix = null;
    client.state = 'active';
    client.lastUsedAt = null;
    return { client, created: event('client.created', 'client', client, { name: client.name, scopes: client.scopes }) };
  }

  /**
   * Voids every token by moving to the next epoch. The secrets themselves are rows of their own.
   * @param overlapSeconds how long the old secret can still mint new tokens
   */
  rotateSecret(overlapSeconds: number): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'rotate_secret', this.state);
    this.credentialEpoch += 1;
    return event('client.secret_rotated', 'client', this, { overlap_seconds: overlapSeconds });
  }

  /** A further key is valid, beside the others. */
  addKey(name: string, expiresAt: Temporal.Instant | null): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'add_key', this.state);
    return event('client.key_added', 'client', this, { name, expires_at: expiresAt?.toString() ?? null });
  }

  /** One key is void, with the tokens that it minted; the others are not. */
  revokeKey(name: string): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'revoke_key', this.state);
    return event('client.key_revoked', 'client', this, { name });
  }

  /**
   * Changes what the client may do or see, from where, or how it wants ids. Where it loses a right, every token of before is void:
   * each carries the rights that it was minted with. Null where nothing changes.
   */
  edit(changes: ClientChanges): DomainEvent | null {
    this.state = advance(apiClientLifecycle, this.state, 'edit', this.state);
    const { name = this.name, scopes = this.scopes, pii = this.pii, idFormat = this.idFormat } = changes;
    const networks = changes.allowedNetworks ?? this.allowedNetworks;
    const lost = this.scopes.filter((scope) => !scopes.includes(scope));
    const gained = scopes.filter((scope) => !this.scopes.includes(scope));
    const changed = [
      ...(name === this.name ? [] : ['name']),
      ...(lost.length + gained.length === 0 ? [] : ['scopes']),
      ...(pii === this.pii ? [] : ['pii']),
      ...(idFormat === this.idFormat ? [] : ['id_format']),
      ...(networks.join() === this.allowedNetworks.join() ? [] : ['allowed_networks']),
    ];
    if (changed.length === 0) return null;
    if (lost.length > 0 || (this.pii && !pii)) this.credentialEpoch += 1;
    Object.assign(this, { name, scopes: [...scopes], pii, idFormat, allowedNetworks: [...networks] });
    const shown = { changed, name, scopes, pii, id_format: idFormat, allowed_networks: networks };
    return event('client.updated', 'client', this, shown);
  }

  /** Changes how many requests a minute the client may make; null gives a bucket back the quota of everybody. */
  changeQuotas(changes: { readonly [B in Bucket]?: number | null }): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'change_quotas', this.state);
    const agreed = Object.entries({ ...this.quotas, ...changes }).filter(([, quota]) => quota !== null);
    this.quotas = Object.fromEntries(agreed);
    return event('client.quotas_changed', 'client', this, { quotas: this.quotas });
  }

  /** Changes what the app is charged; null gives a direction back the tariff of everybody. */
  changeTariff(changes: TariffChanges): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'change_tariff', this.state);
    this.tariff = changedTariff(this.tariff, changes);
    return event('client.tariff_changed', 'client', this, { tariff: this.tariff });
  }

  /** What payers type first for the app from now on; null: nothing. */
  changeAccountPrefix(prefix: string | null): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'change_account_prefix', this.state);
    this.accountPrefix = prefix;
    return event('client.account_prefix_changed', 'client', this, { account_prefix: prefix });
  }

  /** Another person answers for the client from now on. */
  changeResponsible(responsible: string): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'change_responsible', this.state);
    if (this.responsible !== null && this.responsible !== responsible) {
      this.answeredBefore = [...new Set([...this.answeredBefore, this.responsible])];
    }
    this.responsible = responsible;
    return event('client.responsible_changed', 'client', this);
  }

  /** Bars the client. Tokens of before stay void when it is enabled again. */
  disable(reason: string | null): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'disable');
    this.credentialEpoch += 1;
    return event('client.disabled', 'client', this, { reason });
  }

  /** Lets the client mint tokens again. */
  enable(): DomainEvent {
    this.state = advance(apiClientLifecycle, this.state, 'enable');
    return event('client.enabled', 'client', this);
  }

  /** Notes that the client called at `now`. False where that was known well enough and nothing changed. */
  recordUse(now: Temporal.Instant): boolean {
    if (this.lastUsedAt !== null && this.lastUsedAt.until(now).total('seconds') < USE_RESOLUTION_SECONDS) return false;
    this.lastUsedAt = now;
    return true;
  }

  /** True for an active client that was not used for 90 days: it is reported for revocation. */
  isUnused(now: Temporal.Instant): boolean {
    const last = this.lastUsedAt ?? this.createdAt;
    return this.state === 'active' && last.until(now).total('hours') >= UNUSED_DAYS * 24;
  }
}
