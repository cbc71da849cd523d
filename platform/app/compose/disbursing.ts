import type { LendingPorts } from '#core/lending/ports.ts';
import { cancelDisbursement, confirmByBank } from '#core/lending/use-cases/disbursing/bank-transfer.ts';
import * as incidents from '#core/lending/use-cases/disbursing/incidents.ts';
import { incidentSteps } from '#core/lending/use-cases/disbursing/incidents.ts';
import { returnPartOfDisbursement, reverseDisbursement } from '#core/lending/use-cases/disbursing/returns.ts';
import { approveOutcome, proposeOutcome } from '#core/lending/use-cases/disbursing/review.ts';
import { cancelFloatTopUp } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { limitFloat, transferFloat } from '#core/lending/use-cases/agents/float.ts';
import { stepsIn, type Handling } from './bindings.ts';

/** What people do about money on its way, and the float that it comes from. */
export function bindDisbursing(forLoans: Handling<LendingPorts>) {
  return {
    ...forLoans({
      confirmByBank,
      cancelDisbursement,
      proposeOutcome,
      approveOutcome,
      reverseDisbursement,
      returnPartOfDisbursement,
      ...stepsIn(incidents, incidentSteps),
      cancelFloatTopUp,
      limitFloat,
      transferFloat,
    }),
  };
}
