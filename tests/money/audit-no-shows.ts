import type { FactRental, Facts } from './facts.ts'

const HOUR = 3_600_000
const MANILA = 8 * HOUR

/**
 * A rental that nobody handed over does not end before both sides had their time to say that the other did not come;
 * who is said not to have come, and contradicts in a dispute within 24 hours, pays nothing for it by silence; and what
 * each says of the other has had a dispute.
 */
export function* auditNoShows(facts: Facts): Generator<string> {
  for (const rental of facts.rentals) {
    const events = facts.events.filter(({ subjectId }) => subjectId === rental.id)
    const said = facts.noShows.filter(({ rentalId }) => rentalId === rental.id)
    const stated = facts.aboutHandover.filter(({ rentalId }) => rentalId === rental.id)
    const lapsed = events.find(({ action }) => action === 'lapse')
    if (
      lapsed &&
      !events.some(({ action }) => action === 'say-no-show') &&
      Date.parse(lapsed.at) < waitsUntil(rental)
    )
      yield `rental ${rental.id} ended at ${lapsed.at}, while it could be said that someone did not come`
    if (lapsed && said.length === 2 && stated.length === 0)
      yield `rental ${rental.id} ended, and what each said of the other had no dispute`
    if (events.some(({ action }) => action === 'take-back-no-show')) continue
    for (const { by, at, agreed } of said) {
      const until = Date.parse(at) + 24 * HOUR
      const contradicts = stated.some(
        (one) =>
          one.by !== by &&
          one.by !== 'system' &&
          Date.parse(one.at) < until &&
          (!one.closedAt || one.closedAt > at),
      )
      if (agreed && contradicts)
        yield `rental ${rental.id} ended by the silence of one who contradicted the ${by}`
    }
  }
}

/** 72 hours after the first day, at the earliest that was agreed. */
const waitsUntil = ({ start }: FactRental) => Date.parse(`${start}T00:00:00Z`) - MANILA + 4 * 24 * HOUR
