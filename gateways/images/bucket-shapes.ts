import type { PhotoFile } from './port.ts'

/** One page of a listing: the files, and the token for the next page. */
export type Page = { files: PhotoFile[]; next: string | null }

/**
 * Reads a page of `ListObjectsV2`; null when the text is none. Names of photos contain no characters that XML escapes.
 */
export function readPage(xml: string): Page | null {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) return null
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object]): PhotoFile => {
    const md5 = /^(?:"|&quot;|&#34;)?([0-9a-f]{32})(?:"|&quot;|&#34;)?$/.exec(textIn(object!, 'ETag') ?? '')
    return {
      name: textIn(object!, 'Key') ?? '',
      bytes: Number(textIn(object!, 'Size')),
      ...(md5 ? { md5: md5[1]! } : {}),
    }
  })
  const more = textIn(xml, 'IsTruncated') === 'true'
  const next = more ? withoutEscapes(textIn(xml, 'NextContinuationToken') ?? '') : null
  return next === '' ? null : { files, next }
}

/** The code in an error's XML, such as `NoSuchKey`; an empty text when there is none. */
export function errorCodeIn(xml: string): string {
  const code = /<Error>/.test(xml) ? textIn(xml, 'Code') : null
  return code && /^\w{1,60}$/.test(code) ? code : ''
}

const textIn = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null

const xmlEntities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const withoutEscapes = (text: string) =>
  text.replaceAll(/&(?:(lt|gt|quot|apos|amp)|#(\d+)|#x([0-9a-f]+));/gi, (_, name, decimal, hex) =>
    name ? xmlEntities[name]! : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  )
