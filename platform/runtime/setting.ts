import { errorOf } from './thrown.ts';

/** One setting of the environment: its name, meaning and default, and how its text is read. */
export type Setting<T> = {
  readonly name: string;
  readonly means: string;
  /** The default as a person reads it. */
  readonly otherwise: string;
  readonly read: (text: string | undefined) => T;
};

export class ConfigError extends Error {}

/** Declares a setting. */
export function setting<T>(
  name: string,
  means: string,
  otherwise: string,
  read: (text: string | undefined) => T,
): Setting<T> {
  return {
    name,
    means,
    otherwise,
    read: (text) => {
      try {
        return read(text === '' ? undefined : text);
      } catch (error) {
        throw new ConfigError(`${name}="${withoutPasswords(text ?? '')}" can’t be used: ${errorOf(error).message}`);
      }
    },
  };
}

/** What is wrong in an address is shown with it, in a terminal or the log of a service; who can log in with it is not. */
const withoutPasswords = (text: string): string =>
  text.replace(/:\/\/.*@/, '://…@').replace(/(password=)[^&]*/gi, '$1…');
