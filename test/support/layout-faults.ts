/// <reference lib="dom" />

/**
 * What an eye would stumble over on the page that is shown: a figure or a time on two lines, a text that is cut without an
 * ellipsis, a text at the border of its panel. Each says which element, once however many there are of it. It runs inside
 * the browser, so that it takes nothing from around it.
 */
export function layoutFaults(): string[] {
  const found = new Map<string, { count: number; text: string }>();
  const add = (fault: string, element: Element, text: string) => {
    const key = `${fault}: ${nameOf(element)}`;
    const before = found.get(key);
    if (before) before.count += 1;
    else found.set(key, { count: 1, text: text.trim().slice(0, 60) });
  };
  const shown = document.querySelectorAll<HTMLElement>(':is(.frame, .sign-in) :not(svg, svg *, option, script, style)');
  for (const element of shown) {
    if (!element.checkVisibility({ visibilityProperty: true }) || isOffScreen(element)) continue;
    if (element.matches('.number, time')) {
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
    const panel = element.closest('.panel, .table');
    if (panel === null) return false;
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
