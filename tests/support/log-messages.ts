import { readFileSync } from 'node:fs'
import path from 'node:path'
import { project, sourceFiles } from './imports.ts'

export type LogMessage = { file: string; text: string }

/** Beginnings of the calls that write a line at level warn or error, or at one of them by turns. */
const call = /\blog(?:\.(?:warn|error)|\[[^\]]+\])\(/g

/** The messages that the product logs at level warn or error: the last text of each call, up to what it fills in. */
export function loggedMessages(): LogMessage[] {
  const files = sourceFiles().filter(
    (file) => /^(?:server|gateways|db|app)\/.*\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  return files.flatMap((file) => {
    const code = readFileSync(path.join(project, file), 'utf8')
    return [...code.matchAll(call)].map(({ index, 0: begin }) => ({
      file,
      text: lastText(argumentsAt(code, index + begin.length)),
    }))
  })
}

/** The arguments of a call, up to its closing parenthesis. */
function argumentsAt(code: string, start: number): string {
  let depth = 1
  let at = start
  for (; depth > 0 && at < code.length; at++)
    if (code[at] === '(') depth++
    else if (code[at] === ')') depth--
  return code.slice(start, at - 1)
}

function lastText(args: string): string {
  const texts = [...args.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template!)
  return (texts.at(-1) ?? '').split('${')[0]!.trim()
}
