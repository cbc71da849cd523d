import { recordWord } from '../../texts/record-words.ts';
import type { Language } from '../../texts/texts.ts';

/** A piece of a sentence: words, or a record that it names. */
export type Piece = string | { readonly type: string; readonly id: string; readonly words: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** What is recorded under a receipt, as the server calls it. */
const KINDS =
  'loan|disbursement|float_top_up|repayment|savings_account|savings_transaction|mobile_money_transaction|agent|' +
  'payout|collection|refund|topup|invoice|payment|death_claim';
const NAMED = new RegExp(`\\b(${KINDS.replaceAll('_', '[_ ]')}) (${UUID})\\b`, 'g');

/** A sentence of the server, cut at the records that it names by kind and uuid: `a repayment` in the place of both. */
export function piecesOf(sentence: string, spoken: Language): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of sentence.matchAll(NAMED)) {
    const [whole, kind = '', id = ''] = found;
    const words = kind.replaceAll('_', ' ');
    pieces.push(sentence.slice(end, found.index));
    const type = kind.replaceAll(' ', '_');
    pieces.push({
      type,
      id,
      words: spoken === 'en' ? `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}` : wordOf(type, spoken),
    });
    end = found.index + whole.length;
  }
  return [...pieces, sentence.slice(end)];
}

/** The sentence without uuids, where it can't hold links. */
export const withoutIds = (sentence: string, spoken: Language): string =>
  piecesOf(sentence, spoken)
    .map((piece) => (typeof piece === 'string' ? piece : piece.words))
    .join('');

/** What a record is called within a sentence: `marejesho`. */
export const wordOf = (type: string, spoken: Language): string =>
  spoken === 'en' ? type.replaceAll('_', ' ') : recordWord(type, spoken).toLowerCase();
