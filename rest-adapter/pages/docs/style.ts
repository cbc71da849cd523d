/** The mark in a browser's tab. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4 3v5a4 4 0 0 0 8 0V3" fill="none" ' +
  'stroke="#3b4cca" stroke-width="2.5" stroke-linecap="round"/></svg>\n';

/** The looks of the reference: the portal's colours, in both themes. */
export const STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #131418);
  --surface: light-dark(#f7f7f9, #191a1f);
  --line: light-dark(#e4e5ea, #2c2e36);
  --edge: light-dark(#8b8e99, #6c707d);
  --text: light-dark(#1a1b20, #ececf1);
  --faint: light-dark(#5a5d68, #a3a7b4);
  --accent: light-dark(#3b4cca, #9aa8ff);
  --accent-soft: light-dark(#eceefb, #262a45);
}
* { box-sizing: border-box; }
html {
  font: 14px / 1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  color: var(--text);
  background: var(--page);
  -webkit-text-size-adjust: 100%;
}
body { margin: 0; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--page); padding: 4px 8px; z-index: 2; }
body > header {
  display: flex; align-items: center; gap: 24px; flex-wrap: wrap;
  padding: 12px 24px; border-bottom: 1px solid var(--line);
}
.name { font-size: 16px; font-weight: 600; color: var(--text); text-decoration: none; }
.name span { color: var(--faint); font-weight: 400; }
search { position: relative; flex: 1 1 240px; max-width: 480px; }
#search {
  width: 100%; min-height: 36px; padding: 4px 12px; font: inherit; color: inherit;
  background: var(--page); border: 1px solid var(--edge); border-radius: 6px;
}
#found {
  position: absolute; inset: 100% 0 auto; z-index: 1; margin: 4px 0 0; padding: 4px; list-style: none;
  max-height: 60vh; overflow: auto; background: var(--page); border: 1px solid var(--line); border-radius: 6px;
  box-shadow: 0 8px 24px rgb(0 0 0 / 16%);
}
#found a { display: block; padding: 8px; color: var(--text); text-decoration: none; border-radius: 4px; }
#found a:hover, #found a:focus { background: var(--accent-soft); }
#found small { display: block; color: var(--faint); }
.columns { display: grid; grid-template-columns: 216px minmax(0, 760px); gap: 40px; padding: 0 24px 64px; }
nav h2 { margin: 24px 0 4px; font-size: 13px; font-weight: 500; color: var(--faint); }
nav ul, .plain { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 4px 0; color: var(--text); text-decoration: none; }
nav a[aria-current] { color: var(--accent); font-weight: 500; }
main { padding-top: 24px; min-width: 0; overflow-wrap: anywhere; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; letter-spacing: -0.02em; }
main h2 { margin: 32px 0 8px; font-size: 20px; }
main h3 { margin: 24px 0 4px; font-size: 16px; }
p { max-width: 68ch; }
.lead, .faint { color: var(--faint); }
code { font: 13px / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--surface); border-radius: 4px; padding: 1px 4px; }
pre {
  margin: 12px 0; padding: 12px 16px; overflow: auto; max-height: 70vh;
  background: var(--surface); border: 1px solid var(--line); border-radius: 6px;
}
table { width: 100%; border-collapse: collapse; margin: 12px 0; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); }
th { font-size: 13px; font-weight: 500; color: var(--faint); }
.languages { display: flex; gap: 4px; flex-wrap: wrap; margin: 16px 0 0; }
.languages button {
  font: inherit; font-weight: 500; padding: 4px 12px; min-height: 32px; cursor: pointer;
  color: var(--text); background: none; border: 1px solid var(--line); border-radius: 6px;
}
.languages button[aria-pressed='true'] { background: var(--accent-soft); border-color: var(--accent); }
.note { padding: 12px 16px; background: var(--accent-soft); border-radius: 6px; }
[hidden] { display: none !important; }
@media (max-width: 800px) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 16px 48px; }
  body > header { padding: 12px 16px; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 16px; }
  nav h2 { margin: 12px 0 0; }
  h1 { font-size: 24px; }
}
`;
