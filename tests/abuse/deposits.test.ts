import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { goodwillTooEarly } from '#domain/dispute/goodwill.ts'
import { accepted } from '#seeds/act.ts'
import { claimDeposit } from '#server/dispute/claim-deposit.ts'
import { fileDispute } from '#server/dispute/file-dispute.ts'
import { objectToWord } from '#server/handover/answer-word.ts'
import { takeAdminAction } from '#server/rental/take-action.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { deposits } from '#tests/support/deposits.ts'
import { fieldsOf, messageBeside, textOf } from '#tests/support/html.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { toastOf, type Fields, type Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { hours, active, returned, depositLines } = deposits(site)
type Who = keyof typeof site.cast

const HOSTILE = `"><img src=x onerror=alert(1)>`
const nothing = new Blob([], { type: 'application/octet-stream' })
const pageOf = (rentalId: string) => `/profile/rental-tracker/${rentalId}/claim`
const claim: Fields = { intent: 'claim', centavos: '300.00', reason: 'The zip is torn.', photos: nothing }
const claimOf = (rentalId: string) =>
  site.services.db.selectFrom('depositClaim').selectAll().where('rentalId', '=', rentalId).executeTakeFirst()
const upload = (who: Who) => people.uploadTiny(site.services, site.cast[who])

async function claimed() {
  const rental = await returned('online')
  hours(1)
  const photoIds = [await upload('olivia')]
  const request = { rentalId: rental.rentalId, centavos: 30_000, reason: 'Torn.', photoIds }
  accepted(await claimDeposit(by(site.services, site.cast.olivia), request))
  return { ...rental, photoId: photoIds[0]! }
}

describe('a claim on a deposit', () => {
  it('is sent without scripts, with its photos as files, and kept', async () => {
    const { rentalId } = await returned('online')
    const photo = new Blob([(await people.tinyJpeg()) as BlobPart], { type: 'image/jpeg' })
    const owner = site.visitor('olivia')
    const sent = await owner.post(pageOf(rentalId), { ...claim, photos: photo })
    expect([sent.status, sent.headers.get('location')]).toEqual([302, pageOf(rentalId)])
    expect(toastOf(sent)).toBe('Claim sent. We tell you both what we decide.')
    expect(await claimOf(rentalId)).toMatchObject({ centavos: 30_000, reason: 'The zip is torn.' })
    for (const who of ['olivia', 'ramon'] as const) {
      const html = await (await site.visitor(who).get(pageOf(rentalId))).text()
      expect(textOf(html)).toContain('The zip is torn.')
      expect(html).toMatch(/\/claim-photos\/[0-9a-f-]{36}\/40\.webp/)
    }
    const again = await owner.post(pageOf(rentalId), claim)
    expect([again.status, toastOf(again)]).toEqual([302, 'This deposit has been claimed already.'])
  })

  it.each<[string, string | undefined, string, string?]>([
    ['centavos', '', 'Amount is required.'],
    ['centavos', undefined, 'Amount is required.'],
    ['centavos', '0', 'Please claim between ₱0.01 and ₱500.00.'],
    ['centavos', '0.00', 'Please claim between ₱0.01 and ₱500.00.'],
    ['centavos', '500.01', 'Please claim between ₱0.01 and ₱500.00.'],
    ['centavos', '-300', 'Please enter an amount of money'],
    ['centavos', '3e2', 'Please enter an amount of money'],
    ['centavos', 'NaN', 'Please enter an amount of money'],
    ['centavos', HOSTILE, 'Please enter an amount of money'],
    ['centavos', '1'.repeat(41), 'Amount can have at most 40 characters.'],
    ['reason', '', 'Reason is required.'],
    ['reason', 'a'.repeat(2001), 'Reason can have at most 2000 characters.'],
    ['reason', 'Torn\u202e', 'Reason has invisible or control characters.'],
    ['photoIds', 'none', 'A photo could not be recognised.'],
    ['photoIds', randomUUID(), 'One of these photos could not be found.'],
  ])('with the %s %j is answered beside the field, and nothing is kept', async (field, value, message) => {
    const { rentalId } = await returned('online')
    const refused = await site.visitor('olivia').post(pageOf(rentalId), { ...claim, [field]: value })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(field === 'photoIds' ? textOf(html) : messageBeside(html, field)).toContain(message)
    if (field !== 'reason') expect(fieldsOf(html).reason).toBe('The zip is torn.')
    expect(await claimOf(rentalId)).toBeUndefined()
    expect(await depositLines(rentalId)).toEqual([50_000])
  })

  it('with fields of its own invention, a foreign photo or a file that is no photo is refused', async () => {
    const { rentalId } = await returned('online')
    const owner = site.visitor('olivia')
    for (const more of [
      { rentalId: randomUUID() },
      { grantedCentavos: '300' },
      { photoIds: await upload('diego') },
      { photos: new Blob(['<svg/>'], { type: 'image/svg+xml' }) },
    ])
      expect((await owner.post(pageOf(rentalId), { ...claim, ...more })).status).toBe(422)
    expect(await claimOf(rentalId)).toBeUndefined()
  })

  it.each<[Who, string, Fields]>([
    ['olivia', 'claim', { centavos: '300.00', beyondCentavos: '', reason: 'The zip is torn.' }],
    ['ramon', 'open', { kind: 'not_as_described', text: 'The zip is torn.', asked: '20' }],
  ])(
    'or a problem whose photo has 31 MiB keeps what %s typed, without scripts',
    async (who, intent, typed) => {
      const { rentalId } = await returned('online')
      const photos = new File([new Uint8Array(31 * 1024 * 1024)], 'zip.jpg', { type: 'image/jpeg' })
      const refused = await site.visitor(who).post(pageOf(rentalId), { intent, photos, ...typed })
      expect(refused.status).toBe(422)
      const html = await refused.text()
      expect(messageBeside(html, 'photos')).toContain('zip.jpg: That file is larger than 10 MB.')
      expect(html).toContain('>The zip is torn.</textarea>')
      expect(await claimOf(rentalId)).toBeUndefined()
    },
  )

  it('too late, or before the item is back, is refused in words', async () => {
    const late = await returned('online')
    hours(48.1)
    const refused = await site.visitor('olivia').post(pageOf(late.rentalId), claim)
    expect(toastOf(refused)).toMatch(/^A claim was possible until Nov 23, 2026, 10:15/)
    const early = await active('online')
    expect(toastOf(await site.visitor('olivia').post(pageOf(early.rentalId), claim))).toBe(
      'The rental is not completed yet.',
    )
    for (const { rentalId } of [late, early]) expect(await claimOf(rentalId)).toBeUndefined()
  })

  it('is not the renter’s to make, nor the owner’s to answer, and not there for others', async () => {
    const { rentalId } = await returned('online')
    await site.visitor('ramon').post(pageOf(rentalId), claim)
    expect(await claimOf(rentalId)).toBeUndefined()
    const made = await claimed()
    const answer = await site
      .visitor('olivia')
      .post(pageOf(made.rentalId), { intent: 'answer', answer: 'So?' })
    expect(toastOf(answer)).toBe('Only the renter can do this.')
    const long = await site
      .visitor('ramon')
      .post(pageOf(made.rentalId), { intent: 'answer', answer: 'a'.repeat(2001) })
    expect(long.status).toBe(422)
    expect(messageBeside(await long.text(), 'answer')).toContain('Your answer can have at most 2000')
    expect(await claimOf(made.rentalId)).toMatchObject({ answer: null })
    for (const who of ['katrina', 'diego'] as const)
      expect(toastOf(await site.visitor(who).get(pageOf(made.rentalId)))).toBe(
        'Sorry, that could not be found.',
      )
  })

  it('shows what was written as text', async () => {
    const { rentalId } = await returned('online')
    accepted(
      await claimDeposit(by(site.services, site.cast.olivia), {
        rentalId,
        centavos: 1,
        reason: HOSTILE,
        photoIds: [],
      }),
    )
    const pages: [Visitor, string][] = [
      [site.visitor('ramon'), pageOf(rentalId)],
      [site.visitor('amihan'), `/admin/claims/${rentalId}`],
      [site.visitor('amihan'), '/admin/claims'],
    ]
    for (const [visitor, path] of pages) {
      const html = await (await visitor.get(path)).text()
      expect(html).not.toContain(HOSTILE)
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    }
  })
})

describe('the photos of a claim', () => {
  const statuses = async (photoId: string) => {
    const all: Record<string, number> = {}
    for (const who of ['ramon', 'olivia', 'amihan', 'katrina', 'diego'] as const)
      all[who] = (await site.visitor(who).get(`/claim-photos/${photoId}/40.webp`)).status
    all.guest = (await site.visitor().get(`/claim-photos/${photoId}/40.webp`)).status
    all.open = (await site.visitor().get(`/images/${photoId}/40.webp`)).status
    return all
  }

  it('are for its two people and admins, and are no longer served below /images', async () => {
    const { photoId } = await claimed()
    await doEffects(site.services)
    expect(await statuses(photoId)).toEqual({
      ramon: 200,
      olivia: 200,
      amihan: 200,
      katrina: 404,
      diego: 404,
      guest: 404,
      open: 404,
    })
    const answer = await site.visitor('ramon').get(`/claim-photos/${photoId}/40.webp`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  it('gives no access to other photos', async () => {
    const photoId = await upload('olivia')
    for (const path of [
      `/claim-photos/${photoId}/40.webp`,
      '/claim-photos/none/40.webp',
      '/claim-photos/../40.webp',
    ])
      expect((await site.visitor('olivia').get(path)).status).toBe(404)
  })

  // Case: 28
  it('can’t become those of a listing', async () => {
    const { photoId, listingId } = await claimed()
    const refused = await site.visitor('olivia').post(`/profile/listings?edit=${listingId}`, {
      intent: 'edit',
      listingId,
      title: 'Tent',
      categoryId: '2',
      pricePerDay: '450.00',
      description: 'Dry.',
      photoIds: photoId,
    })
    expect(refused.status).toBe(422)
    expect(textOf(await refused.text())).toContain('One of these photos could not be found.')
  })
})

describe('the decision on a claim', () => {
  const decision: Fields = { grantedCentavos: '100.00', decision: 'The photos show it.' }
  const decide = (rentalId: string, who: Who | undefined, changes: Fields = {}) =>
    site.visitor(who).post(`/admin/claims/${rentalId}`, { ...decision, ...changes })

  it.each<[string, string, string]>([
    ['grantedCentavos', '', 'Amount is required.'],
    ['grantedCentavos', '300.01', 'Please grant between ₱0.00 and ₱300.00.'],
    ['grantedCentavos', '-1', 'Please enter an amount of money'],
    ['grantedCentavos', HOSTILE, 'Please enter an amount of money'],
    ['decision', '', 'Reason is required.'],
    ['decision', 'a'.repeat(2001), 'Reason can have at most 2000 characters.'],
  ])('with the %s %j is answered beside the field', async (field, value, message) => {
    const { rentalId } = await claimed()
    hours(80)
    const refused = await decide(rentalId, 'amihan', { [field]: value })
    expect(refused.status).toBe(422)
    expect(messageBeside(await refused.text(), field)).toContain(message)
    expect(await claimOf(rentalId)).toMatchObject({ decidedAt: null })
  })

  it('is made once: a second one is refused, and the money moves once', async () => {
    const { rentalId } = await claimed()
    hours(80)
    const answers = await Promise.all([
      decide(rentalId, 'amihan'),
      decide(rentalId, 'amihan', { grantedCentavos: '300.00' }),
    ])
    expect(answers.map((answer) => toastOf(answer)).sort()).toEqual([
      'Claim decided.',
      'This claim is decided already. Nothing was changed.',
    ])
    for (const who of ['olivia', 'ramon'] as const) {
      const accepts = await site
        .visitor(who)
        .post(pageOf(rentalId), { intent: 'accept', accepts: 'decision' })
      expect(accepts.status).toBe(302)
    }
    const { grantedCentavos } = (await claimOf(rentalId))!
    expect(await depositLines(rentalId)).toEqual(
      grantedCentavos === 30_000 ? [50_000, -20_000] : [50_000, -20_000, -20_000],
    )
  })

  it('pays no goodwill before the hand-over: none is offered, and one that is sent is answered beside it', async () => {
    const { rentalId } = await active('online')
    const undone = { rentalId, action: 'undo-activate' } as const
    accepted(await takeAdminAction(...people.asAdmin(site.services, site.cast.amihan), undone))
    const statement = { rentalId, kind: 'no-show', text: 'Nobody came.' } as const
    hours(-24)
    accepted(await fileDispute(by(site.services, site.cast.ramon), statement))
    const page = await (await site.visitor('amihan').get(`/admin/claims/${rentalId}`)).text()
    expect(textOf(page)).toContain(goodwillTooEarly)
    expect(page).not.toContain('name="goodwillCentavos"')
    const sent = { grantedCentavos: '0.00', goodwillCentavos: '1.00', goodwillTo: 'renter' }
    const refused = await decide(rentalId, 'amihan', { ...sent, 'proof-password': people.PASSWORD })
    expect(refused.status).toBe(422)
    expect(messageBeside(await refused.text(), 'goodwillCentavos')).toContain(goodwillTooEarly)
    expect(toastOf(await decide(rentalId, 'amihan', { grantedCentavos: '0.00' }))).toBe('Claim decided.')
  })

  it('of an unknown claim is a 404', async () => {
    for (const id of [randomUUID(), 'none', (await returned('online')).rentalId]) {
      expect((await site.visitor('amihan').get(`/admin/claims/${id}`)).status).toBe(404)
      expect([404, 302]).toContain((await decide(id, 'amihan')).status)
    }
  })
})

describe('a renter who asks for something back', () => {
  it('reads before the hand-over that the owner who accepts it keeps the rest if there is none', async () => {
    const { rentalId } = await active('online')
    const read = async () => textOf(await (await site.visitor('ramon').get(pageOf(rentalId))).text())
    const rest = 'there is no hand-over, the rest stays theirs'
    expect(await read()).toContain('Amount you ask back')
    expect(await read()).not.toContain(rest)
    const undone = { rentalId, action: 'undo-activate' } as const
    accepted(await takeAdminAction(...people.asAdmin(site.services, site.cast.amihan), undone))
    hours(-24)
    expect(await read()).toContain(rest)
  })
})

describe('an owner who accepts on the page that the renter never got it', () => {
  it('reads at once that the rental is over, and no more that they have the deposit', async () => {
    const { rentalId } = await active('cash_on_delivery')
    hours(-47)
    accepted(await objectToWord(by(site.services, site.cast.ramon), { rentalId, reason: 'Nobody came.' }))
    const owner = site.visitor('olivia')
    const read = async () => textOf(await (await owner.get(pageOf(rentalId))).text())
    expect(await read()).toContain('You have a deposit of ₱500.00 in cash.')
    const accept = { intent: 'accept', accepts: 'demand', demand: '', neverGot: 'yes' }
    expect(toastOf(await owner.post(pageOf(rentalId), accept))).toBe('Done. It is closed.')
    expect(await read()).not.toContain('deposit of ₱500.00')
    const rental = site.services.db.selectFrom('rental').select('status').where('id', '=', rentalId)
    expect(await rental.executeTakeFirst()).toEqual({ status: 'Cancelled' })
  })

  it('leaves to the renter to say that they have had it, who reads what that means', async () => {
    const { rentalId } = await active('online')
    hours(-47)
    const renter = site.visitor('ramon')
    const read = async () => textOf(await (await renter.get(`/handover/${rentalId}`)).text())
    expect(await read()).toContain('Say that you have brought it back.')
    accepted(await objectToWord(by(site.services, site.cast.ramon), { rentalId, reason: 'Nobody came.' }))
    expect(await read()).toContain('Only if you have had it: it then no longer counts that you never got it')
  })
})
