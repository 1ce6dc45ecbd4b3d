import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

const WEEK_MS = 7 * 24 * 3_600_000
/** No process serves the same version for longer. */
const IN_USE_MS = 10 * 365 * 24 * 3_600_000

/**
 * Copies the files of the folder `build`, whose names change with what is in them, into the folder `kept`, where
 * processes of other versions find them. The modification time of a kept file is the time until which it is kept. A
 * file that `build` lacks is kept for a week at most, as open pages may still name it; at a later start it is deleted.
 * Rejects when `build` can't be read, or `kept` can't be read or written.
 */
export async function keepAssets(build: string, kept: string, now: Date): Promise<void> {
  await mkdir(kept, { recursive: true })
  const there = new Set(await readdir(kept))
  const own = new Set(await readdir(build))
  const after = (ms: number) => new Date(now.getTime() + ms)
  const keepOwn = async (name: string) => {
    const to = join(kept, name)
    // A process of another version never reads half a file.
    const unfinished = `${to}.${process.pid}`
    if (there.has(name)) return utimes(to, now, after(IN_USE_MS))
    await copyFile(join(build, name), unfinished)
    // Before the rename: otherwise another process could take the new file for an expired one and delete it.
    await utimes(unfinished, now, after(IN_USE_MS))
    await rename(unfinished, to)
  }
  const keepForWeek = async (name: string) => {
    const file = join(kept, name)
    const { mtime } = await stat(file)
    if (mtime <= now) await rm(file, { force: true })
    else if (mtime > after(WEEK_MS)) await utimes(file, now, after(WEEK_MS))
  }
  await Promise.all([...own].map(keepOwn))
  await Promise.all([...there].filter((name) => !own.has(name)).map(keepForWeek))
}
