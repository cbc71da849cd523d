import Type from 'typebox';
import { publicId, uuidIn, type App, type Named } from '#core/payment-bridge/app.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Views } from '#platform/app/views.ts';
import type { Identified, Subject } from '../records.ts';
import { object } from '../shapes.ts';

/** The app that makes a request. */
export const appOf = ({ clientId, mode }: Caller): App => ({ id: clientId, sandbox: mode === 'sandbox' });

/** An id of the payment bridge in a reply. */
export const named = (kind: Named, description: string) =>
  Type.String({ description, examples: [publicId(kind, '0198c0de-0000-7000-8000-000000000001')] });

/** The path parameters of a single record of the payment bridge. */
export const namedPath = (kind: Named) => object({ id: named(kind, `The ${kind}’s id.`) });

type Versioned = Identified & { readonly version: number };
type At = Parameters<Subject['require']>[1];

/** A record of the payment bridge that a path names, with all that is shown of it. */
export type NamedSubject<Shown> = Omit<Subject, 'require'> & {
  readonly require: (views: Views, at: At) => Promise<Shown>;
};

/**
 * The record of an app that `{id}` names. Another app's is not there.
 * @param look finds a record of the app by its uuid
 */
export function namedSubject<Shown extends Versioned>(
  kind: Named,
  look: (views: Views) => (appId: number, uuid: string) => Promise<Shown | null>,
): NamedSubject<Shown> {
  const require = async (views: Views, { caller, params }: At): Promise<Shown> => {
    const id = params['id'] ?? '';
    const uuid = uuidIn(kind, id);
    const record = uuid === null ? null : await look(views)(caller.clientId, uuid);
    if (record) return record;
    throw refuse(kernelRefusals.not_found, `This app has no ${kind.replaceAll('_', ' ')} ${id.slice(0, 100)}.`, {
      resource: kind,
      id: id.slice(0, 100),
    });
  };
  return {
    resource: kind,
    require,
    idOf: (app, at) => app.read(at.caller, async (views) => (await require(views, at)).id),
  };
}
