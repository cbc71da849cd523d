/// <reference lib="dom" />
import type { Tab } from './chromium.ts';

/** What a person takes away from a page of the portal: on paper, and as a file. */

type Printed = {
  readonly rows: number;
  /** What stands above them. */
  readonly note: string;
};

/** What the print button of a list prints. */
export const printedBy = (tab: Tab): Promise<Printed> =>
  tab.page.evaluate(
    () =>
      new Promise<Printed>((resolve) => {
        const { print } = window;
        window.print = () => {
          window.print = print;
          dispatchEvent(new Event('beforeprint'));
          // The paper shows what is drawn by now.
          const note = document.querySelector('.paper-note')?.textContent ?? '';
          resolve({ rows: document.querySelectorAll('.table tbody tr').length, note });
          dispatchEvent(new Event('afterprint'));
        };
        document.querySelector<HTMLButtonElement>('button[aria-label="Print the list"]')?.click();
      }),
  );

/** The lines of the file that the export button of a page saves. */
export const exportedBy = async (tab: Tab): Promise<readonly string[]> => {
  const text = await tab.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { createObjectURL } = URL;
        const { click } = HTMLAnchorElement.prototype;
        URL.createObjectURL = (file) => {
          if (file instanceof Blob) void file.text().then(resolve);
          return createObjectURL(file);
        };
        // Nothing is written onto the disk of the tests.
        HTMLAnchorElement.prototype.click = () => {
          URL.createObjectURL = createObjectURL;
          HTMLAnchorElement.prototype.click = click;
        };
        document.querySelector<HTMLButtonElement>('button[aria-label="Export as CSV"]')?.click();
      }),
  );
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
};
