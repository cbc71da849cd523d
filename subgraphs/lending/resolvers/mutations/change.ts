import { changesIn } from '../../../change.ts';
import { forget } from '../../context.ts';

/** The resolver of one mutation of lending. */
export const change = changesIn(forget);
