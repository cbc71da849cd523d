import { texts } from '../../texts/texts.ts';

export const auditTexts = texts({
  en: {
    audit: 'Audit',
    actor: 'Who',
    command: 'What happened',
    subject: 'Record',
    none: 'Nothing was done that fits',
    noneHint: 'Take a filter away, or look further back.',
    clear: 'Take the filters away',
    howToNarrow: 'Choose a name, an event or a record in the list to see all of it.',
  },
  sw: {
    audit: 'Ukaguzi',
    actor: 'Nani',
    command: 'Kilichotokea',
    subject: 'Rekodi',
    none: 'Hakuna kilichofanyika kinacholingana',
    noneHint: 'Ondoa kichujio, au tazama nyuma zaidi.',
    clear: 'Ondoa vichujio',
    howToNarrow: 'Chagua jina, tukio au rekodi kwenye orodha ili kuona yote yanayohusika.',
  },
});
