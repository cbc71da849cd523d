/// <reference lib="dom" />
import type { Tab } from './chromium.ts';

/** What a person does and reads in a tab of the portal. */

export const textOf = async (tab: Tab, selector: string): Promise<string> => {
  const element = await tab.page.waitForSelector(selector);
  return (await element?.evaluate(({ textContent }) => textContent)) ?? '';
};

/** Opens the form of a step. */
export const pressed = (tab: Tab, step: string): Promise<void> => tab.page.locator(`button[data-step=${step}]`).click();

/** Sends the form that is open. */
export const send = (tab: Tab): Promise<void> => tab.page.locator('dialog[open] .form .button.primary').click();

/** Waits until something is read somewhere. */
export const reads = (tab: Tab, selector: string, text: string) =>
  tab.page.waitForFunction(
    (where, words) => document.querySelector(where)?.textContent?.includes(words),
    {},
    selector,
    text,
  );

/** What stands in a field. */
export async function typedIn(tab: Tab, selector: string): Promise<string> {
  const field = await tab.page.waitForSelector(selector);
  return (await field?.evaluate((element) => (element as HTMLInputElement).value)) ?? '';
}
