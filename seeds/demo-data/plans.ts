import { addDays, dayInManila } from '#domain/period.ts'
import { askChange } from '#server/change/ask-change.ts'
import type { Services } from '#server/context.ts'
import { joinWaitlist } from '#server/waitlist/join-waitlist.ts'
import { accepted, act } from '../act.ts'
import type { DemoData } from './people-and-listings.ts'

/**
 * Plans change: Miguel asks to keep Olivia's suit for a day longer, and Ramon waits for a tent whose days are taken.
 */
export async function changePlans(services: Services, demo: DemoData, now: Date): Promise<void> {
  const [miguel, ramon] = [demo.people.get('miguel')!, demo.people.get('ramon')!]
  const { id: rentalId } = await services.db
    .selectFrom('rental')
    .select('id')
    .where('listingId', '=', demo.listings.get('navy-suit')!)
    .where('renterId', '=', miguel.id)
    .where('status', '=', 'Active')
    .executeTakeFirstOrThrow()
  accepted(await askChange(act(services, miguel, now), { rentalId, request: { what: 'extend', days: 1 } }))
  const tent = { listingId: demo.listings.get('dome-tent')!, startDate: addDays(dayInManila(now), 21) }
  accepted(await joinWaitlist(act(services, ramon, now), { ...tent, durationDays: 3 }))
}
