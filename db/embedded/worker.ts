import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './protocol.ts'

/*
 * The thread in which the embedded database runs. Started by host.ts from its source, never bundled.
 */
const settings = workerData as WorkerSettings
const database = await PGlite.create({
  dataDir: settings.folder,
  extensions: { btree_gin, btree_gist, pg_trgm },
  loadDataDir: settings.snapshot ? await openAsBlob(settings.snapshot) : undefined,
  // PostgreSQL writes to all its buffers at the start (128 MB by default). Files in memory need few of them.
  startParams: settings.folder ? undefined : [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
})

/**
 * Uses the raw call, because PGlite's own functions would parse every answer here, before the client parses it again.
 */
async function exec(message: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  // The bytes are a view of memory that the next call overwrites.
  await database.execProtocolRawStream(message, { onRawData: (bytes) => parts.push(bytes.slice()) })
  return parts.length === 1 ? parts[0]! : joined(parts)
}

// Not Buffer.concat: small Buffers share one piece of memory, which cannot be transferred to another thread.
function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const message = Buffer.alloc(5 + body.length)
  message.write('Q', 0)
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

async function answer(request: WorkerRequest): Promise<Uint8Array | undefined> {
  switch (request.kind) {
    case 'exec':
      return exec(request.bytes)
    case 'reset':
      await exec(simpleQuery('rollback'))
      await exec(simpleQuery('discard all'))
      return undefined
    case 'snapshot': {
      const dump = await database.dumpDataDir('none')
      await writeFile(request.file, new Uint8Array(await dump.arrayBuffer()), { mode: 0o600 })
      return undefined
    }
    case 'close':
      await database.close()
      return undefined
  }
}

function post(message: WorkerAnswer) {
  const buffer = message.kind === 'answer' ? message.bytes?.buffer : undefined
  parentPort!.postMessage(message, buffer instanceof ArrayBuffer && buffer.byteLength ? [buffer] : [])
}

let last: Promise<void> = Promise.resolve()
parentPort!.on('message', (request: WorkerRequest) => {
  last = last.then(async () => {
    try {
      post({ kind: 'answer', id: request.id, bytes: await answer(request) })
    } catch (error) {
      post({ kind: 'answer', id: request.id, error: error instanceof Error ? error.message : String(error) })
    }
  })
})
post({ kind: 'ready' })
