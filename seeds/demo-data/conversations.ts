import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Services } from '#server/context.ts'
import { replyInThread } from '#server/assistant/reply-in-thread.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { uploadPrivatePhoto } from '#server/photo/upload-photo.ts'
import { accepted, act } from '../act.ts'
import { demoListings } from './catalogue.ts'
import { listingPicture } from './pictures.ts'
import type { DemoData } from './people-and-listings.ts'

type Talk = {
  renter: string
  thing: string
  daysAgo: number
  /** By both people in turn, the renter first. */
  lines: readonly string[]
  /** The index of the line after which the assistant replies. */
  assistantAfter?: number
  /** The index of the line with a photo of the item. */
  photoWith?: number
}

const talks: Talk[] = [
  {
    renter: 'ramon',
    thing: 'hammock-stand',
    daysAgo: 6,
    lines: [
      'Hi! Would the hammock stand fit on a condo balcony? Ours is about three metres long.',
      'Hello Ramon! It is 2.9 m end to end, so just about. Measure twice, po.',
      'Salamat! I measured, it fits.',
      'Great. It comes in two bags and goes up in five minutes.',
    ],
    photoWith: 3,
  },
  {
    renter: 'katrina',
    thing: 'hammock-stand',
    daysAgo: 1,
    lines: ['Good morning! Is it sturdy enough for two small kids at once?'],
  },
  {
    renter: 'ramon',
    thing: 'sony-telephoto',
    daysAgo: 3,
    lines: [
      'Hi Olivia! How much is the deposit for the lens, and where can I pick it up?',
      'Opo, that is right. I am home after six on weekdays.',
      'Salamat! I will ask my sister about the weekend first.',
    ],
    assistantAfter: 0,
  },
  {
    renter: 'ramon',
    thing: 'dome-tent',
    daysAgo: 2,
    lines: [
      'Is the tent okay in heavy rain? We are going to Tanay.',
      'Kayang-kaya! I used it there in July. Take the extra tarp, it is in the bag.',
    ],
  },
]

/**
 * The conversations of the demo: a long one, one that waits for an answer, one with a reply of the assistant, one with
 * an unread reply.
 */
export async function createConversations(services: Services, demo: DemoData, now: Date): Promise<void> {
  for (const { renter, thing, daysAgo, lines, assistantAfter, photoWith } of talks) {
    const listingId = demo.listings.get(thing)!
    const owner = demoListings.find(({ key }) => key === thing)!.ownerKey
    const begin = now.getTime() - daysAgo * DAY_MS
    for (const [i, text] of lines.entries()) {
      const at = new Date(begin + i * 7 * MINUTE_MS)
      const person = demo.people.get(i % 2 === 0 ? renter : owner)
      const to = i % 2 === 0 ? { listingId } : { threadId: await threadOf(services, listingId, demo, renter) }
      const ctx = act(services, person, at)
      const photo =
        i === photoWith ? accepted(await uploadPrivatePhoto(ctx, listingPicture(thing, 1))).photo : null
      const { threadId } = accepted(await sendMessage(ctx, { to, text, photoId: photo?.id }))
      // The built-in assistant, even if a key is set.
      if (i === assistantAfter) await replyInThread({ ...ctx, assistant: null }, { threadId })
    }
  }
}

async function threadOf(
  services: Services,
  listingId: string,
  demo: DemoData,
  renter: string,
): Promise<string> {
  const { id } = await services.db
    .selectFrom('thread')
    .select('id')
    .where('listingId', '=', listingId)
    .where('renterId', '=', demo.people.get(renter)!.id)
    .executeTakeFirstOrThrow()
  return id
}
