import { asAdmin, asOwner } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import type { Services } from '#server/context.ts'
import { answerClaim } from '#server/deposit/answer-claim.ts'
import { claimDeposit } from '#server/deposit/claim-deposit.ts'
import { grantClaim } from '#server/deposit/grant-claim.ts'
import { returnDeposit } from '#server/deposit/return-deposit.ts'
import { sweepDeposits } from '#server/deposit/sweep-deposits.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import { accepted, act } from '../act.ts'
import { renderPhoto } from './drawing/index.ts'
import type { DepositStep, Play } from './play.ts'

/** Does something about a deposit at a moment. `rental` is of the owner's listing. */
export async function takeDepositStep(
  services: Services,
  town: { people: Map<string, User> },
  play: Play,
  rental: { id: string; ownerId: string },
  step: DepositStep,
  moment: Date,
): Promise<void> {
  const rentalId = rental.id
  const owner = [...town.people.values()].find((person) => person.id === rental.ownerId)!
  const by = (who: User) => act(services, who, moment)
  switch (step.do) {
    case 'return':
      return void accepted(await returnDeposit(by(owner), { rentalId }))
    case 'hand-back':
      return void accepted(await returnDeposit(by(town.people.get(play.renter)!), { rentalId }))
    case 'sweep':
      return void (await sweepDeposits(by(owner)))
    case 'claim': {
      const { do: _, photosOf, ...claim } = step
      const lister = accepted(asOwner(owner)).owner
      const { photo } = accepted(await uploadPhoto(by(owner), lister, await renderPhoto(photosOf, 1)))
      return void accepted(await claimDeposit(by(owner), { rentalId, ...claim, photoIds: [photo.id] }))
    }
    case 'answer':
      return void accepted(
        await answerClaim(by(town.people.get(play.renter)!), { rentalId, answer: step.answer }),
      )
    case 'grant': {
      const { do: _, ...grant } = step
      const ctx = by(town.people.get('amihan')!)
      return void accepted(await grantClaim(ctx, accepted(asAdmin(ctx.actor)).admin, { rentalId, ...grant }))
    }
  }
}
