import { expect, it } from 'vitest';
import { readCsv } from '#platform/runtime/csv.ts';

/** The text in pieces of one character, as a slow disk might deliver it. */
async function* pieces(text: string) {
  yield* text;
}

it('numbers each row by the line on which it begins, whatever ends the lines and stands within quotes', async () => {
  const text = '\uFEFFfirst, 1\r\n\r\n , \n"a ""quoted""\r\nfield","1,000.00"\n\nlast,it’s 6" long';
  expect(await Array.fromAsync(readCsv(pieces(text)))).toEqual([
    { lineNo: 1, fields: ['first', '1'] },
    { lineNo: 4, fields: ['a "quoted"\nfield', '1,000.00'] },
    { lineNo: 7, fields: ['last', 'it’s 6" long'] },
  ]);
});
