import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/* CPU time and memory of processes, read from /proc on Linux. On other systems the figures are NaN, and a row
   says so. */
const ticksPerSecond = (() => {
  try {
    return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  } catch {
    return NaN
  }
})()

/**
 * The fields of `/proc/<pid>/stat` from the state on (index 0 here is field 3 of the manual); null when there is no
 * such process.
 */
function statOf(pid: number): string[] | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

const milliseconds = (fields: readonly (string | undefined)[]) =>
  (fields.reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond) * 1000

/** CPU time of a process so far, in milliseconds. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid)
  return stat ? milliseconds(stat.slice(11, 13)) : NaN
}

/** CPU time of a process and all its children, including ended ones, in milliseconds. */
export function cpuOfFamily(pid: number): number {
  const own = statOf(pid)
  if (!own) return NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.[1] === String(pid))
  return milliseconds([...own.slice(11, 15), ...children.flatMap((stat) => stat!.slice(11, 13))])
}

/** The parent of a process. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[1] ?? NaN)

/** Resident memory of a process now, in MiB. */
export function memoryOf(pid: number): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
    return Number(kib) / 1024
  } catch {
    return NaN
  }
}
