const patterns = {
  br: /\bbr\b(?!;q=0(?![.]))/,
  zstd: /\bzstd\b(?!;q=0(?![.]))/,
  gzip: /\bgzip\b(?!;q=0(?![.]))/,
} as const

/** A compression by its name in HTTP. */
export type Encoding = keyof typeof patterns

/** The first of `ours` that a request with this Accept-Encoding accepts; undefined when it accepts none of them. */
export function acceptedEncoding<E extends Encoding>(accepted: string, ours: readonly E[]): E | undefined {
  return ours.find((each) => patterns[each].test(accepted))
}
