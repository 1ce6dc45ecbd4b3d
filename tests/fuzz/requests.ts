import type { Chance } from '#seeds/metropolis/chance.ts'
import { hostileBytes, hostileHeaders, hostileJson, hostileText } from './hostile.ts'
import type { Target } from './targets.ts'

/** One request, as text first, so that it can be printed and sent again. */
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
const urlencoded = 'application/x-www-form-urlencoded'
const contentTypes = [
  urlencoded,
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json',
  'text/plain',
  'x',
]

/** A request to a target: some of what belongs there, the rest hostile. The same chance makes the same request. */
export function requestTo(target: Target, chance: Chance): FuzzRequest {
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html', ...hostileHeaders(chance) }
  if (target.kind === 'query') {
    const search = encoded(someOf(target.fields, chance, 0.3))
    const [pathname] = target.path.split('?')
    const path = chance.is(0.2) ? mangled(pathname!, chance) : pathname!
    const asData = chance.is(0.2) && path !== '/' ? `${path}.data` : path
    return {
      method: chance.is(0.9) ? 'GET' : chance.pick(methods),
      path: `${asData}?${search}`,
      headers,
      body: null,
    }
  }
  const method = chance.is(0.95) ? 'POST' : chance.pick(methods)
  const way = chance.next()
  const [type, body] =
    way < 0.7
      ? [urlencoded, encoded(someOf(target.fields, chance, 0.9))]
      : way < 0.85
        ? ['application/json', hostileJson(chance, target.fields)]
        : [chance.pick(contentTypes), hostileBytes(chance)]
  const bodyless = method === 'GET' || method === 'HEAD'
  const path =
    target.path + (chance.is(0.05) ? `${target.path.includes('?') ? '&' : '?'}${hostileText(chance)}` : '')
  return {
    method,
    path: safe(path),
    headers: { ...headers, 'content-type': type },
    body: bodyless ? null : body,
  }
}

/** The fields, each kept with this likelihood, some with hostile values, some twice, and some that don't belong. */
function someOf(
  fields: Readonly<Record<string, string>>,
  chance: Chance,
  keeps: number,
): [name: string, value: string][] {
  const pairs = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (!chance.is(keeps)) return []
    const isKept = name === 'intent' ? chance.is(0.9) : chance.is(0.5)
    const pair: [string, string] = [name, isKept ? value : hostileText(chance)]
    return chance.is(0.05) ? [pair, [name, hostileText(chance)]] : [pair]
  })
  if (chance.is(0.2)) pairs.push([hostileText(chance), hostileText(chance)])
  return pairs
}

const encoded = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&')

/** As `encodeURIComponent`, which throws at half a surrogate pair. */
const percent = (text: string) => encodeURIComponent(text.toWellFormed())

/** An address with one of its parts replaced. */
function mangled(pathname: string, chance: Chance): string {
  const parts = pathname.split('/')
  parts[chance.upTo(parts.length - 1) + 1] = percent(hostileText(chance)).slice(0, 4000)
  return parts.join('/')
}

/** An address that can be requested: everything else stays as it is. */
const safe = (path: string) => path.toWellFormed().replaceAll(/[\s#]/g, (sign) => percent(sign))
