import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { asAdmin, listApproved, rent } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { textOf } from '#tests/support/html.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { suspendAccount } from '../account/suspend-account.ts'
import { pathForLog } from './calendar-endpoint.ts'
import { takePartyAction } from '../rental/take-action.ts'

const site = withSite(['ramon', 'olivia', 'katrina', 'amihan'])
const page = '/profile/settings/calendar'
const guest = () => site.visitor()

/** The path of the calendar that someone makes on the page, as it is shown there once. */
async function made(who: 'ramon' | 'olivia' | 'katrina'): Promise<string> {
  const answer = await site.visitor(who).post(page, { intent: 'make' })
  const [path] = /\/calendar\/[\w-]{43}\.ics/.exec(await answer.text())!
  return path
}
const feed = async (path: string) => {
  const text = await (await guest().get(path)).text()
  const unfolded = text.replaceAll('\r\n ', '')
  return unfolded.split('BEGIN:VEVENT').slice(1)
}
const valueOf = (event: string, name: string) => new RegExp(`^${name}[;:](.*)\r$`, 'm').exec(event)?.[1]

describe('the calendar of a person', () => {
  it('has the first and the last day of what they lend and borrow, and nothing private', async () => {
    const { services, cast } = site
    const title = 'Sampler, ñandutí; with a very long name that a calendar line can’t hold, ñ'
    const listing = await listApproved(services, { owner: cast.olivia, admin: cast.amihan }, { title })
    const { rentalId } = await rent(services, cast.ramon, [listing])
    const [hers, his] = [await made('olivia'), await made('ramon')]
    const answer = await guest().get(hers)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=900')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const text = await answer.text()
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    for (const hidden of [cast.ramon.lastName, cast.olivia.lastName, '₱', 'PHP', '@hiram.test'])
      expect(text).not.toContain(hidden)

    const [handover, back] = await feed(hers)
    const summary = title.replaceAll(/([,;])/g, '\\$1')
    expect(valueOf(handover!, 'SUMMARY')).toBe(`Hand over: ${summary} (${cast.ramon.firstName})`)
    expect(valueOf((await feed(his))[1]!, 'SUMMARY')).toBe(
      `Bring back: ${summary} (${cast.olivia.firstName})`,
    )
    expect([valueOf(handover!, 'STATUS'), valueOf(handover!, 'TRANSP')]).toEqual(['TENTATIVE', 'TRANSPARENT'])
    const { period } = await services.db
      .selectFrom('rental')
      .select('period')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    const [first, after] = /\[(.*),(.*)\)/
      .exec(period)!
      .slice(1)
      .map((day) => day.replaceAll('-', ''))
    expect(valueOf(handover!, 'DTSTART')).toBe(`VALUE=DATE:${first}`)
    expect(Number(valueOf(back!, 'DTSTART')!.slice(-8))).toBe(Number(after) - 1)

    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
    const [approved] = await feed(hers)
    expect(valueOf(approved!, 'STATUS')).toBe('CONFIRMED')
    expect(valueOf(approved!, 'UID')).toBe(valueOf(handover!, 'UID'))
    expect(Number(valueOf(approved!, 'SEQUENCE'))).toBeGreaterThan(Number(valueOf(handover!, 'SEQUENCE')))

    accepted(await takePartyAction(by(services, cast.ramon), { rentalId, action: 'cancel' }))
    expect(valueOf((await feed(hers))[0]!, 'STATUS')).toBe('CANCELLED')
    services.clock.set(new Date(NOW.getTime() + 15 * 86_400_000))
    expect(await feed(hers)).toEqual([])
    services.clock.set(NOW)
  })

  it('has the return on its last day until the item is back, and then on the day on which it came back', async () => {
    const { services, cast } = site
    const listing = await listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const days = { startDate: TODAY, durationDays: 3 as const }
    const { rentalId } = await rent(services, cast.ramon, [listing], days)
    const path = await made('ramon')
    const returnDay = async () => {
      const back = (await feed(path)).find((event) => event.includes(`rental-${rentalId}-return`))
      return valueOf(back!, 'DTSTART')
    }
    const dated = (day: string) => `VALUE=DATE:${day.replaceAll('-', '')}`
    for (const action of ['approve', 'activate'] as const)
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
    expect(await returnDay()).toBe(dated(addDays(TODAY, 2)))
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'complete' }))
    expect(await returnDay()).toBe(dated(TODAY))
  })

  it('is not sent again while nothing has changed', async () => {
    const path = await made('olivia')
    const etag = (await guest().get(path)).headers.get('etag')!
    for (const has of [etag, `W/${etag}`, `"of-before", ${etag}`])
      expect((await guest().get(path, { headers: { 'if-none-match': has } })).status).toBe(304)
  })
})

describe('the address of a calendar', () => {
  it('is shown once, and stops working when a new one is made or it is switched off', async () => {
    const first = await made('katrina')
    expect((await guest().get(first)).status).toBe(200)
    expect(textOf(await (await site.visitor('katrina').get(page)).text())).not.toContain('/calendar/')
    const second = await made('katrina')
    expect([(await guest().get(first)).status, (await guest().get(second)).status]).toEqual([404, 200])
    const off = await site.visitor('katrina').post(page, { intent: 'switch-off' })
    expect(toastOf(off)).toBe('Your calendar address is switched off.')
    expect((await guest().get(second)).status).toBe(404)
  })

  it('is neither stored nor logged', async () => {
    const token = (await made('katrina')).slice('/calendar/'.length, -'.ics'.length)
    const stored = await site.services.db.selectFrom('calendarFeed').selectAll().execute()
    expect(stored.map(({ accountId }) => accountId)).toContain(site.cast.katrina.id)
    const events = await site.services.db.selectFrom('event').select('detail').execute()
    expect(JSON.stringify([stored, events])).not.toContain(token)
    expect(pathForLog(`/calendar/${token}.ics`)).toBe('/calendar/*')
  })

  it('does not work while its account is suspended', async () => {
    const path = await made('katrina')
    const { services, cast } = site
    const suspended = { accountId: cast.katrina.id, reason: 'Scams.' }
    accepted(await suspendAccount(...asAdmin(services, cast.amihan), suspended))
    expect((await guest().get(path)).status).toBe(404)
  })
})
