/** White space of any script, line breaks included: between words it counts as one space. */
const WHITE_SPACE = /\p{White_Space}+/gu;
/**
 * What a reader doesn't see: control and format characters (the bidirectional ones among them), characters that are
 * ignored where they are shown, private and unassigned ones, halves of surrogate pairs, the empty pattern of Braille.
 * The variation selectors 15 and 16 choose how the character before them looks, and are let through.
 */
const UNSEEN = /(?![\uFE0E\uFE0F])[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ALL_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/** The form in which text is stored: NFC, one space for white space of any kind, none at either end. */
export function canonicalText(text: string): string {
  return text.normalize('NFC').replaceAll(WHITE_SPACE, ' ').trim();
}

/** The first character of a text that no reader sees, as U+200B; null where there is none. White space is seen. */
export function unseenCharacter(text: string): string | null {
  const [found] = UNSEEN.exec(text.replaceAll(WHITE_SPACE, ' ')) ?? [];
  if (found === undefined) return null;
  return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The one form in which an identifier is compared and unique: a reference, a receipt, an account number. NFKC, upper
 * case, without white space and without characters that no reader sees. It is shown as it was written. The database has
 * the same rule, `identifier_key`, for its unique indexes.
 */
export function identifierKey(text: string): string {
  return text.normalize('NFKC').toUpperCase().normalize('NFKC').replaceAll(WHITE_SPACE, '').replaceAll(ALL_UNSEEN, '');
}

/**
 * The same of the number of a document of identity, where people also write or leave out hyphens, dots and underscores:
 * `P-489`, `p489 ` and `P489` are one. The database's is `document_key`.
 */
export function documentKey(text: string): string {
  return identifierKey(text).replaceAll(/[-‐-―−._]/g, '');
}

/** True where both name one account at a bank, or none. */
export function isSameAccount(one: string | null, other: string | null): boolean {
  return (one === null ? null : documentKey(one)) === (other === null ? null : documentKey(other));
}

/**
 * A telephone number in international form, `+` and digits, of one written with spaces, hyphens or brackets, or without its
 * plus sign; null where it is none. Whether its plan has it, the platform knows.
 */
export function phoneKey(text: string): string | null {
  const digits = text.normalize('NFKC').replaceAll(/[\s().-]/gu, '');
  const [number] = /^\+?[1-9]\d{6,14}$/.exec(digits) ?? [];
  return number === undefined ? null : `+${number.replace('+', '')}`;
}

/** What a document of identity may have as its number. */
const DOCUMENT_NO = /^[A-Za-z0-9]([A-Za-z0-9 /._-]*[A-Za-z0-9])?$/;

/** True for the number of a document: letters and digits that look like no others, and what stands between them. */
export function isDocumentNo(text: string): boolean {
  return DOCUMENT_NO.test(text);
}
