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
 * The content security policy of a page that runs scripts from `scripts` only. Its forms lead to our own pages and, where
 * people pay online, on to `checkout`: a browser asks the policy again for the address a form's answer sends it to.
 */
export function pagePolicy(scripts: string, https: boolean, checkout?: string): string {
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${checkout ? ` ${checkout}` : ''}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The policy of files people uploaded. */
export const filePolicy = "default-src 'none'; sandbox"
