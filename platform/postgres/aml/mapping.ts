import { AmlAlert } from '#core/aml/alert/aml-alert.ts';
import { cents, flag, hashedText, instant, int, plainDate, ref, text, texts } from '../mapping/types.ts';
import { mapRecord } from '../mapping/mapping.ts';

export const amlMappings = [
  mapRecord(AmlAlert, 'aml_alert', {
    ruleId: text(),
    ruleVersion: int(),
    severity: text(),
    subjectKey: text(),
    memberId: ref({ nullable: true }),
    msisdn: text({ nullable: true }),
    windowStart: plainDate(),
    windowEnd: plainDate(),
    watchlistEntryId: ref({ nullable: true }),
    watchlistRevision: int({ nullable: true }),
    watchlistKind: text({ nullable: true }),
    comparedAs: hashedText({ nullable: true }),
    matchScore: int({ nullable: true }),
    amount: cents(),
    threshold: cents(),
    exchangeRate: text({ nullable: true }),
    evidence: texts(),
    holds: flag(),
    state: text(),
    stateReason: text({ nullable: true }),
    assignee: text({ nullable: true }),
    escalatedBy: text({ nullable: true }),
    filedBy: text({ nullable: true }),
    reportReference: text({ nullable: true }),
    dueAt: instant(),
  }),
];
