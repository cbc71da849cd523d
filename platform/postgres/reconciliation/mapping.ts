import { ReconciliationBreak } from '#core/reconciliation/break/reconciliation-break.ts';
import { Reconciliation } from '#core/reconciliation/reconciliation.ts';
import { cents, instant, int, json, plainDate, ref, text, uuid } from '../mapping/types.ts';
import { mapRecord } from '../mapping/mapping.ts';

const optional = { nullable: true } as const;

export const reconciliationMappings = [
  mapRecord(Reconciliation, 'reconciliation', {
    account: text(),
    subAccount: text(optional),
    source: text(),
    coversFrom: plainDate(),
    coversThrough: plainDate(),
    digest: text(),
    lines: int(),
    matched: int(),
    openingThere: cents(optional),
    inThere: cents(),
    outThere: cents(),
    feesThere: cents(),
    closingThere: cents(optional),
    openingHere: cents(),
    inHere: cents(),
    outHere: cents(),
    closingHere: cents(),
    footingGap: cents(optional),
    unexplained: cents(optional),
    inTransit: cents(),
    comparedAt: instant(),
    comparedBy: text(),
  }),
  mapRecord(ReconciliationBreak, 'reconciliation_break', {
    reconciliationId: ref(),
    account: text(),
    subAccount: text(optional),
    breakKey: text(),
    type: text(),
    state: text(),
    amountThere: cents(optional),
    amountHere: cents(optional),
    receiptNo: text(optional),
    occurredAt: instant(),
    line: json(optional),
    recordType: text(optional),
    recordId: ref(optional),
    recordUuid: uuid(optional),
    proposal: text(),
    proposedRecordType: text(optional),
    proposedRecordId: ref(optional),
    proposedRecordUuid: uuid(optional),
    proposedReceiptNo: text(optional),
    owner: text(optional),
    resolution: text(optional),
    bookedType: text(optional),
    bookedUuid: uuid(optional),
    notes: json(),
  }),
];
