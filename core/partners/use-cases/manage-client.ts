import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireAnotherPerson, type Actor } from '../../kernel/two-people.ts';
import { requireVersion } from '../../kernel/version.ts';
import { requireAccountPrefix } from '../../payments/account-prefix.ts';
import { tariffErrors, type TariffChanges } from '../../payments/tariff.ts';
import { ApiClient, type ClientChanges, type IdFormat } from '../api-client/api-client.ts';
import { ApiSecret } from '../api-client/api-secret.ts';
import type { PartnersPorts } from '../ports.ts';
import { partnerRefusals } from '../refusals.ts';
import { BUCKETS, largestQuota, type Bucket } from '../quotas.ts';
import { isScope, type Scope } from '../scopes.ts';
import { invalid, lengthError, wholeNumberError } from '../validation.ts';
import type { FieldError } from '../../kernel/field-error.ts';
import { MAX_OVERLAP_SECONDS, runOut } from '../validity.ts';
import { isOneOf } from '../../kernel/names.ts';

type Clients = Pick<PartnersPorts, 'apiClients'>;
type ClientsAndSecrets = Pick<PartnersPorts, 'apiClients' | 'apiSecrets' | 'now' | 'actor'>;

export type CreateClient = {
  /** pk_test_... in a sandbox, pk_live_... otherwise; generated outside. */
  readonly clientKey: string;
  readonly name: string;
  /** The person who answers for it; two clients of one person count as one where two people are needed. */
  readonly responsible?: string | null;
  readonly sandbox: boolean;
  readonly scopes: readonly string[];
  readonly pii: boolean;
  readonly idFormat: IdFormat;
  /** The hash of the first secret, made outside. */
  readonly secretHash: string;
};

/**
 * Registers an api client with its first secret.
 * @throws DomainError validation_failed (invalid)
 */
export async function createClient(
  command: CreateClient,
  ports: ClientsAndSecrets & Pick<PartnersPorts, 'newUuid'>,
): Promise<Outcome<ApiClient>> {
  const prefix = command.sandbox ? 'pk_test_' : 'pk_live_';
  // The key is generated, so a wrong one is our mistake, not the caller's.
  if (!command.clientKey.startsWith(prefix)) throw new Error(`The key of this client has to start with ${prefix}.`);
  const scopes = [...new Set(command.scopes)];
  const responsible = command.responsible?.trim() ?? null;
  const errors: FieldError[] = [
    ...lengthError('name', command.name.trim(), 1, 100),
    ...(responsible === null ? [] : lengthError('responsible', responsible, 1, 100)),
    ...scopeErrors(scopes),
  ];
  if (errors.length > 0) throw invalid(errors);
  const { client, created } = ApiClient.create({
    uuid: ports.newUuid(),
    clientKey: command.clientKey,
    name: command.name.trim(),
    responsible,
    sandbox: command.sandbox,
    scopes: scopes.filter(isScope),
    pii: command.pii,
    idFormat: command.idFormat,
  });
  await ports.apiClients.add(client);
  ports.apiSecrets.add(ApiSecret.of(client.id, command.secretHash, ports.now, { shownTo: ports.actor }));
  return outcome(client, created);
}

/** Addresses and networks that a client may call from. */
const MOST_NETWORKS = 50;

export type ChangeClient = ClientCommand & {
  readonly changes: Omit<ClientChanges, 'scopes'> & { readonly scopes?: readonly string[] };
};

/**
 * Changes what a client may do or see, or how it wants ids. A right that it loses is lost immediately, in every process: its
 * tokens are void, and its webhooks receive nothing that it may not read.
 * @throws DomainError validation_failed (invalid), not_found, precondition_failed
 */
export async function changeClient({ changes, ...command }: ChangeClient, ports: Clients): Promise<Outcome<ApiClient>> {
  const { name, scopes, pii, idFormat, allowedNetworks } = changes;
  const wanted = scopes === undefined ? undefined : [...new Set(scopes)];
  const errors: FieldError[] = [
    ...(name === undefined ? [] : lengthError('name', name.trim(), 1, 100)),
    ...(wanted === undefined ? [] : scopeErrors(wanted)),
    ...(allowedNetworks === undefined
      ? []
      : wholeNumberError('allowed_networks', allowedNetworks.length, 0, MOST_NETWORKS)),
  ];
  if (errors.length > 0) throw invalid(errors);
  const client = await findClient(command, ports);
  const emitted = client.edit({
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(wanted === undefined ? {} : { scopes: wanted.filter((scope): scope is Scope => isScope(scope)) }),
    ...(pii === undefined ? {} : { pii }),
    ...(idFormat === undefined ? {} : { idFormat }),
    ...(allowedNetworks === undefined ? {} : { allowedNetworks: [...new Set(allowedNetworks)] }),
  });
  return emitted === null ? outcome(client) : outcome(client, emitted);
}

export type ClientCommand = { readonly clientId: number; readonly version?: number | undefined };

export type RotateClientSecret = ClientCommand & {
  readonly secretHash: string;
  /** How long the old secret can still mint tokens; always 0 for apps of the payment bridge. */
  readonly overlapSeconds: number;
};

/**
 * Gives the client a new secret in the place of all its keys, and voids every token that it has.
 * @throws DomainError validation_failed (invalid) on an overlap beyond a day
 */
export async function rotateClientSecret(
  command: RotateClientSecret,
  ports: ClientsAndSecrets,
): Promise<Outcome<ApiClient>> {
  const errors = wholeNumberError('overlap_seconds', command.overlapSeconds, 0, MAX_OVERLAP_SECONDS);
  if (errors.length > 0) throw invalid(errors);
  const client = await findClient(command, ports);
  const rotated = client.rotateSecret(command.overlapSeconds);
  runOut(await ports.apiSecrets.ofClient(client.id), ports.now, command.overlapSeconds);
  ports.apiSecrets.add(ApiSecret.of(client.id, command.secretHash, ports.now, { shownTo: ports.actor }));
  return outcome(client, rotated);
}

export type ChangeClientQuotas = ClientCommand & {
  /** What the client has for a minute by bucket: requests, or points of cost; null for the quota of everybody. */
  readonly quotas: readonly { readonly bucket: string; readonly perMinute: number | null }[];
};

/**
 * Agrees other quotas with a client. They hold from its next request on, in every process.
 * @throws DomainError validation_failed (invalid) on an unknown bucket, one that is named twice, or a quota that is none
 */
export async function changeClientQuotas(command: ChangeClientQuotas, ports: Clients): Promise<Outcome<ApiClient>> {
  const { quotas } = command;
  const errors = quotas.flatMap(({ bucket, perMinute }, place): FieldError[] => {
    const at = (code: string, detail: string): FieldError[] => [{ field: `quotas.${place}.bucket`, code, detail }];
    if (!isBucket(bucket)) return at('unknown_field', `${bucket} is none of ${BUCKETS.join(', ')}.`);
    if (quotas.findIndex((each) => each.bucket === bucket) < place) return at('repeated', `${bucket} is named twice.`);
    if (perMinute === null) return [];
    const [wrong] = wholeNumberError(bucket, perMinute, 1, largestQuota(bucket));
    return wrong ? [{ ...wrong, field: `quotas.${place}.per_minute` }] : [];
  });
  if (errors.length > 0) throw invalid(errors);
  const client = await findClient(command, ports);
  const agreed = Object.fromEntries(quotas.map(({ bucket, perMinute }) => [bucket, perMinute]));
  return outcome(client, client.changeQuotas(agreed));
}

function isBucket(text: string): text is Bucket {
  return isOneOf(BUCKETS, text);
}

/**
 * Agrees another tariff with an app. It is charged for payments that are requested from now on: the fee of a payment is
 * fixed when it is requested. No client sets the charges of its own app.
 * @throws DomainError validation_failed (invalid) with the steps that are wrong; four_eyes_required (conflict), not_found,
 *   precondition_failed
 */
export async function changeAppTariff(
  command: ClientCommand & { readonly changes: TariffChanges },
  ports: Clients & Pick<PartnersPorts, 'appFeeLimit' | keyof Actor>,
): Promise<Outcome<ApiClient>> {
  const errors = tariffErrors(command.changes, ports.appFeeLimit);
  if (errors.length > 0) throw invalid(errors);
  const client = await findClient(command, ports);
  await requireAnotherPerson(client.clientKey, ports, { client_id: client.clientKey, action: 'change_tariff' });
  return outcome(client, client.changeTariff(command.changes));
}

/**
 * Gives an app the prefix under which money paid at the paybill without a prompt is its own, or takes it back. No other app
 * and no account of the institution's own begins with it; and no person behind the app decides it.
 * @throws DomainError validation_failed (invalid); account_prefix_taken, four_eyes_required (conflict), not_found,
 *   precondition_failed
 */
export async function changeAppAccountPrefix(
  command: ClientCommand & { readonly accountPrefix: string | null },
  ports: Clients & Pick<PartnersPorts, 'isBeginningOfAccount' | keyof Actor>,
): Promise<Outcome<ApiClient>> {
  const prefix = command.accountPrefix === null ? null : requireAccountPrefix(command.accountPrefix);
  const client = await findClient(command, ports);
  await requireAnotherPerson(client.clientKey, ports, { client_id: client.clientKey, action: 'change_account_prefix' });
  if (prefix === client.accountPrefix) return outcome(client);
  if (prefix !== null) await requireFree(prefix, ports);
  return outcome(client, client.changeAccountPrefix(prefix));
}

async function requireFree(
  prefix: string,
  ports: Clients & Pick<PartnersPorts, 'isBeginningOfAccount'>,
): Promise<void> {
  const other = await ports.apiClients.byAccountPrefix(prefix);
  if (other === null && !(await ports.isBeginningOfAccount(prefix))) return;
  const whose = other === null ? 'accounts of students or invoices begin with it' : 'another app has it';
  throw refuse(partnerRefusals.account_prefix_taken, `The prefix ${prefix} can’t be used: ${whose}.`, {
    account_prefix: prefix,
  });
}

/** Another person answers for the client from now on. @throws DomainError validation_failed (invalid), not_found */
export async function changeClientResponsible(
  command: ClientCommand & { readonly responsible: string },
  ports: Clients,
): Promise<Outcome<ApiClient>> {
  const responsible = command.responsible.trim();
  const errors = lengthError('responsible', responsible, 1, 100);
  if (errors.length > 0) throw invalid(errors);
  const client = await findClient(command, ports);
  return outcome(client, client.changeResponsible(responsible));
}

/** Bars the client: no token can be minted, those that exist are void. */
export async function disableClient(
  command: ClientCommand & { readonly reason: string | null },
  ports: Clients,
): Promise<Outcome<ApiClient>> {
  const client = await findClient(command, ports);
  return outcome(client, client.disable(command.reason));
}

/** Lets the client mint tokens again, with the secret that it has. */
export async function enableClient(command: ClientCommand, ports: Clients): Promise<Outcome<ApiClient>> {
  const client = await findClient(command, ports);
  return outcome(client, client.enable());
}

/** The client of a command. @throws DomainError not_found (missing), precondition_failed */
export function findClient(command: ClientCommand, { apiClients }: Clients): Promise<ApiClient> {
  return clientIn(command, apiClients.get);
}

/** The same, locked. @throws DomainError not_found, precondition_failed */
export function lockClient(command: ClientCommand, { apiClients }: Clients): Promise<ApiClient> {
  return clientIn(command, apiClients.lock);
}

async function clientIn(command: ClientCommand, get: Clients['apiClients']['get']): Promise<ApiClient> {
  const client = await get(command.clientId);
  if (client === null) {
    throw refuse(kernelRefusals.not_found, `There is no api client ${command.clientId}.`, {
      resource: 'client',
      id: command.clientId,
    });
  }
  requireVersion(client, command.version);
  return client;
}

function scopeErrors(scopes: readonly string[]): FieldError[] {
  if (scopes.length === 0) {
    const detail = 'Grant at least one scope; a client without any can do nothing.';
    return [{ field: 'scopes', code: 'required', detail }];
  }
  return scopes.flatMap((scope, index) =>
    isScope(scope)
      ? []
      : [{ field: `scopes.${index}`, code: 'unknown_scope', detail: `"${scope.slice(0, 100)}" is no scope.` }],
  );
}
