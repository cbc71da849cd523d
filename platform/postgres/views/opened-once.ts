import type { ViewContext } from './view.ts';

type Openers = { readonly [name: string]: (context: ViewContext) => unknown };
type Opened<O extends Openers> = { readonly [Name in keyof O]: ReturnType<O[Name]> };

/** Not in a WeakMap: it would keep what a request has read until all of the memory is looked through. */
const CONTEXT = Symbol('context');

/**
 * Views by name, each opened where it is first used: a request reads two or three of some fifty collections, and should
 * not pay for the others.
 */
export function openedOnce<O extends Openers>(openers: O): (context: ViewContext) => Opened<O> {
  const getters: PropertyDescriptorMap = {};
  for (const [name, open] of Object.entries(openers)) {
    getters[name] = {
      enumerable: true,
      get(this: { readonly [CONTEXT]?: ViewContext }) {
        const context = this[CONTEXT];
        if (!context) throw new Error(`The view ${name} was read without its context.`);
        const value = open(context);
        Object.defineProperty(this, name, { value });
        return value;
      },
    };
  }
  const prototype = Object.create(null, getters);
  return (context) => {
    // Its getters are the openers, by their names.
    return Object.create(prototype, { [CONTEXT]: { value: context } }) as Opened<O>;
  };
}
