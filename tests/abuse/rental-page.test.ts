import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, formatDay } from '#domain/period.ts'
import { shortRecord } from '#domain/timeline/entry.ts'
import { accepted } from '#seeds/act.ts'
import { inTransaction } from '#server/record.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { appendEntry } from '#server/timeline/append-entry.ts'
import { readTimeline } from '#server/timeline/queries.ts'
import { fieldsOf, textOf } from '#tests/support/html.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const pageOf = (rentalId: string) => `/profile/rental-tracker/${rentalId}`
const take = (rentalId: string, action: 'approve' | 'activate') =>
  takePartyAction(by(site.services, site.cast.olivia), { rentalId, action }).then(accepted)

const readBy = async (who: 'ramon' | 'olivia') =>
  textOf(await (await site.visitor(who).get(pageOf(rentalId))).text())

let rentalId: string
let orderNumber: string
beforeEach(async () => {
  const listing = await site.publish({ title: 'Tent' })
  ;({ rentalId, orderNumber } = await people.rent(site.services, site.cast.ramon, [listing]))
})

describe('the page of a rental', () => {
  it('is for its two people, and does not exist for anybody else', async () => {
    const statuses = await Promise.all(
      (['ramon', 'olivia', 'katrina', 'diego'] as const).map(async (who) => {
        const { status } = await site.visitor(who).get(pageOf(rentalId))
        return `${who} ${status}`
      }),
    )
    expect(statuses).toEqual(['ramon 200', 'olivia 200', 'katrina 404', 'diego 404'])
    expect((await site.visitor('olivia').get(pageOf(randomUUID()))).status).toBe(404)
    expect((await site.visitor('olivia').get(pageOf('none'))).status).toBe(404)
  })

  it('is not for the owner while the order is not paid', async () => {
    const { number } = await paying(site).order(site.cast.katrina, [await site.publish()])
    const { id } = await site.services.db
      .selectFrom('rental')
      .innerJoin('order', 'order.id', 'rental.orderId')
      .select('rental.id')
      .where('order.number', '=', number)
      .executeTakeFirstOrThrow()
    expect((await site.visitor('katrina').get(pageOf(id))).status).toBe(200)
    expect((await site.visitor('olivia').get(pageOf(id))).status).toBe(404)
  })

  it('says in plain words what happened, who did it and what was written, with the record of both', async () => {
    await take(rentalId, 'approve')
    const { services, cast } = site
    await inTransaction(services, async (tx) => ({
      ok: true as const,
      ...(await appendEntry(tx, by(services, cast.ramon), rentalId, {
        kind: 'approve',
        side: 'renter',
        text: '<b>At six</b>',
      })),
    }))
    const [first, , last] = await readTimeline(services.db, rentalId)
    const of = async (who: 'ramon' | 'olivia') => (await site.visitor(who).get(pageOf(rentalId))).text()
    expect(textOf(await of('olivia'))).toContain('You approved the request.')
    const html = await of('ramon')
    expect(textOf(html)).toContain('You asked for it, to be picked up: ')
    expect(textOf(html)).toContain('Olivia Santos approved the request.')
    expect(html).toContain('&lt;b&gt;At six')
    for (const who of ['ramon', 'olivia'] as const) {
      expect(textOf(await of(who))).toContain(`You both have the same record: ${shortRecord(last!.hash)}`)
      expect(await of(who)).toContain(first!.hash)
    }
    const receipt = await site.visitor('ramon').get(`/receipt/${orderNumber}`)
    expect(textOf(await receipt.text())).toContain(
      `You both have the same record: ${shortRecord(last!.hash)}`,
    )
  })

  it('has the buttons of the tracker, which ask the same questions and lead back to it', async () => {
    await take(rentalId, 'approve')
    const owner = site.visitor('olivia')
    const asked = await owner.get(`${pageOf(rentalId)}?ask=activate&rental=${rentalId}`)
    const html = await asked.text()
    expect(textOf(html)).toContain('Has the renter got the item now?')
    expect(textOf(html)).toContain('It is booked that you collected')
    const to = /<form\b[^>]* action="([^"]*from=rental[^"]*)"/.exec(html)![1]!
    const question = html.slice(html.indexOf(to)).split('</form>')[0]!
    const done = await owner.post(to, fieldsOf(question))
    expect([done.status, done.headers.get('location')]).toEqual([302, pageOf(rentalId)])
    expect(toastOf(done)).toBe('Rental marked as active.')
  })

  it('offers the renter of a rejected request things like it, free on the same days, one tap to ask', async () => {
    const { services, cast } = site
    const other = await site.publish({ title: 'Hammock' })
    expect(await readBy('ramon')).not.toContain('Free on those very days')
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'reject' }))
    expect(await readBy('olivia')).not.toContain('Free on those very days')
    const renter = site.visitor('ramon')
    const html = await (await renter.get(pageOf(rentalId))).text()
    const form = html.slice(html.indexOf(`action="/listing/${other}"`)).split('</form>')[0]!
    const asked = await renter.post(`/listing/${other}`, fieldsOf(form))
    expect(toastOf(asked)).toBe('Item added to cart!')
    const { period } = await services.db
      .selectFrom('rental')
      .select('period')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    const line = await services.db
      .selectFrom('cartLine')
      .select('startDate')
      .where('listingId', '=', other)
      .executeTakeFirstOrThrow()
    expect(period).toContain(line.startDate)
  })

  it('offers nothing else to a renter who cancelled', async () => {
    await site.publish({ title: 'Hammock' })
    const renter = by(site.services, site.cast.ramon)
    accepted(await takePartyAction(renter, { rentalId, action: 'cancel' }))
    expect(await readBy('ramon')).not.toContain('Free on those very days')
  })

  it('says why an objection is refused, beside its form, with what was typed', async () => {
    for (const action of ['approve', 'activate'] as const) await take(rentalId, action)
    const reason = 'I was not there. '.repeat(200).trim()
    const refused = await site.visitor('ramon').post(`/handover/${rentalId}`, { intent: 'object', reason })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    const form = html.slice(html.indexOf('value="object"')).split('</form>')[0]!
    expect(textOf(form)).toContain('at most')
    expect(fieldsOf(form).reason).toBe(reason)
  })

  it('leads from its receipt to the tracker of its side, also for a renter who lends', async () => {
    const back = async (who: 'ramon' | 'diego' | 'olivia', number: string) => {
      const html = await (await site.visitor(who).get(`/receipt/${number}`)).text()
      return /<a[^>]* href="([^"]*)"[^>]*>Back to Rental Tracker/.exec(html)?.[1]
    }
    const lender = await people.rent(site.services, site.cast.diego, [await site.publish()])
    expect(await back('ramon', orderNumber)).toBe('/profile/rental-tracker')
    expect(await back('olivia', orderNumber)).toBe('/profile/rental-tracker')
    expect(await back('diego', lender.orderNumber)).toBe('/profile/rental-tracker?view=rented')
  })

  it('says on its card from when it can be handed over: the day before it starts', async () => {
    const listings = [await site.publish({ title: 'Snorkel' })]
    const start = { startDate: addDays(TODAY, 3) }
    const rented = await people.rent(site.services, site.cast.ramon, listings, start)
    await take(rented.rentalId, 'approve')
    const html = await (await site.visitor('olivia').get('/profile/rental-tracker')).text()
    const card = html.split('<article').find((part) => part.includes('Snorkel'))!
    expect(card).toMatch(/<button(?=[^>]*aria-label="Mark as Active: Snorkel")(?=[^>]* disabled="")/)
    const eve = formatDay(addDays(TODAY, 2))
    expect(textOf(card)).toContain(`It can be handed over from ${eve}, the day before it starts.`)
  })

  it('is linked from the card in the tracker', async () => {
    const html = await (await site.visitor('olivia').get('/profile/rental-tracker')).text()
    expect(html).toContain(`href="${pageOf(rentalId)}"`)
  })
})
