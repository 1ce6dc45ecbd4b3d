import { beforeAll, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { changePassword } from '#server/account/change-password.ts'
import { deleteOwnAccount } from '#server/account/delete-own-account.ts'
import { endSession } from '#server/account/end-session.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

/** A form with photos may arrive for minutes. Whoever is logged out meanwhile gets the answer of a guest. */
const site = withSite(['ramon', 'olivia', 'katrina', 'miguel', 'diego', 'amihan'])
const boundary = 'b'.repeat(20)
const type = `multipart/form-data; boundary=${boundary}`
const partsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('') + `--${boundary}--\r\n`

/** Posts a body of which nothing arrives before `meanwhile` is done: that begins when the site asks for it. */
async function slowly(
  who: { cookie: string },
  [path, body, contentType]: [path: string, body: string, contentType: string],
  meanwhile: () => Promise<unknown>,
) {
  let begun = false
  const arriving = new ReadableStream<Uint8Array>(
    {
      async pull(to) {
        if (!begun) {
          begun = true
          await meanwhile()
          to.enqueue(new TextEncoder().encode(body))
        } else to.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body: arriving, duplex: 'half', redirect: 'manual' }
  const headers = { accept: 'text/html', 'content-type': contentType, 'sec-fetch-site': 'same-origin' }
  const origin = site.services.settings.baseUrl
  const request = new Request(origin + path, {
    ...init,
    headers: { ...headers, cookie: who.cookie },
  } as RequestInit)
  const answer = await site.app.fetch(request)
  expect(begun).toBe(true)
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

const form = (path: string, fields: Record<string, string>): [string, string, string] => [
  path,
  partsOf(fields),
  type,
]
const anotherSession = (who: people.Person) => people.loggedIn(site.services, who.email)
/** What a person does who finds that somebody else is logged in as them. */
const logOutOthers = async (who: people.Person) => {
  const own = await anotherSession(who)
  const ctx = { ...by(site.services, own), headers: new Headers({ cookie: own.cookie }) }
  accepted(await endSession(ctx, 'others'))
}

let listingId: string
beforeAll(async () => {
  listingId = await site.publish({ title: 'Camera' })
})

it('no message is sent by a session that ended, nor is a photo stored', async () => {
  const { services, cast } = site
  const thief = await anotherSession(cast.ramon)
  const message = { listingId, text: 'Pay me by GCash' }
  const sent = await slowly(thief, form('/chat', message), async () => {
    const own = await anotherSession(cast.ramon)
    const ctx = { ...by(services, own), headers: new Headers({ cookie: own.cookie }) }
    accepted(await changePassword(ctx, { currentPassword: people.PASSWORD, newPassword: 'another jeepney' }))
  })
  expect(sent.status).toBe(401)
  const again = await anotherSession(cast.ramon)
  const script = await slowly(again, form('/api/messages', message), () => logOutOthers(cast.ramon))
  expect(script.status).toBe(401)
  expect(await services.db.selectFrom('message').select('id').execute()).toEqual([])
  const uploader = await anotherSession(cast.olivia)
  const before = await site.counts()
  const photo = await slowly(uploader, ['/api/photos', 'x', 'image/jpeg'], () => logOutOthers(cast.olivia))
  expect([photo.status, JSON.parse(photo.text).error.code]).toEqual([401, 'login'])
  expect((await site.counts()).photo).toBe(before.photo)
})

it('no listing is edited by it', async () => {
  const { services, cast } = site
  const read = () =>
    services.db.selectFrom('listing').selectAll().where('id', '=', listingId).executeTakeFirstOrThrow()
  const before = await read()
  const thief = await anotherSession(cast.olivia)
  const { id } = await services.db
    .selectFrom('photo')
    .select('id')
    .where('listingId', '=', listingId)
    .executeTakeFirstOrThrow()
  const typed = {
    intent: 'edit',
    listingId,
    title: 'Camera',
    description: 'Pay first by GCash',
    pricePerDay: '1',
    categoryId: String(before.categoryId),
    location: 'Quezon City',
    photoIds: id,
  }
  const sent = await slowly(thief, form('/profile/listings', typed), () => logOutOthers(cast.olivia))
  expect([sent.status, sent.location]).toEqual([302, '/'])
  expect(await read()).toEqual(before)
  // Who stays logged in edits it by the same form.
  const owner = await anotherSession(cast.olivia)
  const saved = await slowly(owner, form('/profile/listings', typed), async () => {})
  expect(saved.status).toBe(302)
  expect(await read()).toMatchObject({ pricePerDayCentavos: 100 })
})

it('no profile is saved by who was suspended', async () => {
  const { services, cast } = site
  const sent = await slowly(cast.katrina, form('/profile/settings', { fullName: 'Qz Name' }), async () =>
    accepted(
      await suspendAccount(...people.asAdmin(services, cast.amihan), {
        accountId: cast.katrina.id,
        reason: 'Fraud.',
      }),
    ),
  )
  expect(sent.status).toBe(302)
  const { name } = await services.db
    .selectFrom('account')
    .select('name')
    .where('id', '=', cast.katrina.id)
    .executeTakeFirstOrThrow()
  expect(name).not.toContain('Qz')
})

it('nothing is written about a rental by who deleted their account', async () => {
  const { services, cast } = site
  const drum = await site.publish({ title: 'Drum' })
  const { rentalId } = await people.rent(services, cast.miguel, [drum], { startDate: TODAY })
  for (const action of ['approve', 'activate', 'complete'] as const)
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
  const check = { intent: 'check', condition: 'My home is Katipunan 12', parts: '', serial: '' }
  const sent = await slowly(cast.miguel, form(`/handover/${rentalId}`, check), async () =>
    accepted(await deleteOwnAccount(by(services, cast.miguel), { password: people.PASSWORD })),
  )
  expect(sent.status).toBe(302)
  const texts = await services.db
    .selectFrom('rentalEntry')
    .select('text')
    .where('rentalId', '=', rentalId)
    .where('text', 'is not', null)
    .execute()
  expect(texts).toEqual([])
})

it('a form that is refused before it ends shows nothing of the person either', async () => {
  const { cast } = site
  const thief = await anotherSession(cast.diego)
  const many = partsOf(Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`f${i}`, 'x'])))
  const sent = await slowly(thief, ['/profile/settings', many, type], () => logOutOthers(cast.diego))
  expect(sent.status).toBe(302)
  expect(sent.text).not.toContain(cast.diego.email)
})

it('a form without photos is answered to whom its sender is when it has arrived', async () => {
  const { cast } = site
  const thief = await anotherSession(cast.diego)
  const urlencoded = 'application/x-www-form-urlencoded'
  const sent = await slowly(thief, ['/profile/settings', 'fullName=Qz+Name', urlencoded], () =>
    logOutOthers(cast.diego),
  )
  expect(sent.status).toBe(302)
  expect(sent.location).toBe('/')
})
