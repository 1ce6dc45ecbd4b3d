import { directionOf, giverOf, receiverOf } from '#domain/handover/code.ts'
import { parsePeriod } from '#domain/period.ts'
import { confirmWord, objectToWord } from '#server/handover/answer-word.ts'
import { digitsOf } from '#server/handover/codes.ts'
import { enterCode } from '#server/handover/enter-code.ts'
import { readCode } from '#server/handover/queries.ts'
import { renewCode } from '#server/handover/renew-code.ts'
import { sayBroughtBack } from '#server/handover/say-brought-back.ts'
import { by } from '#tests/support/services.ts'
import type { LocalAct } from './actions.ts'
import { at } from './later.ts'
import { rentalsOf, type Place, type World } from './world.ts'

type Handover = Extract<LocalAct, { do: 'handover' }>

/** The two sides of a rental hand it over or take it back by code, or say something alone. */
export async function playHandover(world: World, place: Place, act: Handover): Promise<unknown> {
  const { services } = world
  const open = (await rentalsOf(world, [place])).filter(({ status }) =>
    ['Approved', 'Active', 'Completed'].includes(status),
  )
  const rental = at(open, act.pick)
  if (!rental) return
  const rentalId = rental.id
  const people = [...place.owners, ...place.renters]
  const as = (side: 'owner' | 'renter') => {
    const personId = side === 'owner' ? rental.ownerId : rental.renterId
    return by(services, place.gone.has(personId) ? undefined : people.find(({ id }) => id === personId))
  }
  const period = parsePeriod(rental.period)
  const direction = directionOf({ ...rental, period, orderStatus: 'confirmed' }, services.clock.now())
  switch (act.what) {
    case 'code': {
      if (!direction) return
      const { version } = await readCode(services.db, rentalId, direction)
      const code = digitsOf(services, { rentalId, direction, version })
      return enterCode(as(giverOf[direction]), { rentalId, given: { code } })
    }
    case 'wrong-code':
      return enterCode(as(direction ? giverOf[direction] : 'renter'), { rentalId, given: { code: '12345' } })
    case 'renew':
      return direction && renewCode(as(receiverOf[direction]), { rentalId })
    case 'brought-back':
      return sayBroughtBack(as('renter'), { rentalId, note: 'At the gate', photoIds: [] })
    case 'confirm':
      return (await confirmWord(as('owner'), { rentalId })).ok || confirmWord(as('renter'), { rentalId })
    case 'object': {
      const word = { rentalId, reason: 'It was not so.' }
      return (await objectToWord(as('owner'), word)).ok || objectToWord(as('renter'), word)
    }
  }
}
