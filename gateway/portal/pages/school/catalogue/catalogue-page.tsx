import type { ComponentType } from 'react';
import { Fees } from './fees.tsx';
import { Intakes } from './intakes.tsx';
import { usePart, type Part } from './parts.tsx';
import { Programmes } from './programmes.tsx';
import { Scales } from './scales.tsx';
import { Units } from './units.tsx';
import { Years } from './years.tsx';

const LISTS: { readonly [Each in Part]: ComponentType } = {
  programmes: Programmes,
  units: Units,
  years: Years,
  intakes: Intakes,
  fees: Fees,
  scales: Scales,
};

/** What a school offers, when, for how much, and how it grades: one list at a time, which the address names. */
export function Page() {
  const List = LISTS[usePart()];
  return <List />;
}
