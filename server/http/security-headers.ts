/** The headers every answer carries. `https` says whether people reach the site by https. */
export function commonHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    'X-XSS-Protection': '0',
    ...(https ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** The script sources of a page whose scripts carry `nonce`. */
export const nonceSources = (nonce: string) => `'nonce-${nonce}' 'strict-dynamic'`

/**
 * The content security policy of a page that runs scripts from `scripts` only. Its forms lead to our own pages and,
 * where people pay online, on to `checkout`: a browser asks the policy again for the address a form's answer sends it
 * to. `frames` are what it may show in one.
 */
export function pagePolicy(
  scripts: string,
  https: boolean,
  checkout?: string,
  frames: "'none'" | "'self'" = "'none'",
): string {
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    `frame-src ${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${checkout ? ` ${checkout}` : ''}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The policy of files people uploaded. */
export const filePolicy = "default-src 'none'; sandbox"

/** The policy of a kept mail in its frame: its own styles and nothing else; a link opens a page of its own. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
