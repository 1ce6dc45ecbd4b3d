import { readFileSync } from 'node:fs'

/* Loaded into the production server before its own code (`NODE_OPTIONS=--import`). The bundle is unchanged, but calls
   of the payment provider reach the emulator at CHAOS_PROVIDER_URL, whose pages it names as PayMongo's, and the clock
   is ahead by the milliseconds in CHAOS_CLOCK_FILE, which can change while the server runs. */
const PAYMONGO = 'https://api.paymongo.com'
const { CHAOS_PROVIDER_URL: provider, CHAOS_CLOCK_FILE: clockFile } = process.env

if (provider) {
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(PAYMONGO)) return realFetch(input, init)
    const answer = await realFetch(input.replace(PAYMONGO, provider), init)
    const text = (await answer.text()).replaceAll(provider, 'https://checkout.paymongo.com')
    return new Response(text, {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    })
  }
}

if (clockFile) {
  let ahead = 0
  const read = () => (ahead = Number(readFileSync(clockFile, 'utf8')))
  read()
  setInterval(read, 100).unref()
  const now = () => RealDate.now() + ahead
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], made) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
}
