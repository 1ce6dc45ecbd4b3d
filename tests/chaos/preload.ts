import { readFileSync } from 'node:fs'

/* Loaded into the production server before its own code (`NODE_OPTIONS=--import`). The bundle is unchanged, but calls
   of outside services reach the emulators that CHAOS_HOSTS names (a JSON object from origin to address), the pages of
   the emulator of payments at CHAOS_PAYMENTS have PayMongo's address, and the clock is ahead by the milliseconds in
   CHAOS_CLOCK_FILE, which can change while the server runs. */
const PAYMONGO = 'https://api.paymongo.com'
const { CHAOS_HOSTS: hosts = '{}', CHAOS_PAYMENTS: payments = '', CHAOS_CLOCK_FILE: clockFile } = process.env
const emulators = Object.entries(JSON.parse(hosts) as Record<string, string>)

const realFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const asked = input instanceof Request ? input.url : String(input)
  const [origin, emulator] = emulators.find(([each]) => asked.startsWith(each)) ?? []
  if (!origin || !emulator || input instanceof Request) return realFetch(input, init)
  const answer = await realFetch(asked.replace(origin, emulator), init)
  if (origin !== PAYMONGO) return answer
  // The emulator's pages stand for those of PayMongo, to which alone the site sends people.
  const text = (await answer.text()).replaceAll(payments, 'https://checkout.paymongo.com')
  return new Response(text, {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
  })
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
