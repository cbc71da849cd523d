import type { AmlWorld } from '#core/aml/ports.ts';
import { decideAlert } from '#core/aml/use-cases/decide-alert.ts';
import { screenActivity } from '#core/aml/use-cases/screen.ts';
import type { Answering, Running } from './bindings.ts';

/** The use cases of money laundering control, bound. */
export function bindAml(answering: Answering<AmlWorld>, running: Running<AmlWorld>) {
  return {
    decideAlert: answering(decideAlert),
    screenActivity: running(screenActivity),
  };
}
