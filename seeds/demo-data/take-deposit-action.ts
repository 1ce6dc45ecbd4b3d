import { asHeadAdmin, asOwner } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import type { Services } from '#server/context.ts'
import { acceptDispute } from '#server/dispute/accept-dispute.ts'
import { answerDispute } from '#server/dispute/answer-dispute.ts'
import { claimDeposit } from '#server/dispute/claim-deposit.ts'
import { decideDispute } from '#server/dispute/decide-dispute.ts'
import { returnDeposit } from '#server/deposit/return-deposit.ts'
import { sweepDeposits } from '#server/deposit/sweep-deposits.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import { accepted, act } from '../act.ts'
import { listingPicture } from './pictures.ts'
import type { DepositAction, Scenario } from './scenario.ts'
import type { DemoData } from './people-and-listings.ts'

/** Takes an action on a deposit at an instant. `rental` is of the owner's listing. */
export async function takeDepositAction(
  services: Services,
  demo: Pick<DemoData, 'people'>,
  scenario: Scenario,
  rental: { id: string; ownerId: string },
  action: DepositAction,
  moment: Date,
): Promise<void> {
  const rentalId = rental.id
  const owner = [...demo.people.values()].find((person) => person.id === rental.ownerId)!
  const by = (who: User) => act(services, who, moment)
  switch (action.do) {
    case 'return':
      return void accepted(await returnDeposit(by(owner), { rentalId }))
    case 'hand-back':
      return void accepted(await returnDeposit(by(demo.people.get(scenario.renter)!), { rentalId }))
    case 'sweep':
      return void (await sweepDeposits(by(owner)))
    case 'claim': {
      const { do: _, photosOf, ...claim } = action
      const lister = accepted(asOwner(owner)).owner
      const { photo } = accepted(await uploadPhoto(by(owner), lister, listingPicture(photosOf, 1)))
      return void accepted(await claimDeposit(by(owner), { rentalId, ...claim, photoIds: [photo.id] }))
    }
    case 'answer':
      return void accepted(
        await answerDispute(by(demo.people.get(scenario.renter)!), { rentalId, text: action.answer }),
      )
    case 'grant': {
      const { grantedCentavos: ownerCentavos, decision: reason } = action
      const award = { ownerCentavos, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }
      const ctx = by(demo.people.get('amihan')!)
      return void accepted(
        await decideDispute(ctx, accepted(asHeadAdmin(ctx.actor)).admin, { rentalId, award, reason }),
      )
    }
    case 'accept':
      for (const who of [owner, demo.people.get(scenario.renter)!])
        accepted(await acceptDispute(by(who), { rentalId, accepts: { what: 'decision' } }))
  }
}
