/** The headers of every answer. `https` says whether browsers use https. */
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
 * The content security policy of a page that runs scripts from `scripts` only. Its forms may lead to our own pages
 * and, with online payment, to `checkout`: a browser checks the policy again for the address to which a form's answer
 * redirects. `frames` are the allowed frames.
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

/** The content security policy of uploaded files. */
export const filePolicy = "default-src 'none'; sandbox"

/**
 * The content security policy of a stored mail in its frame: its own styles and nothing else; a link opens a new page.
 */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
