/**
 * What the reference does in a browser: search over its own index, the language of samples, and the demo's credentials where this
 * machine may have them. Without it every page is readable; no network but its own server is used.
 */
export const SCRIPT = `const page = location.pathname;
document.querySelector('nav a[href="' + page + '"]')?.setAttribute('aria-current', 'page');

const input = document.querySelector('#search');
const found = document.querySelector('#found');
let index = null;
const load = () => (index ??= fetch('/docs/search.json').then((reply) => reply.json()));
const wordsOf = (text) => text.toLowerCase().split(/[^\\p{L}\\p{N}_.]+/u).filter(Boolean);
const scoreOf = (row, words) => {
  const [title, text] = [row.title.toLowerCase(), row.text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    if (title.includes(word)) score += title.startsWith(word) ? 12 : 8;
    else if (text.includes(word)) score += 2;
    else return 0;
  }
  return score + row.weight;
};
const show = (rows) => {
  found.replaceChildren(...rows.map(({ title, kind, address }) => {
    const link = document.createElement('a');
    link.href = address;
    const small = document.createElement('small');
    small.textContent = kind;
    link.append(title, small);
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
  found.hidden = rows.length === 0;
};
input.addEventListener('focus', load);
input.addEventListener('input', async () => {
  const words = wordsOf(input.value);
  if (words.length === 0) return show([]);
  const rows = await load();
  const hits = rows.map((row) => ({ row, score: scoreOf(row, words) })).filter(({ score }) => score > 0);
  show(hits.toSorted((a, b) => b.score - a.score).slice(0, 12).map(({ row }) => row));
});
const links = () => [...found.querySelectorAll('a')];
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.target.closest('input, textarea')) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape') show([]);
  const at = links().indexOf(document.activeElement);
  if (event.key === 'ArrowDown' && (event.target === input || at >= 0)) {
    event.preventDefault();
    links()[at + 1]?.focus();
  }
  if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault();
    (links()[at - 1] ?? input).focus();
  }
  if (event.key === 'Enter' && event.target === input) links()[0]?.click();
});

const chosen = localStorage.getItem('language') ?? 'curl';
for (const group of document.querySelectorAll('.languages')) {
  const buttons = [...group.querySelectorAll('button')];
  const choose = (name) => {
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset.language === name));
      document.getElementById(button.dataset.sample).hidden = button.dataset.language !== name;
    }
  };
  group.hidden = false;
  choose(buttons.some((button) => button.dataset.language === chosen) ? chosen : 'curl');
  for (const button of buttons)
    button.addEventListener('click', () => {
      localStorage.setItem('language', button.dataset.language);
      choose(button.dataset.language);
    });
}

// Of the demo alone, and where its own machine asks: elsewhere there is nothing.
if (document.querySelector('[data-credentials]')) {
  const reply = await fetch('/docs/credentials.json', { headers: { 'x-umoja-page': '1' } });
  if (reply.ok) {
    const { client_id, client_secret } = await reply.json();
    for (const place of document.querySelectorAll('[data-credentials]'))
      place.textContent = place.textContent
        .replaceAll('YOUR_CLIENT_ID', client_id)
        .replaceAll('YOUR_CLIENT_SECRET', client_secret);
    for (const note of document.querySelectorAll('[data-filled]')) note.hidden = false;
  }
}
`;
