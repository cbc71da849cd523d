/** Whether a person has signed in with this browser: without, there is no one to look up. The session itself no script sees. */
const SIGNED_IN = 'signed-in';

export const rememberSignIn = (): void => localStorage.setItem(SIGNED_IN, 'yes');
export const forgetSignIn = (): void => localStorage.removeItem(SIGNED_IN);
export const hasSignedIn = (): boolean => localStorage.getItem(SIGNED_IN) !== null;
