import { hoursAfter } from '#domain/time.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import type { Services } from '#server/context.ts'
import { blockPerson } from '#server/person-block/block-person.ts'
import { sendReport } from '#server/report/send-report.ts'
import { accepted, act } from '../act.ts'
import type { DemoData } from './people-and-listings.ts'

const lines = [
  ['benjie', 'Hi po, available ba ang camera this weekend?'],
  ['bea', 'Yes, it is free from Friday.'],
  [
    'benjie',
    'I can pay more if we do it outside. Just send your GCash number, 0917 555 0123 is mine, or text me there.',
  ],
  ['bea', 'Let’s keep it on Hiram, please.'],
  ['benjie', 'Sige, then confirm your account first here: hiram-verify.example-login.top/bea'],
] as const

/** A reported conversation: Bea reports a message and blocks its writer; the report is open for the admins. */
export async function createReports(services: Services, demo: DemoData, now: Date): Promise<void> {
  const listingId = demo.listings.get('canon-r50')!
  const person = (key: string) => demo.people.get(key)
  const at = (hours: number) => hoursAfter(now, -hours)
  let threadId: string | undefined
  for (const [i, [who, text]] of lines.entries()) {
    const to = threadId ? { threadId } : { listingId }
    const sent = accepted(await sendMessage(act(services, person(who), at(30 - i / 8)), { to, text }))
    threadId = sent.threadId
  }
  const { id: messageId } = await services.db
    .selectFrom('message')
    .select('id')
    .where('threadId', '=', threadId!)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const note = 'He asked me to pay outside, and now this link. It is not your site.'
  const bea = act(services, person('bea'), at(24))
  accepted(await sendReport(bea, { about: { messageId }, reason: 'scam', note }))
  accepted(await blockPerson(bea, { threadId: threadId! }))
}
