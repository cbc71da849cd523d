import type { AmlPorts } from '#core/aml/ports.ts';
import {
  assignAmlAlert,
  closeAmlAlert,
  escalateAmlAlert,
  fileAmlAlertSar,
  markAmlAlertFalsePositive,
  reopenAmlAlert,
} from '#core/aml/use-cases/review-alert.ts';
import { screenActivity } from '#core/aml/use-cases/screen.ts';
import type { Handling, Running } from './bindings.ts';

/** The use cases of money laundering control, bound. */
export function bindAml(handling: Handling<AmlPorts>, running: Running<AmlPorts>) {
  return {
    ...handling({
      assignAmlAlert,
      escalateAmlAlert,
      fileAmlAlertSar,
      closeAmlAlert,
      markAmlAlertFalsePositive,
      reopenAmlAlert,
    }),
    ...running({ screenActivity }),
  };
}
