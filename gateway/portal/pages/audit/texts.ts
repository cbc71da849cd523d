import { texts } from '../../texts/texts.ts';

export const auditTexts = texts({
  en: {
    audit: 'Audit',
    actor: 'Who',
    actorHint: 'person:<id>, pk_… or operator',
    command: 'Command',
    commandHint: 'such as approveLoan',
    subject: 'Record',
    subjectHint: 'Id of a record',
    since: 'Since',
    none: 'Nothing was done that fits',
    noneHint: 'Take a filter away, or look further back.',
    clear: 'Take the filters away',
  },
  sw: {
    audit: 'Ukaguzi',
    actor: 'Nani',
    actorHint: 'person:<id>, pk_… au operator',
    command: 'Amri',
    commandHint: 'kama approveLoan',
    subject: 'Rekodi',
    subjectHint: 'Kitambulisho cha rekodi',
    since: 'Tangu',
    none: 'Hakuna kilichofanyika kinacholingana',
    noneHint: 'Ondoa kichujio, au tazama nyuma zaidi.',
    clear: 'Ondoa vichujio',
  },
});
