import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { acceptedEncoding } from './accepted-encoding.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

type StaticFile = {
  type: string
  cache: string
  bytes: Buffer
  compressed: { br: Buffer; gzip: Buffer } | null
}

/** A file under `/assets/`, with the hash in its name and no other folder. */
const asset = /^\/assets\/([\w-][\w.-]*-[\w-]{8}\.[a-z0-9]+)$/

/**
 * The built browser files, in memory with the compressed copies that the build wrote. `answer` gives a response for
 * one of their paths, or null. Files under `/assets/` have their content's hash in their name and never change; those
 * that the build lacks are looked for in the folder `kept`, which has those of other versions.
 */
export async function staticFiles(
  folder: string,
  kept?: string,
): Promise<{ answer(request: Request, path: string): Promise<Response | null> }> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && types[extname(entry.name)])
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const url = `/${relative(folder, path).split(sep).join('/')}`
        files.set(url, await readStatic(path, url))
      }),
  )
  const findKept = async (url: string): Promise<StaticFile | undefined> => {
    const name = asset.exec(url)?.[1]
    if (!kept || !name || !types[extname(name)]) return undefined
    const file = await readStatic(join(kept, name), url).catch(() => undefined)
    if (file) files.set(url, file)
    return file
  }
  return {
    async answer(request, path) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return null
      const file = files.get(path) ?? (await findKept(path))
      if (!file) return null
      const accepted = request.headers.get('accept-encoding') ?? ''
      const encoding = file.compressed ? acceptedEncoding(accepted, ['br', 'gzip']) : undefined
      const body = file.compressed && encoding ? file.compressed[encoding] : file.bytes
      return new Response(request.method === 'HEAD' ? null : (body as BodyInit), {
        headers: {
          'Content-Type': file.type,
          'Cache-Control': file.cache,
          'Content-Length': String(body.byteLength),
          ...(file.compressed ? { Vary: 'Accept-Encoding' } : {}),
          ...(encoding ? { 'Content-Encoding': encoding } : {}),
        },
      })
    },
  }
}

async function readStatic(path: string, url: string): Promise<StaticFile> {
  const copy = (end: string) => readFile(path + end).catch(() => null)
  const [bytes, br, gzip] = await Promise.all([readFile(path), copy('.br'), copy('.gz')])
  return {
    type: types[extname(path)]!,
    cache: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    bytes,
    compressed: br && gzip ? { br, gzip } : null,
  }
}
