import type { AmlPorts } from '#core/aml/ports.ts';
import { amlAlertSteps } from '#core/aml/use-cases/review-alert.ts';
import { screenActivity } from '#core/aml/use-cases/screen.ts';
import { runIn, type Handling, type Running } from './bindings.ts';

/** The use cases of money laundering control, bound. */
export function bindAml(handling: Handling<AmlPorts>, running: Running<AmlPorts>) {
  return {
    ...handling(runIn(amlAlertSteps)),
    ...running({ screenActivity }),
  };
}
