import type { LendingPorts } from '#core/lending/ports.ts';
import { incidentSteps } from '#core/lending/use-cases/disbursing/incidents.ts';
import { disbursementSteps } from '#core/lending/use-cases/disbursing/steps.ts';
import { floatTopUpSteps } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { limitFloat, transferFloat } from '#core/lending/use-cases/agents/float.ts';
import { runIn, type Handling } from './bindings.ts';

/** What people do about money on its way, and the float that it comes from. */
export function bindDisbursing(forLoans: Handling<LendingPorts>) {
  return {
    ...forLoans({
      ...runIn(disbursementSteps),
      ...runIn(incidentSteps),
      ...runIn(floatTopUpSteps),
      limitFloat,
      transferFloat,
    }),
  };
}
