import type { Values } from '../../components/step.ts';
import type { Language } from '../../texts/texts.ts';
import type { Claim } from './claim-page.tsx';
import type { T } from './step-texts.ts';

/** What the steps of a claim are made from. */
export type Of = { readonly claim: Claim; readonly t: T; readonly spoken: Language };

export const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
export const shared = ({ id: recordId, version }: Claim) => ({ recordId, version });
