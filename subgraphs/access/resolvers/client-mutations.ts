import type { ApiClient, ClientChanges } from '#core/partners/api-client/api-client.ts';
import type { ChangeClient } from '#core/partners/use-cases/manage-client.ts';
import type { IdFormat } from '#core/partners/api-client/api-client.ts';
import { personRef } from '#core/people/person/person.ts';
import type { CommandRequest, Handled } from '#platform/app/transact.ts';
import { networkIn } from '#platform/outbound/addresses.ts';
import { named } from '../../change.ts';
import { check, storable, text, type Rule } from '../../check-input.ts';
import { change, confidential, type AccessContext } from '../context.ts';

type OnClient = { readonly clientId: string };
type Responsible = { readonly responsibleId: string };
type CreateClient = Responsible & {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly idFormat?: IdFormat | null;
  readonly pii: boolean;
};
type Changes = { readonly [Name in keyof Omit<ClientChanges, 'scopes'>]?: ClientChanges[Name] | null } & {
  readonly scopes?: readonly string[] | null;
};
type Secret = { readonly secret: string };

const NAMES = 1_000;
// Their input types let lists of texts through, and nothing else.
const names: Rule = (value) =>
  // Here and below: lists in the schema, which has let them through.
  (value as readonly unknown[]).length > NAMES ? `Send at most ${NAMES} of them.` : storable(value);
const networks: Rule = (value) => {
  const wrong = (value as readonly string[]).find((each) => networkIn(each) === null);
  return wrong === undefined ? null : `"${wrong.slice(0, 100)}" is no address and no network such as 203.0.113.0/24.`;
};

const shown = async (uuid: string, { loaders }: AccessContext, more?: Secret) => ({
  client: await loaders.clients.byUuid.load(uuid),
  ...more,
});

async function theClient({ clientId }: OnClient, version: number | undefined, { loaders }: AccessContext) {
  const { id } = await named('clientId', clientId, 'client', loaders.clients.byUuid);
  return { clientId: id, ...(version === undefined ? {} : { version }) };
}

/** The person who is to answer for a client. @throws DomainError unknown_reference (invalid) */
async function responsibleIn({ responsibleId }: Responsible, { loaders }: AccessContext): Promise<string> {
  return personRef(await named('responsibleId', responsibleId, 'person', loaders.people.byUuid));
}

type Command = Awaited<ReturnType<typeof theClient>>;
type Step<More> = (request: CommandRequest<ApiClient>, command: Command & More) => Promise<Handled>;

/** Steps on a client that take nothing but fields of their input. */
const step = <More extends object>(
  use: (context: AccessContext) => Step<More>,
  read: (input: OnClient & More) => More,
  rules: { readonly [place: string]: Rule } = {},
) =>
  change<OnClient & More, ApiClient>({
    run: async ({ input, version, context }, request) => {
      check(input, rules);
      return use(context)(request(), { ...(await theClient(input, version, context)), ...read(input) });
    },
    show: shown,
  });

export const clientMutations = {
  createClient: change<CreateClient, ApiClient, Secret>({
    run: async ({ input, context }, request) => {
      check(input, { name: text(100), scopes: names });
      const { app, caller, clientSecrets } = context;
      const { clientKey, secret, secretHash } = clientSecrets.newClient(caller.mode);
      return app.partners.createClient(
        { ...request({ secret }), ...confidential(context) },
        {
          clientKey,
          name: input.name,
          responsible: await responsibleIn(input, context),
          sandbox: caller.mode === 'sandbox',
          scopes: input.scopes,
          pii: input.pii,
          idFormat: input.idFormat ?? 'integer',
          secretHash,
        },
      );
    },
    show: shown,
  }),
  changeClient: change<OnClient & Changes, ApiClient>({
    run: async ({ input, version, context }, request) => {
      check(input, { name: text(100), scopes: names, allowedNetworks: networks });
      return context.app.partners.changeClient(request(), {
        ...(await theClient(input, version, context)),
        changes: changesIn(input),
      });
    },
    show: shown,
  }),
  changeClientResponsible: change<OnClient & Responsible, ApiClient>({
    run: async ({ input, version, context }, request) =>
      context.app.partners.changeClientResponsible(request(), {
        ...(await theClient(input, version, context)),
        responsible: await responsibleIn(input, context),
      }),
    show: shown,
  }),
  changeClientQuotas: change<
    OnClient & { readonly quotas: readonly { readonly bucket: string; readonly perMinute?: number | null }[] },
    ApiClient
  >({
    run: async ({ input, version, context }, request) =>
      context.app.partners.changeClientQuotas(request(), {
        ...(await theClient(input, version, context)),
        quotas: input.quotas.map(({ bucket, perMinute }) => ({ bucket, perMinute: perMinute ?? null })),
      }),
    show: shown,
  }),
  disableClient: step<{ readonly reason: string }>(
    ({ app }) => app.partners.disableClient,
    ({ reason }) => ({ reason }),
    { reason: text(500) },
  ),
  enableClient: step(
    ({ app }) => app.partners.enableClient,
    () => ({}),
  ),
  rotateClientSecret: change<OnClient & { readonly overlapSeconds: number }, ApiClient, Secret>({
    run: async ({ input, version, context }, request) => {
      const command = await theClient(input, version, context);
      const { secret, secretHash } = context.clientSecrets.newSecret(context.caller.mode);
      return context.app.partners.rotateClientSecret(
        { ...request({ secret }), ...confidential(context) },
        { ...command, secretHash, overlapSeconds: input.overlapSeconds },
      );
    },
    show: shown,
  }),
  addClientKey: change<
    OnClient & { readonly name: string; readonly expiresAt?: Temporal.Instant | null },
    ApiClient,
    Secret
  >({
    run: async ({ input, version, context }, request) => {
      check(input, { name: text(63) });
      const command = await theClient(input, version, context);
      const { secret, secretHash } = context.clientSecrets.newSecret(context.caller.mode);
      return context.app.partners.addClientKey(
        { ...request({ secret }), ...confidential(context) },
        { ...command, name: input.name, expiresAt: input.expiresAt ?? null, secretHash },
      );
    },
    show: shown,
  }),
  revokeClientKey: step<{ readonly name: string }>(
    ({ app }) => app.partners.revokeClientKey,
    ({ name }) => ({ name }),
    { name: text(63) },
  ),
};

/** Where a field can't be null, null says as little as leaving it out. */
function changesIn({ name, scopes, pii, idFormat, allowedNetworks }: Changes): ChangeClient['changes'] {
  return {
    ...(name == null ? {} : { name }),
    ...(scopes == null ? {} : { scopes }),
    ...(pii == null ? {} : { pii }),
    ...(idFormat == null ? {} : { idFormat }),
    ...(allowedNetworks == null ? {} : { allowedNetworks: allowedNetworks.flatMap((each) => networkIn(each) ?? []) }),
  };
}
