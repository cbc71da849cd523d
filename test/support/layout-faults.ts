/// <reference lib="dom" />

/**
 * What an eye would stumble over on the page that is shown: a figure, a time, a number or a name on two lines, a text that is
 * cut without an ellipsis, over another one or at the border of its panel, a list that has to be moved sideways, a phone
 * number in one row of digits. Each says which element, once however many there are of it. It runs inside the browser, so
 * that it takes nothing from around it.
 */
export function layoutFaults(): string[] {
  const found = new Map<string, { count: number; text: string }>();
  const add = (fault: string, element: Element, text: string) => {
    const key = `${fault}: ${nameOf(element)}`;
    const before = found.get(key);
    if (before) before.count += 1;
    else found.set(key, { count: 1, text: text.trim().slice(0, 60) });
  };
  type Written = { readonly element: HTMLElement; readonly rect: DOMRect };
  const written: Written[] = [];
  const shown = document.querySelectorAll<HTMLElement>(':is(.frame, .sign-in) :not(svg, svg *, option, script, style)');
  for (const element of shown) {
    if (!element.checkVisibility({ visibilityProperty: true }) || isOffScreen(element)) continue;
    if (element.matches('.table:not(.marks)') && element.scrollWidth > element.clientWidth + 1) {
      add('has to be moved sideways', element, element.querySelector('table')?.ariaLabel ?? '');
    }
    // In a form nothing is beside what is seen.
    if (element.matches('dialog[open], dialog[open] :not(pre, textarea, .table)') && isMovedInside(element)) {
      add('has to be moved sideways', element, element.textContent);
    }
    // A heading may take two; so may a figure with its state below it, each of which is whole.
    if (element.matches('.number:not(th, :has(> .known-by), :has(dialog[open])), time')) {
      if (linesOf(textsUnder(element)) > 1) add('on more than one line', element, element.textContent);
    }
    if (element instanceof HTMLInputElement) {
      if (element.value === '' && isCutHint(element)) add('its hint is cut', element, element.placeholder);
      continue;
    }
    const texts = [...element.childNodes].filter(isText);
    if (texts.length === 0 || element.matches('select, textarea')) continue;
    const rects = texts.flatMap(rectsOf);
    if (isCut(element, rects)) add('cut without an ellipsis', element, element.textContent);
    if (isAtBorder(element, rects)) add('closer than 4 px to its panel', element, element.textContent);
    if (element.closest('code, pre') === null) {
      for (const word of texts.flatMap(brokenWords)) add('a number or a name is broken', element, word);
      const [digits] = /\+?254\d{9}/.exec(element.textContent) ?? [];
      if (digits !== undefined) add('a phone number is not grouped', element, digits);
    }
    if (!isMoved(element)) written.push(...seen(element, rects).map((rect) => ({ element, rect })));
  }
  for (const [over, under] of overlaps(written)) {
    add('over another text', over, `${over.textContent.slice(0, 28)} / ${under.textContent.slice(0, 28)}`);
  }
  return [...found].map(([key, { count, text }]) => `${key} "${text}"${count > 1 ? ` and ${count - 1} more` : ''}`);

  function nameOf(element: Element): string {
    const own = element.tagName.toLowerCase() + [...element.classList].map((name) => `.${name}`).join('');
    const above = element.parentElement?.closest('[class]');
    return above ? `.${[...above.classList].join('.')} ${own}` : own;
  }

  function isText(node: Node): boolean {
    return node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() !== '';
  }

  function rectsOf(node: Node): DOMRect[] {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  }

  function textsUnder(element: Element): Node[] {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
    return texts;
  }

  /** Whether it is wider than its room, and shows the rest where it is moved to. */
  function isMovedInside(element: Element): boolean {
    const { overflowX } = getComputedStyle(element);
    return ['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
  }

  /** Numbers and names that must stay whole, and don't: `L-000001`, `BSC-CS/0001/2025`, `M-Pesa`, `loans:read`. */
  function brokenWords(node: Node): string[] {
    return [...(node.nodeValue ?? '').matchAll(/[^ \n\t]+/g)].flatMap(({ 0: word, index }) => {
      const isName = /^\P{L}*M.Pesa/u.test(word) || /\w[_:]\w/.test(word);
      if (!isName && !(/\d/.test(word) && word.length < 30)) return [];
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      return Math.max(...tops) - Math.min(...tops) > 4 ? [word] : [];
    });
  }

  /** Whether it stays in its place while something passes below it, or is a layer of its own. */
  function isMoved(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return true;
      if (at.matches('[popover], dialog')) return true;
    }
    return false;
  }

  /** What is seen of rectangles: less what lies beyond an edge that hides it. */
  function seen(element: Element, rects: readonly DOMRect[]): DOMRect[] {
    let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity];
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const edge = at.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return rects
      .map((rect) => {
        const [x, y] = [Math.max(rect.left, left), Math.max(rect.top, top)];
        return new DOMRect(x, y, Math.min(rect.right, right) - x, Math.min(rect.bottom, bottom) - y);
      })
      .filter(({ width, height }) => width > 0 && height > 0);
  }

  /** Texts that stand on one another. */
  function overlaps(all: readonly Written[]): (readonly [HTMLElement, HTMLElement])[] {
    const sorted = all.toSorted((a, b) => a.rect.top - b.rect.top);
    return sorted.flatMap((one, place) => {
      const found: (readonly [HTMLElement, HTMLElement])[] = [];
      for (const other of sorted.slice(place + 1)) {
        // An eye sees less than the box of a line: a third of it is space.
        if (other.rect.top > one.rect.bottom - 5) break;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        if (width > 2) found.push([one.element, other.element]);
      }
      return found;
    });
  }

  /** How many lines the texts take: a line begins below the one before it. */
  function linesOf(texts: readonly Node[]): number {
    const rects = texts.flatMap(rectsOf).sort((a, b) => a.top - b.top);
    let lines = 0;
    let bottom = -Infinity;
    for (const rect of rects) {
      if (rect.top >= bottom - 2) lines += 1;
      bottom = Math.max(bottom, rect.bottom);
    }
    return lines;
  }

  /** Kept for those who listen, or moved out of sight on purpose. */
  function isOffScreen(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { clipPath, position, left } = getComputedStyle(at);
      if (clipPath !== 'none' || (position === 'absolute' && Number.parseFloat(left) < -900)) return true;
    }
    return false;
  }

  /** A hint is drawn by the browser: its width is that of its words in the font of the field. */
  function isCutHint(input: HTMLInputElement): boolean {
    if (input.placeholder === '' || !['text', 'search', 'email', 'tel'].includes(input.type)) return false;
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) return false;
    context.font = font;
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return context.measureText(input.placeholder).width > room + 1;
  }

  /** Whether a text ends beyond what shows it, and nothing says so: an ellipsis, or a bar to move it by. */
  function isCut(element: HTMLElement, rects: readonly DOMRect[]): boolean {
    const { display, overflowX } = getComputedStyle(element);
    const isInline = display === 'inline';
    if (!isInline && overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1) {
      // Only where it is the text of the element itself that flows out of it.
      const { right } = element.getBoundingClientRect();
      if (rects.some((rect) => rect.right > right + 1)) return true;
    }
    const right = Math.max(...rects.map((rect) => rect.right));
    let hasBoxBetween = false;
    for (let at: HTMLElement | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return false;
      if (style.overflowX !== 'visible') {
        const isBeyond = right > at.getBoundingClientRect().right + 1;
        if (isBeyond) return style.textOverflow !== 'ellipsis' || hasBoxBetween;
      }
      // A box in a line is cut as a whole: its text has no ellipsis.
      if (style.display !== 'inline') hasBoxBetween = true;
    }
    return false;
  }

  function isAtBorder(element: HTMLElement, rects: readonly DOMRect[]): boolean {
    // A form lies over the panel of its button.
    let panel = element.closest('.panel, .table, dialog');
    // On paper a panel has no border; a table in a panel has that of the panel.
    while (panel && getComputedStyle(panel).borderLeftWidth === '0px') {
      panel = panel.parentElement?.closest('.panel, .table, dialog') ?? null;
    }
    if (panel === null || panel.matches('dialog')) return false;
    const outer = panel.getBoundingClientRect();
    // Where it can be moved, its end is no border.
    const moves = { x: false, y: false };
    for (let at: Element | null = element; at; at = at === panel ? null : at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX !== 'visible' && at.scrollWidth > at.clientWidth + 1) moves.x = true;
      if (overflowY !== 'visible' && at.scrollHeight > at.clientHeight + 1) moves.y = true;
    }
    return rects.some(
      ({ left, right, top, bottom }) =>
        (!moves.x && (left - outer.left < 4 || outer.right - right < 4)) ||
        (!moves.y && (top - outer.top < 4 || outer.bottom - bottom < 4)),
    );
  }
}
