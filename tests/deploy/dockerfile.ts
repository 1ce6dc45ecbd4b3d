import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Instruction = { name: string; rest: string }

/** The instructions of a Dockerfile, in their order, without comments. */
export function readDockerfile(file: string): Instruction[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line)!
      return { name: name!, rest: rest! }
    })
}

/** What it installs is in this project's `node_modules` already, and a copy of that takes a tenth of the CPU. */
const INSTALL = 'npm ci --no-audit --no-fund'

type Stage = { folder: string; workdir: string; env: Record<string, string>; user: number | undefined }

/** An image as a folder on this machine, which stands for its `/`. */
export type Image = {
  /** The path on this machine of a path in the image. */
  at(place: string): string
  env: Record<string, string>
  /** Starts the program of CMD, or another, with additional settings. */
  start(settings: Record<string, string>, command?: readonly string[]): ChildProcess
  healthcheck: readonly string[]
}

/**
 * Runs the instructions of a Dockerfile by plain commands below a folder, without a Docker engine: `uid` is the user
 * that USER names, undefined when this process may not change its user. `context` is the source of `COPY`.
 */
export async function buildImage(
  instructions: readonly Instruction[],
  { folder, context, uid }: { folder: string; context: string; uid: number | undefined },
): Promise<Image> {
  const stages: Record<string, Stage> = {}
  let stage!: Stage
  let [command, healthcheck]: [string[], string[]] = [[], []]
  const at = (of: Stage, place: string) => path.join(of.folder, path.resolve(of.workdir, place))
  const env = () => ({ PATH: process.env.PATH!, HOME: stage.folder, ...stage.env })
  // Removes the npm settings of the test run: a real build has its own.
  const { NODE_ENV: _environment, ...builder } = process.env
  for (const { name, rest } of instructions) {
    const words = rest.split(' ')
    if (name === 'FROM') {
      const root = path.join(folder, words[2] ?? 'image')
      mkdirSync(root, { recursive: true })
      stage = { folder: root, workdir: '/', env: {}, user: undefined }
      stages[words[2] ?? 'image'] = stage
    } else if (name === 'WORKDIR') {
      stage.workdir = rest
      mkdirSync(at(stage, '.'), { recursive: true })
    } else if (name === 'ENV') stage.env[rest.split('=')[0]!] = inFolder(stage, rest.split('=')[1]!)
    else if (name === 'COPY') copy(words)
    else if (name === 'RUN') {
      const said = rest.replaceAll(/(^| )(\/\w+)/g, (_, before, place) => before + at(stage, place))
      // A dry run fails too when the lock file is not there, or does not fit package.json.
      await run('sh', ['-c', rest === INSTALL ? `${INSTALL} --dry-run` : owned(said)], {
        cwd: at(stage, '.'),
        env: { ...builder, ...stage.env } as NodeJS.ProcessEnv,
        maxBuffer: 1e8,
      })
      if (rest !== INSTALL) continue
      const different = notAsLocked(context)
      if (different.length > 0)
        throw new Error(`npm ci would install other packages: ${different.join(', ')}`)
      await run('cp', ['-a', path.join(context, 'node_modules'), at(stage, 'node_modules')])
    } else if (name === 'USER') stage.user = uid
    else if (name === 'CMD') command = JSON.parse(rest) as string[]
    else if (name === 'HEALTHCHECK') healthcheck = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
    else if (!/^(EXPOSE|VOLUME)$/.test(name)) throw new Error(`The test does not know ${name}.`)
  }
  const image = stage
  return {
    at: (place) => at(image, place),
    env: image.env,
    healthcheck,
    start: (settings, other = command) =>
      spawn(other[0]!, other.slice(1), {
        cwd: at(image, '.'),
        env: { ...env(), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(image.user === undefined ? {} : { uid: image.user, gid: image.user }),
      }),
  }

  function copy(words: string[]) {
    const from = /^--from=(\w+)$/.exec(words[0]!)?.[1]
    const sources = words.slice(from ? 1 : 0, -1)
    const target = words.at(-1)!
    const ignored = readIgnored(context)
    for (const source of sources) {
      const origin = from ? at(stages[from]!, source) : path.join(context, source)
      const end = target.endsWith('/') && source !== '.' ? path.join(target, path.basename(source)) : target
      // Moved, as copying takes many seconds; so an instruction may copy each file of a stage once only.
      if (from) {
        renameSync(origin, at(stage, end))
        continue
      }
      cpSync(origin, at(stage, end), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !ignored.some((pattern) => path.matchesGlob(path.relative(context, file), pattern)),
      })
    }
  }

  /** The `chown` user that replaces `node` here. */
  function owned(said: string): string {
    return uid === undefined
      ? said.replace(/&& chown \S+/, '&& ls')
      : said.replace('node:node', `${uid}:${uid}`)
  }

  function inFolder(of: Stage, value: string): string {
    return value.startsWith('/') ? path.join(of.folder, value) : value
  }
}

/** The packages in a project's `node_modules` that are not there, or of another version than its lock file says. */
function notAsLocked(project: string): string[] {
  type Package = { version?: string; optional?: true; devOptional?: true }
  const read = (file: string) => JSON.parse(readFileSync(path.join(project, file), 'utf8')) as unknown
  const { packages } = read('package-lock.json') as { packages: Record<string, Package> }
  return Object.entries(packages).flatMap(([place, { version, optional, devOptional }]) => {
    const isThere = existsSync(path.join(project, place, 'package.json'))
    if (place === '' || (!isThere && (optional || devOptional))) return []
    const found = isThere ? (read(`${place}/package.json`) as Package).version : 'none'
    return found === version ? [] : [`${place} ${version} (there is ${found})`]
  })
}

function readIgnored(context: string): string[] {
  const lines = readFileSync(path.join(context, '.dockerignore'), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

/** Lets another user enter a folder of this one. */
export function openTo(folder: string, uid: number | undefined): void {
  chmodSync(folder, 0o755)
  if (uid !== undefined) chownSync(folder, uid, uid)
}
