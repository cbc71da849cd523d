/**
 * What graphql-js says of a value that is not of its type, without the value, which it quotes: it may be a national id or a
 * telephone number, or an object that holds one.
 * @param message as graphql-js wrote it, of a variable or of a literal
 * @param reason what is wrong, where the message names a variable and its value before it
 */
export function withoutSentValue(message: string, reason = message): string {
  const variable = /^Variable "\$\w+"/.exec(message)?.[0];
  if (variable === undefined || reason === message || !message.endsWith(`; ${reason}`)) return unquoted(reason);
  const place = / at "[\w.[\]]+"$/.exec(message.slice(0, -`; ${reason}`.length))?.[0] ?? '';
  return `${variable} got an invalid value${place}; ${unquoted(reason)}`;
}

/** `String cannot represent a non string value: 22334455`; `Expected value of type "Int", found "0722".` */
const QUOTING =
  /^(.{0,100}? cannot represent (?:an? )?[\w -]{0,30}value|Expected value of type .{1,100}?)(?:: |, found )/s;

/** `Value "22334455" does not exist in "LoanState" enum.`, and a suggestion behind it. */
const NAMING = /^Value ".*" does not exist in ("\w+") enum\./s;

function unquoted(reason: string): string {
  const quoting = QUOTING.exec(reason);
  return quoting === null ? reason.replace(NAMING, 'The value does not exist in the enum $1.') : `${quoting[1]}.`;
}
