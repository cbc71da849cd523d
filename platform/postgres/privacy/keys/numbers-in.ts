/** Members of documents whose values are numbers of people: of documents of identity, and of telephones. */
const PERSONAL = /^(?:.*_)?(?:national_?id|id_?number|phone|phone_?number|msisdn)$/i;

type Change = (text: string) => string;

/** Numbers of people within documents, by the names of the members that hold them. */
export const numbersIn = {
  /** The document with these numbers sealed. */
  sealed: (value: unknown, seal: Change): unknown =>
    changed(value, (name, text) => (PERSONAL.test(name) ? seal(text) : text)),
  /** The document as it was written; `open` leaves what is not sealed. */
  opened: (value: unknown, open: Change): unknown => changed(value, (_, text) => open(text)),
};

/** Telephone numbers within a text, such as the key of whom a screening is about. */
export const numbersInText = {
  sealed: (text: string, seal: Change): string => text.replaceAll(/\+\d{7,15}/g, (number) => seal(number)),
  opened: (text: string, open: Change): string => text.replaceAll(/\ba1\.[\w-]+/g, (number) => open(number)),
};

function changed(value: unknown, change: (name: string, text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(name, value);
  if (Array.isArray(value)) return value.map((each) => changed(each, change, name));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, changed(each, change, member)]));
}
