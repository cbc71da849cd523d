import type { ViewContext } from './view.ts';

type Openers = { readonly [name: string]: (context: ViewContext) => unknown };
type Opened<O extends Openers> = { readonly [Name in keyof O]: ReturnType<O[Name]> };

/**
 * Views by name, each opened where it is first used: a request reads two or three of some fifty collections, and should
 * not pay for the others.
 */
export function openedOnce<O extends Openers>(openers: O): (context: ViewContext) => Opened<O> {
  const contexts = new WeakMap<object, ViewContext>();
  const getters: PropertyDescriptorMap = {};
  for (const [name, open] of Object.entries(openers)) {
    getters[name] = {
      enumerable: true,
      get(this: object) {
        const context = contexts.get(this);
        if (!context) throw new Error(`The view ${name} was read without its context.`);
        const value = open(context);
        Object.defineProperty(this, name, { value });
        return value;
      },
    };
  }
  const prototype = Object.create(null, getters);
  return (context) => {
    const views = Object.create(prototype) as Opened<O>; // Its getters are the openers, by their names.
    contexts.set(views, context);
    return views;
  };
}
