import { visit } from 'jsonc-parser';

/** What of a request's headers says how its body is to be read. */
type BodyHeaders = {
  readonly 'content-encoding'?: string | undefined;
  readonly 'content-type'?: string | undefined;
};

/** Why a body in this charset or content coding is not read here: as bytes it would be taken for something else. */
export function unreadableBody(headers: BodyHeaders): { readonly header: string; readonly message: string } | null {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== '' && coding !== 'identity') {
    return { header: 'Content-Encoding', message: 'The body has to be sent without a content coding.' };
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)"?/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return null;
  return {
    header: 'Content-Type',
    message: 'The body has to be in UTF-8; leave charset out or say charset=utf-8.',
  };
}

/** Deeper than any request; a parser that calls itself for each level would run out of stack long after. */
const MOST_LEVELS = 500;
class TooDeep extends Error {}

/**
 * What two parsers may read differently in a JSON text that is valid: a name that comes twice in one object, a number with
 * more digits than a double holds. RFC 8259, sections 4 and 6, leaves both to the receiver; and how deep a text may be, section 9.
 */
export function ambiguityIn(text: string): string | null {
  try {
    return readDifferently(text);
  } catch (error) {
    if (error instanceof TooDeep) return `The body is nested deeper than ${MOST_LEVELS} levels.`;
    throw error;
  }
}

function readDifferently(text: string): string | null {
  const objects: Set<string>[] = [];
  let found: string | null = null;
  let level = 0;
  const enter = () => {
    level += 1;
    if (level > MOST_LEVELS) throw new TooDeep();
  };
  const leave = () => void (level -= 1);
  visit(text, {
    onArrayBegin: enter,
    onArrayEnd: leave,
    onObjectBegin: () => {
      enter();
      objects.push(new Set());
    },
    onObjectEnd: () => {
      leave();
      objects.pop();
    },
    onObjectProperty: (name) => {
      const names = objects.at(-1);
      if (names?.has(name))
        found ??= `An object of the body has the member ${name.slice(0, 100)} twice. Send each member once.`;
      names?.add(name);
    },
    onLiteralValue: (value, offset, length) => {
      if (typeof value !== 'number' || !losesDigits(text.slice(offset, offset + length), value)) return;
      found ??= `The number ${text.slice(offset, offset + Math.min(length, 40))} has more digits than a JSON number can carry safely.`;
    },
  });
  return found;
}

/** True where the number that a double holds is not the one that was written. */
function losesDigits(written: string, value: number): boolean {
  return !Number.isFinite(value) || digitsOf(written) !== digitsOf(String(value));
}

/** The digits that count, and the power of ten of the last one: of 0.50 and 5e-1 the same. */
function digitsOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().replace('-', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
