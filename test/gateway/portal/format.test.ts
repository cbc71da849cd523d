import { deedWord, eventWord } from '#gate/portal/texts/record-words.ts';
import { describe, expect, it } from 'vitest';
import { csvText } from '#gate/portal/format/csv.ts';
import { dayAfter, dayIn, daysIn, instantsOf } from '#gate/portal/format/days.ts';
import { known, wordsOfState, wordsOfValue } from '#gate/portal/components/later-values.ts';
import { agoText, instantText, phoneText, plainWords, timeText } from '#gate/portal/format/format.ts';
import { methodsByHand } from '#gate/portal/pages/school/payment-methods.ts';
import { ROLE_NAMES, ROLES } from '#core/people/roles.ts';
import { namesOf } from '#core/kernel/names.ts';
import { roleMeanings } from '#gate/portal/texts/role-meanings.ts';
import type { Language } from '#gate/portal/texts/texts.ts';

describe('What the portal writes', () => {
  it('groups a phone number by threes, in one piece, and leaves what is masked or no number as it is', () => {
    expect(phoneText('+254712345678')).toBe('+254\u00A0712\u00A0345\u00A0678');
    expect(phoneText('254712345678')).toBe('+254\u00A0712\u00A0345\u00A0678');
    for (const other of ['+2547*****128', '+14155550100', '0712 345 678', 'FEES TERM 2', '']) {
      expect(phoneText(other)).toBe(other);
    }
  });

  it('keeps the zone with its time, and a name with a hyphen whole', () => {
    expect(instantText('2026-11-30T15:37:27Z', 'en')).toBe('30 Nov 2026, 18:37:27\u00A0EAT');
    expect(plainWords('MPESA_B2C')).toBe('M\u2011Pesa b2c');
  });
});

describe('How long ago something was', () => {
  const NOW = Date.parse('2026-11-30T12:00:00Z');
  const BEFORE = ['2026-11-30T11:59:48Z', '2026-11-30T11:57:00Z', '2026-11-30T09:00:00Z', '2026-11-28T12:00:00Z'];

  it('has small letters in Swahili in every unit, as it stands within a line', () => {
    expect(BEFORE.map((at) => agoText(at, NOW, 'sw'))).toEqual([
      'sekunde 12 zilizopita',
      'dakika 3 zilizopita',
      'saa 3 zilizopita',
      'juzi',
    ]);
  });

  it('goes by the calendar of the institution once it is a day (finding: 25 hours before one in the morning was yesterday)', () => {
    // Half past midnight in Nairobi.
    const night = Date.parse('2026-11-29T21:30:00Z');
    const said = (at: string) => agoText(at, night, 'en');
    expect(said('2026-11-28T20:30:00Z')).toBe('2 days ago');
    expect(said('2026-11-28T21:15:00Z')).toBe('yesterday');
    expect(said('2026-11-28T22:30:00Z')).toBe('23 hours ago');
    // And the evening before, when both were the same day in London.
    const evening = Date.parse('2026-11-29T20:30:00Z');
    expect(agoText('2026-11-27T21:30:00Z', evening, 'en')).toBe('yesterday');
    expect(agoText('2026-12-01T20:45:00Z', evening, 'en')).toBe('in 2 days');
    expect(agoText('2026-11-22T20:30:00Z', evening, 'sw')).toBe('siku 7 zilizopita');
    expect(agoText('2026-11-22T20:29:00Z', evening, 'en')).toBe('22 Nov 2026');
  });

  it('is a time on the clocks of the institution (finding: the bars of a client’s use were named in UTC)', () => {
    expect(timeText('2026-11-29T21:00:00Z')).toBe('00:00');
  });
});

describe('How a payment came to an invoice', () => {
  it('is chosen in the language of who books it (finding: English words stood in Swahili)', () => {
    const words = (spoken: Language) => methodsByHand(spoken).map(([, word]) => word);
    expect(words('en')).toEqual(['Bank', 'M\u2011Pesa paybill', 'HELB', 'Bursary', 'Cheque']);
    expect(words('sw')).toEqual(['Benki', 'Paybill ya M\u2011Pesa', 'HELB', 'Basari', 'Hundi']);
  });
});

describe('What a person types for a day', () => {
  it('is a day as the portal writes it in either language, in figures, or as a program writes it', () => {
    const forms = [
      '22 Nov 2026',
      '22 november 2026',
      '22nov2026',
      '22/11/2026',
      '22.11.2026',
      '22-11-2026',
      ' 2026-11-22 ',
    ];
    for (const typed of forms) expect(dayIn(typed)).toBe('2026-11-22');
    expect(['1 Mei 2026', '1 May 2026', '1 Okt 2026', '31 Des 2026', '5 Ago 2026', '3 Machi 2026'].map(dayIn)).toEqual([
      '2026-05-01',
      '2026-05-01',
      '2026-10-01',
      '2026-12-31',
      '2026-08-05',
      '2026-03-03',
    ]);
  });

  it('is none while it is half of one, and none that no calendar has', () => {
    const none = [
      '',
      '22',
      '22 N',
      '22 Nov 202',
      '1/2/26',
      '31 Feb 2026',
      '2026-13-01',
      '0/1/2026',
      '22 Foo 2026',
      '0202-01-01',
    ];
    for (const typed of none) expect(dayIn(typed)).toBeUndefined();
  });
});

describe('The days of a list', () => {
  it('are those of the institution from their first hour to their last, both included', () => {
    const november = daysIn({ from: '2026-11-01', to: '2026-11-30' });
    expect(instantsOf(november)).toEqual({ gte: '2026-10-31T21:00:00.000Z', lt: '2026-11-30T21:00:00.000Z' });
    expect(instantsOf(daysIn({ to: '2026-12-31' }))).toEqual({ lt: '2026-12-31T21:00:00.000Z' });
    expect(instantsOf(daysIn({ from: '2026-02-28' }))).toEqual({ gte: '2026-02-27T21:00:00.000Z' });
  });

  it('are all where none is chosen, or an address names what is no day', () => {
    for (const none of [{}, { from: 'soon', to: '2026-13-01' }]) expect(instantsOf(daysIn(none))).toBeNull();
  });

  it('are counted over the ends of months and years', () => {
    expect([dayAfter('2026-12-31', 1), dayAfter('2028-03-01', -1), dayAfter('2026-01-01', -31)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2025-12-01',
    ]);
  });
});

describe('A list as a file', () => {
  it('has amounts as they are, and no text that a spreadsheet calculates', () => {
    const text = csvText([
      ['=HYPERLINK("x")', '+254712345678', '@a', '-1', '\tb'],
      [-12.5, 123_456_789_012_345 / 100, 1 / 100, null, 'Ann, "Wanjiku"'],
    ]);
    expect(text.split('\r\n')).toEqual([
      '\uFEFF"\'=HYPERLINK(""x"")",\'+254712345678,\'@a,\'-1,\'\tb',
      '-12.5,1234567890123.45,0.01,,"Ann, ""Wanjiku"""',
      '',
    ]);
  });
});

describe('What was done to a record, in Swahili', () => {
  it('agrees with the record, as the words of its states do', () => {
    expect(deedWord('loan.disbursed', 'sw')).toBe('Umetolewa');
    expect(deedWord('repayment.reversed', 'sw')).toBe('Yametenguliwa');
    expect(deedWord('session.opened', 'sw')).toBe('Kimefunguliwa');
    expect(deedWord('invoice.partially_paid', 'sw')).toBe('Imelipwa kiasi');
    expect(eventWord('incident.resolved', 'sw')).toBe('Tukio: Limetatuliwa');
    expect(deedWord('loan.approval_undone', 'sw')).toBe('Idhini imetenguliwa');
  });

  it('is called in English as the state that follows', () => {
    expect(deedWord('invoice.partially_paid', 'en')).toBe('Partly paid');
  });
});

describe('What a process of a later version answers', () => {
  const word = { en: 'Open', sw: 'Wazi' };
  const later = { en: 'On hold', sw: 'On hold' };

  it('is shown by its name where this page has no word for it', () => {
    const states = { OPEN: { tone: 'good', word } } as const;
    expect(wordsOfState(states, 'OPEN')).toEqual({ tone: 'good', word });
    expect(wordsOfState(states, 'ON_HOLD' as 'OPEN')).toEqual({ tone: 'neutral', word: later });
    expect(wordsOfState(states, 'TO_STRING' as 'OPEN').tone).toBe('neutral');
    expect([wordsOfValue({ OPEN: word }, 'OPEN'), wordsOfValue({ OPEN: word }, 'ON_HOLD' as 'OPEN')]).toEqual([
      word,
      later,
    ]);
  });

  it('is no button where this page has no form for it', () => {
    expect(known(['CLOSE', 'HOLD' as 'CLOSE'], { CLOSE: 1 })).toEqual(['CLOSE']);
  });
});

it('says of roles what the graph says of them, and more than the name of each in the other language', () => {
  const english = Object.fromEntries(namesOf(roleMeanings).map((role) => [role.toLowerCase(), roleMeanings[role].en]));
  expect(english).toEqual(Object.fromEntries(ROLE_NAMES.map((role) => [role, ROLES[role].means])));
  expect(namesOf(roleMeanings).filter((role) => roleMeanings[role].sw === roleMeanings[role].en)).toEqual([]);
});
