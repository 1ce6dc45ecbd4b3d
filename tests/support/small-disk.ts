import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import path from 'node:path'

/** Mounts a disk of that size (`48m`) on a folder; false where only a user with more rights may. */
export function mountDisk(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Takes a disk off a folder, also one that is in use. */
export const unmountDisk = (folder: string) => execFileSync('umount', ['-l', folder])

/** Fills a disk, and returns the file that takes its room. */
export function fillDisk(disk: string): string {
  const filler = path.join(disk, 'filler')
  // The last bytes are taken by the small part.
  for (const bytes of [64 * 1024 * 1024, 4096])
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  return filler
}
