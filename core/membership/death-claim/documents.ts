import { namesOf } from '../../kernel/names.ts';
import type { Words } from '../../kernel/step-fields.ts';

/** What a claim is proven by. Files are stored elsewhere: a claim has where each is found. */
const CLAIM_DOCUMENTS = {
  proof_of_death: 'What the death was recorded with.',
  death_certificate: 'The certificate of the registrar of deaths.',
  burial_permit: 'The permit that a burial takes.',
  letters_of_administration: 'A court names who administers the estate of one who left no will.',
  grant_of_probate: 'A court confirms the executor of a will.',
  beneficiary_identity: 'The identity of a nominee, or of who receives the share in their place.',
  guardianship: 'Who receives the share of a minor.',
  insurer_letter: 'The insurer says what it pays.',
  other: 'Anything else.',
} as const;
export type ClaimDocumentKind = keyof typeof CLAIM_DOCUMENTS;
export const CLAIM_DOCUMENT_KINDS = namesOf(CLAIM_DOCUMENTS);
export const CLAIM_DOCUMENT_KIND: Words<ClaimDocumentKind> = {
  name: 'ClaimDocumentKind',
  means: 'What a claim after a death is proven by.',
  words: CLAIM_DOCUMENTS,
};

/** By these a court says who receives what is left. */
export const GRANTS: readonly ClaimDocumentKind[] = ['letters_of_administration', 'grant_of_probate'];

/** A document, in the form in which it is stored. */
export type ClaimDocument = {
  readonly kind: ClaimDocumentKind;
  /** Its number, and where it is found. */
  readonly reference: string;
  /** Who recorded it, and when. */
  readonly by: string;
  readonly at: string;
};

export const MOST_DOCUMENTS = 50;
