import { texts } from '../../texts/texts.ts';

export const auditTexts = texts({
  en: {
    audit: 'Audit',
    actor: 'Who',
    command: 'What happened',
    subject: 'Record',
    since: 'Since',
    none: 'Nothing was done that fits',
    noneHint: 'Take a filter away, or look further back.',
    clear: 'Take the filters away',
    remove: 'Take this filter away',
    howToNarrow: 'Choose a name, an event or a record in the list to see all of it.',
  },
  sw: {
    audit: 'Ukaguzi',
    actor: 'Nani',
    command: 'Kilichotokea',
    subject: 'Rekodi',
    since: 'Tangu',
    none: 'Hakuna kilichofanyika kinacholingana',
    noneHint: 'Ondoa kichujio, au tazama nyuma zaidi.',
    clear: 'Ondoa vichujio',
    remove: 'Ondoa kichujio hiki',
    howToNarrow: 'Chagua jina, tukio au rekodi kwenye orodha ili kuona yote yanayohusika.',
  },
});
