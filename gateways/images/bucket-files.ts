import { formatOf } from '#domain/photo/format.ts'
import { bucketCalls, type BucketKeys, type Log, type Timeouts } from './bucket-calls.ts'
import { readPage } from './bucket-shapes.ts'
import { ImagesAway, type PhotoFiles } from './port.ts'

export type BucketOptions = BucketKeys & Partial<Timeouts> & { log?: Log }

const silent: Log = { warn: () => {}, error: () => {} }
const defaultTimeouts: Timeouts = {
  readMs: 4_000,
  writeMs: 10_000,
  retries: 2,
  retryDelayMs: 100,
  breakAfter: 6,
  breakMs: 5_000,
}

/** Photos in a bucket, and a check whether the bucket works. */
export type BucketFiles = PhotoFiles & {
  /**
   * Null when the bucket can be listed with our key; otherwise a sentence about the problem, for the operator of the
   * site.
   */
  problem(): Promise<string | null>
}

/** The files of photos in a bucket of a service that speaks the S3 protocol. Waits are in milliseconds. */
export function bucketFiles({ log = silent, ...options }: BucketOptions): BucketFiles {
  const ask = bucketCalls(options, { ...defaultTimeouts, ...options }, log)
  const page = async (query: Record<string, string>) => {
    const accepts = (bytes: Uint8Array) => readPage(textOf(bytes)) !== null
    const xml = await ask({ method: 'GET', query: { 'list-type': '2', ...query }, accepts })
    if (!xml) throw new ImagesAway('NoSuchBucket')
    return readPage(textOf(xml))!
  }
  return {
    async *list(folder) {
      let next: string | null = null
      do {
        const { files, ...rest } = await page({
          prefix: folder,
          ...(next === null ? {} : { 'continuation-token': next }),
        })
        yield* files
        if (rest.next === next) return
        next = rest.next
      } while (next !== null)
    },
    read: (name) => ask({ method: 'GET', name, accepts: (bytes) => formatOf(bytes) !== null }),
    async write(name, bytes) {
      if ((await ask({ method: 'PUT', name, body: new Uint8Array(bytes) })) === null)
        throw new ImagesAway('NoSuchKey')
    },
    async remove(name) {
      await ask({ method: 'DELETE', name })
    },
    async problem() {
      try {
        await page({ 'max-keys': '1' })
        return null
      } catch (error) {
        if (!(error instanceof ImagesAway)) throw error
        return problems[error.code] ?? `It does not answer as it should (${error.code}).`
      }
    },
  }
}

const problems: Record<string, string> = {
  NoSuchBucket: 'There is no such bucket.',
  InvalidAccessKeyId: 'The access key is not known there.',
  SignatureDoesNotMatch: 'The secret does not fit the access key.',
  AccessDenied: 'The access key may not list the bucket.',
  AuthorizationHeaderMalformed: 'The region is another one.',
  PermanentRedirect: 'The bucket is at another address or in another region.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong.',
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
