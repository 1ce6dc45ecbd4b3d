import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { cookieOf, listThing, PASSWORD, review } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import type { User } from '#domain/actor.ts'
import { askPasswordReset } from '../account/ask-password-reset.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import { readActor } from '../account/read-actor.ts'
import { sendConfirmation } from '../account/send-confirmation.ts'
import { signUp } from '../account/sign-up.ts'
import { doEffect } from '../job/do-effect.ts'
import { deliver } from './deliver.ts'
import { listNotices } from './queries.ts'

const fixture = withServices(['amihan'])
const email = 'a-stranger@hiram.test'

let newcomer: User
beforeAll(async () => {
  const account = { firstName: 'Corazon', lastName: 'Uy', email, username: 'corazon.uy', password: PASSWORD }
  const opened = accepted(await signUp(by(fixture.services), { ...account, role: 'owner' }))
  const headers = new Headers({ cookie: cookieOf(opened.setCookie) })
  newcomer = (await readActor(fixture.services, headers)).actor as User
})

/** The mails to the new person since the last call. */
let seen = new Set<string>()
async function mailed() {
  await fixture.services.db.updateTable('effect').set({ dueAt: fixture.services.clock.now() }).execute()
  await doEffects(fixture.services)
  const mails = (await fixture.services.mail.list(99)).filter(({ to }) => to === email)
  const fresh = mails.filter(({ id }) => !seen.has(id))
  seen = new Set(mails.map(({ id }) => id))
  return fresh
}
const subjects = async () => (await mailed()).map(({ subject }) => subject)

describe('an address that nobody has confirmed', () => {
  it('is greeted by no name', async () => {
    const [welcome] = await mailed()
    expect(welcome!.subject).toBe('Welcome to Hiram')
    expect(welcome!.text + welcome!.html).not.toContain('Corazon')
    expect(welcome!.text).toContain('If you have no account with us, you need do nothing.')
  })

  it('gets the links made for it, also when its account has another address before they are sent', async () => {
    const { services } = fixture
    const { db, mail } = services
    const move = (to: string) => db.updateTable('account').set({ email: to }).where('id', '=', newcomer.id)
    for (const ask of [
      () => askPasswordReset(by(services), { email }),
      () => sendConfirmation(by(services, newcomer)),
    ]) {
      await db.deleteFrom('effect').execute()
      accepted(await ask())
      const effects = await db.selectFrom('effect').select(['id', 'kind', 'payload']).execute()
      const [effect] = effects as Parameters<typeof doEffect>[2][]
      await doEffect(services, mail, effect!, async (content) => {
        await move('another@hiram.test').execute()
        await deliver(services, mail, effect!.id, content)
        await move(email).execute()
      })
      const sent = (await mail.list(99)).filter(({ id }) => id.startsWith(`effect-${effect!.id}-`))
      expect(sent.map(({ to }) => to)).toEqual([email])
      seen.add(sent[0]!.id)
    }
    await db.deleteFrom('effect').execute()
  })

  it('is sent nothing but what confirms it; notices on the site are written all the same', async () => {
    const listingId = await listThing(fixture.services, newcomer, { title: 'Tent' })
    await review(fixture.services, fixture.cast.amihan, listingId)
    expect(await subjects()).toEqual([])
    expect((await listNotices(fixture.services.db, newcomer.id)).notices).toMatchObject([
      { title: 'Your Tent is listed' },
    ])
    accepted(await askPasswordReset(by(fixture.services), { email }))
    expect(await subjects()).toEqual(['Set a new password'])
    accepted(await sendConfirmation(by(fixture.services, newcomer)))
    const [confirmation] = await mailed()
    const token = /\/verify-email\?token=([\w-]{43})/.exec(confirmation!.text)![1]!
    accepted(await confirmEmail(by(fixture.services), { token }))
  })

  it('is sent mails and greeted once it is confirmed', async () => {
    const listingId = await listThing(fixture.services, newcomer, { title: 'Drill' })
    await review(fixture.services, fixture.cast.amihan, listingId)
    const [listed] = await mailed()
    expect([listed!.subject, listed!.text]).toEqual([
      'Your Drill is listed',
      expect.stringContaining('Corazon'),
    ])
  })
})
