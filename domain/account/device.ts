/** The first match wins, because a browser's user agent also names the browsers it is based on. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFBA[NV]\b|\bFB_IAB\b/, 'Facebook'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The browser and operating system that a user agent names, in words for people.
 * ### Example `Mozilla/5.0 (Windows NT 10.0; Win64; x64) … Chrome/140.0.0.0 Safari/537.36` is `Chrome on Windows`; a
 * text that names neither is `Unknown device`.
 */
export function deviceOf(userAgent: string | null): string {
  const name = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const [browser, system] = [name(browsers), name(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/**
 * The network of an IP address, without the part that identifies one machine: enough for a person to recognise where
 * they logged in.
 * ### Example `203.0.113.7` is in `203.0.113.x`, and `2001:db8:12:3::1` in `2001:db8:12:x`.
 */
export function networkOf(address: string): string {
  const four = /(?:^|:)(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)
  if (four) return `${four[1]}.x`
  const [before = ''] = address.split('::')
  const groups = before.split(':').filter((group) => /^[0-9a-f]{1,4}$/i.test(group))
  return groups.length > 0 ? `${groups.slice(0, 3).join(':').toLowerCase()}:x` : 'this machine'
}
