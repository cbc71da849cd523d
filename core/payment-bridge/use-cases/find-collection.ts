import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { App } from '../app.ts';
import type { Collection } from '../collection/collection.ts';
import type { BridgePorts } from '../ports.ts';

export type OnCollection = { readonly app: App; readonly collectionId: number };

/** A collection of the app, held until commit. @throws DomainError not_found */
export async function findCollection(
  { app, collectionId }: OnCollection,
  ports: Pick<BridgePorts, 'collections'>,
): Promise<Collection> {
  const collection = await ports.collections.lock(app.id, collectionId);
  if (collection) return collection;
  throw refuse(kernelRefusals.not_found, `This app has no collection ${collectionId}.`, {
    resource: 'collection',
    id: String(collectionId),
  });
}
