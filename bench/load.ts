import { connect } from 'node:net'

/** A request: a path, and headers besides `Host`. */
export type Ask = { path: string; headers?: Record<string, string> }
/** How many connections ask at once, and until when: so many requests, or for so many seconds. */
export type Amount = { connections: number; requests?: number; seconds?: number }
/** Answers 200 and 304 a second, refusals (503), and milliseconds from a request to the end of its answer. */
export type Figures = { rate: number; answered: number; refused: number; p50: number; p99: number }

/**
 * Requests these in turn over kept-alive connections, each of which waits for its answer. Written on sockets, as a
 * client of `node:http` costs more than the answers that it measures. Rejects when an answer is none of 200, 304 and
 * 503.
 */
export async function load(origin: string, asks: readonly Ask[], amount: Amount): Promise<Figures> {
  const { connections, requests = Infinity, seconds = Infinity } = amount
  const texts = asks.map((ask) => textOf(origin, ask))
  const times: number[] = []
  let [turn, refused] = [0, 0]
  const began = performance.now()
  const next = () =>
    turn < requests && performance.now() - began < seconds * 1000 ? texts[turn++ % texts.length]! : null
  const answered = (status: number, ms: number) => {
    if (status === 503) refused++
    else if (status === 200 || status === 304) times.push(ms)
    else throw new Error(`${origin} answered ${status}`)
  }
  await Promise.all(Array.from({ length: connections }, () => client(origin, next, answered)))
  const rate = (times.length * 1000) / (performance.now() - began)
  return { rate, answered: times.length, refused, ...percentiles(times) }
}

/** The middle and the 99th percentile. */
export function percentiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function textOf(origin: string, { path, headers = {} }: Ask): string {
  const lines = Object.entries({ host: new URL(origin).host, ...headers })
  return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

/** One connection: sends what `next` gives and waits for the answer, until it gives null. */
function client(
  origin: string,
  next: () => string | null,
  answered: (status: number, ms: number) => void,
): Promise<void> {
  const { hostname, port } = new URL(origin)
  return new Promise((done, fail) => {
    const open = () => {
      const socket = connect(Number(port), hostname).setNoDelay(true)
      let [began, read] = [0, answerReader()]
      const ask = () => {
        const text = next()
        if (text === null) return done(void socket.removeAllListeners('close').destroy())
        began = performance.now()
        read = answerReader()
        socket.write(text)
      }
      socket.once('connect', ask).on('error', fail)
      socket.on('close', () => fail(new Error(`${origin} closed a connection`)))
      socket.on('data', (part) => {
        try {
          const answer = read(part)
          if (!answer) return
          answered(answer.status, performance.now() - began)
          if (!answer.closes) return ask()
          socket.removeAllListeners('close').destroy()
          open()
        } catch (error) {
          fail(error as Error)
        }
      })
    }
    open()
  })
}

const LAST_CHUNK = '0\r\n\r\n'

/** Reads an answer part by part; returns its status with its last part, before that null. */
function answerReader() {
  let head: Buffer | null = Buffer.alloc(0)
  let [status, left, closes, tail] = [0, 0, false, '']
  return (part: Buffer): { status: number; closes: boolean } | null => {
    let body = part
    if (head) {
      head = head.length > 0 ? Buffer.concat([head, part]) : part
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return null
      const text = head.toString('latin1', 0, end)
      body = head.subarray(end + 4)
      head = null
      status = Number(text.slice(9, 12))
      closes = /^connection: close/im.test(text)
      const length = /^content-length: (\d+)/im.exec(text)?.[1]
      left = status === 304 ? 0 : length === undefined ? Infinity : Number(length)
    }
    left -= body.length
    // Without a length the body comes in chunks, of which the last is empty.
    if (left === Infinity)
      tail = (tail + body.subarray(-LAST_CHUNK.length).toString('latin1')).slice(-LAST_CHUNK.length)
    return left <= 0 || tail === LAST_CHUNK ? { status, closes } : null
  }
}
