import { returnToPage } from './frame/auth.ts';
import { hasSignedIn } from './frame/signed-in.ts';
import { askWhoSignedIn } from './frame/viewer.ts';
import { pageAt } from './pages/pages.ts';

/**
 * The little that comes before everything else: while the browser still loads what every page is made of, it is asked who is
 * signed in, and the page of the address is on its way.
 */
returnToPage();
if (hasSignedIn()) {
  askWhoSignedIn();
  // Where it fails, the router says so.
  pageAt(location.pathname)
    ?.page.load()
    .catch(() => undefined);
}
void import('./portal.tsx');
