const pattern = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?![\\d.]))`, 'i')
const patterns = { br: pattern('br'), zstd: pattern('zstd'), gzip: pattern('gzip') } as const

/** A compression by its name in HTTP. */
export type Encoding = keyof typeof patterns

/** The first of `ours` that a request with this Accept-Encoding accepts; undefined when it accepts none of them. */
export function acceptedEncoding<E extends Encoding>(accepted: string, ours: readonly E[]): E | undefined {
  return ours.find((each) => patterns[each].test(accepted))
}
