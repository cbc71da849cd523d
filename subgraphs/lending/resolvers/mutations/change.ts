import { changesIn } from '../../../change.ts';
import { forget, type LendingContext } from '../../context.ts';

/** The resolver of one mutation of lending. */
export const change = changesIn(forget, (uuid, { loaders }: LendingContext) => loaders.proposals.load(uuid));
