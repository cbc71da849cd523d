import { describe, expect, it } from 'vitest';
import { readList, UnreadableList } from '#platform/app/processes/watchlists/read-list.ts';

const UN = `<?xml version="1.0" encoding="utf-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-03-02T10:00:00.000-05:00">
 <INDIVIDUALS>
  <INDIVIDUAL><DATAID>110</DATAID><FIRST_NAME>JOHN</FIRST_NAME><SECOND_NAME>OTIENO</SECOND_NAME>
   <REFERENCE_NUMBER>KEi.001</REFERENCE_NUMBER><NATIONALITY><VALUE>Kenya</VALUE></NATIONALITY>
   <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Johnny Otieno</ALIAS_NAME></INDIVIDUAL_ALIAS>
   <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Jon &amp; Co</ALIAS_NAME></INDIVIDUAL_ALIAS>
   <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1970-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH>
   <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1971</FROM_YEAR><TO_YEAR>1972</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
   <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>A0123456</NUMBER></INDIVIDUAL_DOCUMENT>
  </INDIVIDUAL>
 </INDIVIDUALS>
 <ENTITIES><ENTITY><DATAID>220</DATAID><FIRST_NAME>SHELL COMPANY</FIRST_NAME><ENTITY_ALIAS/></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`;

describe('The list of the UN Security Council', () => {
  it('is read with aliases, births, documents and entities, and says its day', async () => {
    const { people, dated } = await readList('un', UN, null);
    expect(dated?.toString()).toBe('2026-03-02');
    expect(people).toEqual([
      {
        sourceId: 'KEi.001',
        names: ['JOHN OTIENO', 'Johnny Otieno', 'Jon & Co'],
        births: ['1970-02-03', '1971', '1972'],
        countries: ['Kenya'],
        idNumbers: ['A0123456'],
      },
      { sourceId: '220', names: ['SHELL COMPANY'], births: [], countries: [], idNumbers: [] },
    ]);
  });

  it.each(['', '<A>', '<OTHER/>', '<CONSOLIDATED_LIST>none</CONSOLIDATED_LIST>', 'id,name'])(
    'is refused where it is %j',
    async (text) => {
      await expect(readList('un', text, null)).rejects.toThrow(UnreadableList);
    },
  );
});

describe('OFAC’s SDN', () => {
  it('is read with the aliases of its second file', async () => {
    const sdn = [
      '173,"OTIENO, John","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 03 Feb 1970; alt. DOB 1971; POB Kisumu, Kenya; nationality Kenya; Passport A0123456 (Kenya); Identification Number 777 (Kenya)."',
      '174,"SHELL COMPANY",-0- ,"SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
      '\u001a',
    ].join('\r\n');
    const { people, dated } = await readList('ofac', sdn, '173,1,"aka","OKELLO, Johnny",-0- ');
    expect(dated).toBeNull();
    expect(people).toEqual([
      {
        sourceId: '173',
        names: ['OTIENO, John', 'OKELLO, Johnny'],
        births: ['1970-02-03', '1971'],
        countries: ['Kenya'],
        idNumbers: ['A0123456', '777'],
      },
      { sourceId: '174', names: ['SHELL COMPANY'], births: [], countries: [], idNumbers: [] },
    ]);
  });
});

describe('A list in our own columns', () => {
  it('is read in any order of them', async () => {
    const { people } = await readList(
      'own',
      'name,id,aliases,date_of_birth\n"Otieno, John",K1,Johnny;Jon,1970-02\n',
      null,
    );
    expect(people).toMatchObject([{ sourceId: 'K1', names: ['Otieno, John', 'Johnny', 'Jon'], births: ['1970-02'] }]);
  });

  it.each([
    ['names no columns', 'K1,John\n'],
    ['has another column', 'id,name,shoe_size\nK1,John,44\n'],
    ['lacks a name', 'id,name\nK1,\n'],
    ['has a date in another form', 'id,name,date_of_birth\nK1,John,3/2/1970\n'],
  ])('is refused where it %s', async (_, text) => {
    await expect(readList('own', text, null)).rejects.toThrow(UnreadableList);
  });
});
