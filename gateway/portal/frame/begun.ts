/** How the places begin at which a tab stores forms that were begun. */
export const BEGUN = 'step:';
