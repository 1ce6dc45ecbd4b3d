import { describe, expect, it } from 'vitest'
import { switchableKinds, switchableKindsFor, type SwitchableKind } from '#domain/notification/kinds.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { setVerification } from '../account/set-verification.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { chooseNotifications } from './choose-notifications.ts'
import { listNotices, listSwitchedOff, wantsNotice } from './queries.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const choose = (who: people.Person, wanted: readonly SwitchableKind[]) =>
  chooseNotifications(by(fixture.services, who), { site: wanted, email: wanted })
const allBut = (...off: SwitchableKind[]) => switchableKinds.filter((kind) => !off.includes(kind))

/** The subjects that were mailed since the last call, by address. */
async function mailed() {
  const seen = new Set((await fixture.services.mail.list(500)).map(({ id }) => id))
  fixture.services.clock.set(new Date(Date.now() + 3_600_000))
  await doEffects(fixture.services)
  fixture.services.clock.set(NOW)
  const all = await fixture.services.mail.list(500)
  return all
    .filter(({ id }) => !seen.has(id))
    .map(({ to, subject }) => `${to}: ${subject}`)
    .sort()
}

describe('a kind that is switched off', () => {
  // Spec: D31
  it('is not mailed; the others are, and the confirmation of an order always is', async () => {
    const { services, cast } = fixture
    accepted(await choose(cast.olivia, allBut('request-received', 'listing-reviewed')))
    accepted(await choose(cast.ramon, []))
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const { rentalId } = await people.rent(services, cast.ramon, [listingId])
    expect(await mailed()).toEqual(['renter@hiram.test: Your request for 4-person tent'])
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
    expect(await mailed()).toEqual([])
    accepted(await takePartyAction(by(services, cast.ramon), { rentalId, action: 'cancel' }))
    expect(await mailed()).toEqual([
      'owner@hiram.test: Ramon Dela Cruz cancelled the rental of 4-person tent',
    ])
  })

  it('is mailed again once it is switched on', async () => {
    const { services, cast } = fixture
    accepted(await choose(cast.olivia, allBut()))
    expect(await listSwitchedOff(services.db, cast.olivia.id)).toEqual([])
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    expect(await mailed()).toEqual(['owner@hiram.test: Your 4-person tent is listed'])
    await people.rent(services, cast.ramon, [listingId])
    expect(await mailed()).toContain(
      'owner@hiram.test: Ramon Dela Cruz would like to rent your 4-person tent',
    )
  })

  it('is of the person’s own role only, and forms sent at once leave one of them', async () => {
    const { services, cast } = fixture
    const requests: SwitchableKind[][] = [['approved'], ['rejected']]
    const verdicts = await Promise.all(requests.map((wanted) => choose(cast.ramon, wanted)))
    expect(verdicts.every(({ ok }) => ok)).toBe(true)
    const off = (await listSwitchedOff(services.db, cast.ramon.id))
      .filter(({ channel }) => channel === 'email')
      .map(({ kind }) => kind)
    expect(
      requests.map(([on]) =>
        switchableKindsFor('renter')
          .filter((kind) => kind !== on)
          .sort(),
      ),
    ).toContainEqual(off)
  })
})

describe('a kind that is switched off for one channel', () => {
  // Spec: D31
  it.each([
    { off: 'site', mails: ['owner@hiram.test: Your 4-person tent is listed'], notices: [] },
    { off: 'email', mails: [], notices: ['Your 4-person tent is listed'] },
  ] as const)('still arrives by the other: $off', async ({ off, mails, notices }) => {
    const { services, cast } = fixture
    await services.db.deleteFrom('notice').execute()
    const wanted = { site: switchableKinds, email: switchableKinds, [off]: allBut('listing-reviewed') }
    accepted(await chooseNotifications(by(services, cast.olivia), wanted))
    await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    expect(await mailed()).toEqual(mails)
    const listed = await listNotices(services.db, cast.olivia.id)
    expect(listed.notices.map(({ title }) => title)).toEqual(notices)
    await services.db.deleteFrom('effect').execute()
  })

  it('stays so when a form without that channel is sent', async () => {
    const { services, cast } = fixture
    accepted(
      await chooseNotifications(by(services, cast.olivia), {
        site: switchableKinds,
        push: allBut('approved'),
      }),
    )
    accepted(
      await chooseNotifications(by(services, cast.olivia), { site: switchableKinds, email: switchableKinds }),
    )
    expect(await listSwitchedOff(services.db, cast.olivia.id)).toEqual([
      { kind: 'approved', channel: 'push' },
    ])
    accepted(await chooseNotifications(by(services, cast.olivia), { push: switchableKinds }))
  })
})

describe('a form that an owner opened as a renter', () => {
  it('leaves alone the kinds and channels that it did not show', async () => {
    const { services, cast } = fixture
    accepted(await chooseNotifications(by(services, cast.olivia), { email: allBut('listing-reviewed') }))
    accepted(
      await chooseNotifications(by(services, cast.olivia), { email: ['approved'] }, ['approved', 'rejected']),
    )
    expect(await listSwitchedOff(services.db, cast.olivia.id)).toEqual([
      { kind: 'listing-reviewed', channel: 'email' },
      { kind: 'rejected', channel: 'email' },
    ])
    accepted(await choose(cast.olivia, allBut()))
  })
})

it('the decision about a verification is mailed to those who want to hear of it', async () => {
  const { services, cast } = fixture
  const decide = (decision: 'verified' | 'rejected') =>
    setVerification(...people.asAdmin(services, cast.amihan), {
      accountId: cast.ramon.id,
      decision,
    })
  accepted(await choose(cast.ramon, allBut()))
  accepted(await decide('verified'))
  expect(await mailed()).toEqual(['renter@hiram.test: You are verified'])
  accepted(await choose(cast.ramon, allBut('verification-decided')))
  accepted(await decide('rejected'))
  expect(await mailed()).toEqual([])
})

it('nothing is sent to a deleted account, not even what has no choice', async () => {
  const { services, cast } = fixture
  expect(await wantsNotice(services.db, cast.amihan.id, 'account', 'email')).toBe(true)
  await services.db.updateTable('account').set({ deletedAt: NOW }).where('id', '=', cast.amihan.id).execute()
  expect(await wantsNotice(services.db, cast.amihan.id, 'account', 'email')).toBe(false)
  expect(await wantsNotice(services.db, cast.amihan.id, 'verification-decided', 'site')).toBe(false)
})

it('a guest has no choices', async () => {
  expect(await chooseNotifications(by(fixture.services), { email: [] })).toMatchObject({ reason: 'login' })
})
