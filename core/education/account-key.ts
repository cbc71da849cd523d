/**
 * The form under which a payer's spelling of an account reference is compared: upper case, without spaces
 * and `-_.`, with `/` left out. Two different admission numbers may share it; then no student is matched.
 */
export function accountKey(text: string): string {
  return text.toUpperCase().replaceAll(/[\s\-_./]/g, '');
}
