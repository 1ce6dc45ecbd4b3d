import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')
const sources = new Map<string, string>()

const flat = (source: string) =>
  source
    .replaceAll(/\\(['`"])/g, '$1')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')

/** Whether a file of the project exists and contains a title. Kinds of quotes and white space make no difference. */
export function hasTitle(file: string, title: string): boolean {
  if (!sources.has(file)) {
    const at = path.join(project, file)
    sources.set(file, existsSync(at) ? flat(readFileSync(at, 'utf8')) : '')
  }
  return sources.get(file)!.includes(flat(title))
}
