/**
 * Whether a browser's subscription was made with the public key of the site: with another key it can't get what the
 * site sends. A browser that does not say its key counts as subscribed with this one; the server compares the key that
 * it stored.
 */
export function isSubscribedWith(publicKey: string, applicationServerKey: ArrayBuffer | null): boolean {
  if (!applicationServerKey) return true
  const key = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return key.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}
