/**
 * A text of a stranger as the database takes it: without control characters, and without halves of signs, which no UTF-8 has.
 * @param most how many signs it keeps; it is never cut within one
 */
export function storable(text: string, most = Infinity): string {
  const sound = text
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '');
  return sound.length <= most ? sound : [...sound].slice(0, most).join('');
}
