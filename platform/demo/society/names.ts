/** Invented people of the society, as they are named around its three branches. */

export type Home = { readonly branch: 0 | 1 | 2; readonly city: string; readonly county: string };

const FIRST = {
  0: ['Wanjiru', 'Kamau', 'Njoki', 'Mwangi', 'Wambui', 'Karanja', 'Muthoni', 'Githinji', 'Nyambura', 'Kariuki'],
  1: ['Atieno', 'Ochieng', 'Akinyi', 'Omondi', 'Adhiambo', 'Odhiambo', 'Awuor', 'Onyango', 'Anyango', 'Okoth'],
  2: ['Chepkoech', 'Kiprono', 'Jepchirchir', 'Kibet', 'Cherono', 'Kiplagat', 'Jeruto', 'Koech', 'Chelangat', 'Rono'],
} as const;
const LAST = {
  0: ['Njuguna', 'Maina', 'Waweru', 'Gathoni', 'Ndungu', 'Mbugua', 'Kimani', 'Wairimu', 'Macharia', 'Thuo', 'Gitau'],
  1: ['Otieno', 'Achieng', 'Ouma', 'Owino', 'Opiyo', 'Oduor', 'Were', 'Ogola', 'Nyong’o', 'Obiero', 'Wafula'],
  2: ['Cheruiyot', 'Kosgei', 'Lagat', 'Bett', 'Rotich', 'Sang', 'Tanui', 'Kemboi', 'Chepngeno', 'Langat', 'Barasa'],
} as const;

const HOMES: readonly Home[] = [
  { branch: 0, city: 'Nairobi', county: 'Nairobi' },
  { branch: 0, city: 'Thika', county: 'Kiambu' },
  { branch: 0, city: 'Machakos', county: 'Machakos' },
  { branch: 1, city: 'Kisumu', county: 'Kisumu' },
  { branch: 1, city: 'Kakamega', county: 'Kakamega' },
  { branch: 2, city: 'Eldoret', county: 'Uasin Gishu' },
  { branch: 2, city: 'Kericho', county: 'Kericho' },
];

/** What members borrow for. */
export const PURPOSES = [
  'Stock for the shop',
  'Dairy cow',
  'Boda boda',
  'Water tank',
  'Greenhouse',
  'Hospital bill',
  'Sewing machines',
  'Plot in town',
  'Seeds and fertiliser',
  'Roof repair',
  'Salon equipment',
  'Solar panels',
] as const;

/** The person of a number: no two have one name. */
export function personOf(number: number): { readonly name: string; readonly home: Home } {
  const home = HOMES[number % HOMES.length] ?? { branch: 0, city: 'Nairobi', county: 'Nairobi' };
  const first = FIRST[home.branch];
  const last = LAST[home.branch];
  return { name: `${first[number % first.length]} ${last[(number * 7 + 3) % last.length]}`, home };
}
