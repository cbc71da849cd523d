import type { AmlPorts } from '#core/aml/ports.ts';
import { decideAlert } from '#core/aml/use-cases/decide-alert.ts';
import { screenActivity } from '#core/aml/use-cases/screen.ts';
import type { Handling, Running } from './bindings.ts';

/** The use cases of money laundering control, bound. */
export function bindAml(handling: Handling<AmlPorts>, running: Running<AmlPorts>) {
  return {
    decideAlert: handling(decideAlert),
    screenActivity: running(screenActivity),
  };
}
