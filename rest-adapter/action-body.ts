import Type, { type TObject, type TProperties } from 'typebox';
import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import { documentedAs } from './shapes.ts';

/**
 * What an action of PATCH is sent with, beside its name: what it can't do without, and what it may have. `own`: members as
 * they are for this action, where the body has them for several.
 */
export type ActionFields = {
  readonly needs?: readonly string[];
  readonly takes?: readonly string[];
  readonly own?: TProperties;
};

/**
 * A body of PATCH that takes steps. It is checked as one object, whose handler refuses what doesn't belong to the step;
 * the document shows it as a choice, one object a step, so that a generated client knows what each of them takes.
 * @param cycle where the verbs say which of them need a reason
 * @param edits the fields that are changed without a step; none where every request takes a step
 */
export function actionBody<Properties extends TProperties>(
  body: TObject<Properties>,
  actions: { readonly [action: string]: ActionFields },
  { cycle, edits = [] }: { readonly cycle?: Lifecycle; readonly edits?: readonly string[] } = {},
): TObject<Properties> {
  const needsReason = (action: string) => cycle?.verbs[action]?.needsReason === true;
  const variants = Object.entries(actions).map(([action, { needs = [], takes = [], own = {} }]) => {
    const fields = [...new Set([...needs, ...takes])];
    return {
      type: 'object',
      title: action,
      properties: { action: { type: 'string', const: action }, ...pick(body, fields), ...own },
      required: [
        'action',
        ...fields.filter((name) => needs.includes(name) || (name === 'reason' && needsReason(action))),
      ],
      additionalProperties: false,
    };
  });
  const edit = {
    type: 'object',
    title: 'changes',
    properties: pick(body, edits),
    minProperties: 1,
    additionalProperties: false,
  };
  const shown = edits.length === 0 ? variants : [...variants, edit];
  return documentedAs(shown.length === 1 ? { ...shown[0] } : { oneOf: shown }, body);
}

/** What each action takes, where the table says no more. */
export const eachTaking = (fields: { readonly [action: string]: readonly string[] }) =>
  Object.fromEntries(Object.entries(fields).map(([action, takes]) => [action, { takes }]));

/** The actions that a record’s state allows, by name. */
export const actionList = (actions: readonly string[]) =>
  Type.Array(Type.Enum([...actions]), { description: 'Actions that PATCH takes in this state.' });

function pick(body: TObject, names: readonly string[]): TProperties {
  return Object.fromEntries(
    names.map((name) => {
      const schema = body.properties[name];
      if (schema === undefined) throw new Error(`The body has no member ${name}.`);
      return [name, schema];
    }),
  );
}
