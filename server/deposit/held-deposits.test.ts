import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { exportData } from '../account/export-data.ts'
import { answerClaim } from './answer-claim.ts'
import { claimDeposit } from './claim-deposit.ts'
import { grantClaim } from './grant-claim.ts'
import { returnDeposit } from './return-deposit.ts'

const town = withServices(['ramon', 'olivia', 'amihan'])
const { returned } = deposits(town)

const claim = (rentalId: string) =>
  claimDeposit(by(town.services, town.cast.olivia), {
    rentalId,
    centavos: 30_000,
    reason: 'Torn.',
    photoIds: [],
  })
const remove = (who: 'ramon' | 'olivia') =>
  deleteAccount(by(town.services, town.cast.amihan), { accountId: town.cast[who].id })

it('a person’s data holds the claims of either side, with the photos that are theirs', async () => {
  const { rentalId } = await returned('online')
  const photoIds = [await people.uploadTiny(town.services, town.cast.olivia)]
  accepted(
    await claimDeposit(by(town.services, town.cast.olivia), {
      rentalId,
      centavos: 1,
      reason: 'Torn.',
      photoIds,
    }),
  )
  accepted(await answerClaim(by(town.services, town.cast.ramon), { rentalId, answer: 'No.' }))
  const dataOf = async (who: 'ramon' | 'olivia') =>
    accepted(await exportData(by(town.services, town.cast[who]))).personalData.sections.depositClaims
  expect(await dataOf('olivia')).toMatchObject([
    { centavos: 1, reason: 'Torn.', answer: 'No.', photos: [`/claim-photos/${photoIds[0]}/40.webp`] },
  ])
  expect(await dataOf('ramon')).toMatchObject([{ reason: 'Torn.', photos: null }])
  accepted(
    await grantClaim(by(town.services, town.cast.amihan), people.admin(town.cast.amihan), {
      rentalId,
      grantedCentavos: 1,
      decision: 'Yes.',
    }),
  )
})

it('an account stays while a deposit is held for either side, and goes once it is back', async () => {
  const { rentalId } = await returned('cash_on_delivery')
  for (const who of ['ramon', 'olivia'] as const)
    expect(await remove(who)).toMatchObject({ reason: 'deposit' })
  accepted(await claim(rentalId))
  accepted(await returnDeposit(by(town.services, town.cast.ramon), { rentalId }))
  for (const who of ['ramon', 'olivia'] as const)
    expect(await remove(who)).toMatchObject({ reason: 'deposit' })
  accepted(
    await grantClaim(by(town.services, town.cast.amihan), people.admin(town.cast.amihan), {
      rentalId,
      grantedCentavos: 10_000,
      decision: 'A part of it.',
    }),
  )
  expect(await remove('ramon')).toMatchObject({ reason: 'deposit' })
  accepted(await returnDeposit(by(town.services, town.cast.ramon), { rentalId }))
  accepted(await remove('ramon'))
  accepted(await remove('olivia'))
})
