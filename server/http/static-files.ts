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

/**
 * The built browser files, in memory with the compressed copies that the build wrote. `answer` returns a response for
 * one of their paths, or null. Files under `/assets/` have their content's hash in their name and never change.
 */
export async function staticFiles(
  folder: string,
): Promise<{ answer(request: Request, path: string): Response | null }> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const written = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && types[extname(entry.name)])
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const url = `/${relative(folder, path).split(sep).join('/')}`
        const bytes = await readFile(path)
        const compressed = written.has(`${path}.br`)
          ? { br: await readFile(`${path}.br`), gzip: await readFile(`${path}.gz`) }
          : null
        files.set(url, {
          type: types[extname(entry.name)]!,
          cache: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
          bytes,
          compressed,
        })
      }),
  )
  return {
    answer(request, path) {
      const file = files.get(path)
      if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return null
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
