import { rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'

/** A copy of a database that another process has open. */
export type DatabaseCopy = {
  /** A tar file for `snapshot`, there until `release`. */
  file: string
  release(): void
}

const READY = 'ready\n'

/**
 * Lets other processes of this machine take copies of the database in `dataDir`, one at a time, by a socket that
 * only its user may open. `save` writes the copy; it is removed when the process that asked for it disconnects or
 * dies. The caller holds the lock of `dataDir`. Where no socket can be made (its path is too long, the folder is a
 * foreign file system), none are offered.
 */
export async function offerCopies(
  dataDir: string,
  save: (file: string) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const file = copyIn(dataDir)
  // What a killed process left behind.
  rmSync(file, { force: true })
  if (process.platform !== 'win32') rmSync(socketOf(dataDir), { force: true })
  let taker: Socket | undefined
  const server = createServer((client) => {
    client.on('error', () => {})
    if (taker) return void client.end('Another backup is being made.')
    taker = client
    let isSaved = false
    const remove = () => {
      rmSync(file, { force: true })
      taker = undefined
    }
    client.on('close', () => isSaved && remove())
    client.resume()
    save(file)
      .then(
        () => client.write(READY),
        (error: Error) => client.end(error.message),
      )
      .finally(() => {
        isSaved = true
        if (client.destroyed) remove()
      })
  })
  const offers = await listening(server, socketOf(dataDir))
  server.unref()
  return {
    async close() {
      taker?.destroy()
      if (offers) await new Promise((done) => server.close(done))
    },
  }
}

function listening(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ path: address }, () => resolve(true))
  })
}

/**
 * Asks the process that has the database in `dataDir` open for a copy of it. Throws when it offers none: it is an
 * older one, or could make no socket.
 */
export function takeCopy(dataDir: string): Promise<DatabaseCopy> {
  const socket = createConnection({ path: socketOf(dataDir) })
  return new Promise((resolve, reject) => {
    let said = ''
    socket.on('data', (text) => {
      said += String(text)
      if (said === READY) resolve({ file: copyIn(dataDir), release: () => socket.destroy() })
    })
    socket.on('error', (cause) => {
      const problem = `The database in ${path.resolve(dataDir)} is in use, and its site gives no copy. Stop it first.`
      reject(new Error(problem, { cause }))
    })
    socket.on('close', () => reject(new Error(said || 'The site ended before it had made a copy.')))
  })
}

const copyIn = (dataDir: string) => path.join(dataDir, 'database.copy')

/** A socket's path may have some 100 characters, so the shorter one is taken. */
function socketOf(dataDir: string): string {
  const absolute = path.resolve(dataDir, 'database.socket')
  if (process.platform === 'win32') return path.join('\\\\.\\pipe', absolute)
  const relative = path.relative(process.cwd(), absolute)
  return relative.length < absolute.length ? relative : absolute
}
