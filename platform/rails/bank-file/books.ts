import { createHash } from 'node:crypto';
import { bankLines, type RecordedStatement } from './lines.ts';
import { lostCredits } from './lost-credits.ts';
import { bankPayments, type PaymentsPorts } from './payments.ts';
import { bankPaymentFiles } from './payment-files.ts';
import type { BankFileSettings } from './settings.ts';
import { readBankStatement } from './statement/read-statement.ts';

/** A bank that is paid by files: what it is to pay, and what its statements say. */
export type BankFile = ReturnType<typeof bankFile>;

export function bankFile(ports: PaymentsPorts, tenantId: number, settings: BankFileSettings) {
  const lines = bankLines(ports, tenantId, settings);
  return {
    settings,
    payments: { ...bankPayments(ports, tenantId), ...bankPaymentFiles(ports, tenantId) },
    lines,
    lostCredits: lostCredits(ports, tenantId),
    /** Reads and stores a statement. @throws UnusableStatement: nothing was stored */
    importStatement: async (text: string, importedBy: string): Promise<RecordedStatement> => {
      const statement = await readBankStatement(text);
      const digest = createHash('sha256').update(text).digest('hex');
      return lines.record(statement, digest, importedBy);
    },
  };
}
