const WORKER = '/offline.js';

type Policy = { readonly createScriptURL: (address: string) => string };
type TrustedTypes = { readonly createPolicy: (name: string, rules: Policy) => Policy };

/** Stores the frame for when there is no connection. The policy of the page lets this one script be named, and no other. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // Not every browser has them, and the types of the DOM have none.
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  const createScriptURL = (address: string) => {
    if (address !== WORKER) throw new TypeError(`${address} is no worker of the portal.`);
    return address;
  };
  const address = trustedTypes?.createPolicy('umoja', { createScriptURL }).createScriptURL(WORKER) ?? WORKER;
  // Without it the portal works as well, but for the time without a connection.
  const register = () => void navigator.serviceWorker.register(address).catch(() => undefined);
  // The document does not wait for the frame: it may be there by now.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
  navigator.serviceWorker.ready.then(storeAssets, () => undefined);
}

/** What was loaded before the worker, or out of the memory of the browser, never passed it. */
function storeAssets(): void {
  const store = async (addresses: readonly string[]) => {
    const frame = await caches.open('frame');
    for (const address of addresses) if ((await frame.match(address)) === undefined) await frame.add(address);
  };
  const observer = new PerformanceObserver((list) => {
    const loaded = list.getEntries().map(({ name }) => name);
    store(loaded.filter((name) => new URL(name).pathname.startsWith('/assets/'))).catch(() => undefined);
  });
  observer.observe({ type: 'resource', buffered: true });
}
