import type { AmlAlert } from '#core/aml/alert/aml-alert.ts';
import { amlAlertSteps } from '#core/aml/use-cases/review-alert.ts';
import type { StepOf } from '#core/kernel/steps.ts';
import { mutationsOf, named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import { change } from './change.ts';

type OnAlert = {
  readonly alertId: string;
  readonly reason?: string | null;
  readonly assignee?: string | null;
  readonly reportReference?: string | null;
};

const rules = { reason: text(500), assignee: text(200), reportReference: text(128) };

/** One step of an alert's review. What each takes is in its input type. */
const step = (name: StepOf<typeof amlAlertSteps>) =>
  change<OnAlert, AmlAlert>({
    show: async (uuid, { loaders }) => ({ amlAlert: await loaders.amlAlerts.load(uuid) }),
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id: alertId } = await named('alertId', input.alertId, 'alert', loaders.amlAlerts);
      const { reason = null, assignee = null, reportReference = null } = input;
      return app.aml[name](request(), { alertId, version, reason, assignee, reportReference });
    },
  });

export const amlMutations = mutationsOf(amlAlertSteps, step);
