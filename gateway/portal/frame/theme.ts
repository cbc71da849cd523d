import { createStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const theme = createStore<Theme>(THEMES.find((name) => name === localStorage.getItem('theme')) ?? 'system');

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen);
  localStorage.setItem('theme', chosen);
  applyTheme();
}

export function applyTheme(): void {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}
