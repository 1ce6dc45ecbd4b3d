import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { asReviewer } from '#domain/access.ts'
import { noAward } from '#domain/dispute/dispute.ts'
import { addDays } from '#domain/period.ts'
import { postgresLimits } from '#gateways/limits/postgres.ts'
import { accepted } from '#seeds/act.ts'
import { askPasswordReset } from '#server/account/ask-password-reset.ts'
import { deleteOwnAccount } from '#server/account/delete-own-account.ts'
import { endSuspension } from '#server/account/end-suspension.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { logIn } from '#server/account/log-in.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import { updateProfile } from '#server/account/update-profile.ts'
import { askAssistant } from '#server/assistant/ask-assistant.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { sendContactMessage } from '#server/contact/send-contact-message.ts'
import type { Context } from '#server/context.ts'
import { acceptDispute } from '#server/dispute/accept-dispute.ts'
import { answerDispute } from '#server/dispute/answer-dispute.ts'
import { decideDispute } from '#server/dispute/decide-dispute.ts'
import { fileDispute } from '#server/dispute/file-dispute.ts'
import { addFavorite } from '#server/favorite/add-favorite.ts'
import { createLimits } from '#server/limits.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { setPickUp } from '#server/listing/set-pick-up.ts'
import { editListing } from '#server/listing/edit-listing.ts'
import { chooseNotifications } from '#server/notification/choose-notifications.ts'
import { subscribeBrowser } from '#server/notification/subscribe-browser.ts'
import { blockPerson } from '#server/person-block/block-person.ts'
import { uploadPrivatePhoto, uploadPhoto } from '#server/photo/upload-photo.ts'
import { changeDelivery } from '#server/rental/change-delivery.ts'
import { takeAdminAction, takePartyAction } from '#server/rental/take-action.ts'
import { sendReport } from '#server/report/send-report.ts'
import { sweepRetention } from '#server/retention/sweep-retention.ts'
import { writeReview } from '#server/review/write-review.ts'
import { takeDownListing } from '#server/take-down/take-down-listing.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { typedPlace } from '#tests/support/places.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withSite } from '#tests/support/with-site.ts'

/**
 * Diego writes and uploads everything that a person can, each with a mark of its own, and deletes his account. Then
 * every column of every table, every file and every kept mail is searched for the marks. What may stay is listed, with
 * the reason; a mark anywhere else fails.
 */
const keys = generateVAPIDKeys()
const site = withSite(['ramon', 'olivia', 'katrina', 'diego', 'amihan'], {
  env: { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey, PUSH_HOSTS: 'push.test' },
})

/** `Qz` and one of these words: nothing else in the database has it, random tokens included. */
const MARK = new RegExp(
  'qz(answer|browser|camera|contact|decided|delivery|ended|endpoint|first|gate|gone|guest|home|last|mail|message|' +
    'name|newer|pickup|place|question|report|review|search|subject|suspended|takendown|terms|title|tonobody|' +
    'user|words)',
  'g',
)
const NETWORK = '198.51.100.77'
const marksIn = (text: string) => [
  ...new Set([...(text.toLowerCase().match(MARK) ?? []), ...(text.includes(NETWORK) ? ['network'] : [])]),
]

/** What stays, and why; everything else about an erased person is gone. */
const staying: Record<string, { marks: string[]; why: string }> = {
  'order.agreement_text': {
    marks: ['qzfirst', 'qzlast', 'qztitle', 'qzterms'],
    why: 'both sides rely on the agreement word for word',
  },
  'rental.title': { marks: ['qztitle'], why: 'what the other side rented' },
  'listing.title': { marks: ['qztitle'], why: 'what the other side rented' },
  'thread.title': { marks: ['qztitle'], why: 'what the conversation of the other side is about' },
  'message.body': { marks: ['qzmessage'], why: 'the conversation is the other side’s too' },
  'review.body': { marks: ['qzreview'], why: 'under “Deleted user”: others decide by it' },
  'report.message_text': {
    marks: ['qzmessage'],
    why: 'what was reported, until two years after it was closed',
  },
  'report.note': { marks: ['qzreport'], why: 'as the report it explains' },
  'deposit_claim.answer': { marks: ['qzanswer'], why: 'as the order it is about' },
  'dispute_statement.text': { marks: ['qzanswer'], why: 'as the order it is about' },
  'notice.title': {
    marks: ['qzfirst', 'qzlast', 'qztitle'],
    why: 'what was told to the other side, for a year',
  },
  'notice.text': { marks: ['qzfirst', 'qzlast'], why: 'what was told to the other side, for a year' },
  'rental_entry.text': {
    marks: ['qzdecided', 'qzended'],
    why: 'why a rental ended, or a dispute was decided, which the other side reads',
  },
  'dispute_decision.reason': { marks: ['qzdecided'], why: 'as the order it is about' },
  'event.detail': {
    marks: ['qztitle', 'qzgone'],
    why: 'which listing an admin decided on or was deleted: events name no people',
  },
}
const toOthers = ['qzdecided', 'qzended', 'qzfirst', 'qzlast', 'qztitle']

type Found = Record<string, string[]>

/** Every mark in the database, by column. */
async function searchDatabase(): Promise<Found> {
  const { pool } = site.services.connection
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  )
  const found: Found = {}
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ text: string }>(
      `select "${column}"::text as text from "${table}" where "${column}" is not null`,
    )
    const marks = marksIn(rows.map(({ text }) => text).join('\n'))
    if (marks.length > 0) found[`${table}.${column}`] = marks.sort()
  }
  return found
}

/** The names of all files, and the marks in each. */
async function searchFiles() {
  const folder = site.services.settings.dataDir
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((file) => path.join(file.parentPath, file.name))
  return Promise.all(
    files.map(async (file) => ({
      file: path.relative(folder, file),
      marks: marksIn(await readFile(file, 'latin1')),
    })),
  )
}

/** Which of these photos have files. */
const withFiles = async (photoIds: readonly string[]) => {
  const names = (await searchFiles()).map(({ file }) => file)
  return photoIds.filter((id) => names.some((name) => name.includes(id)))
}

async function work() {
  const { services } = site
  services.clock.set(new Date(services.clock.now().getTime() + 3_600_000))
  await doEffects(services)
}

const photos: Record<string, string> = {}
let before: Found
let diego: Context

const jpeg = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Qzcamera' } })
    .jpeg()
    .toBuffer()

beforeAll(async () => {
  const { services, cast } = site
  services.limits = createLimits(services.settings.limits, postgresLimits(services.connection.pool))
  const marked = { firstName: 'Qzfirst', lastName: 'Qzlast', email: 'qzmail@hiram.test' }
  await services.db
    .updateTable('account')
    .set({ ...marked, name: 'Qzfirst Qzlast', username: 'qzuser' })
    .where('id', '=', cast.diego.id)
    .execute()
  Object.assign(cast.diego, marked)
  await suspension()
  diego = by(services, cast.diego, NETWORK)
  await account()
  await listings()
  await disputed()
  await writing()
  await decided()
  await work()
  // Only now, as the push service of the tests does not know this one.
  await services.db
    .updateTable('pushSubscription')
    .set({ endpoint: 'https://push.test/qzendpoint' })
    .execute()
  before = await searchDatabase()
})

/** An admin suspends him for a while; it ends his sessions, so he logs in again. */
async function suspension() {
  const { services, cast } = site
  const admin = people.asAdmin(services, cast.amihan)
  const { id: accountId } = cast.diego
  accepted(await suspendAccount(...admin, { accountId, reason: 'Qzsuspended' }))
  accepted(await endSuspension(...admin, { accountId }))
  Object.assign(cast.diego, await people.loggedIn(services, cast.diego.email))
}

/** His account, his log-ins and what he chose. */
async function account() {
  const { services, cast } = site
  const headers = new Headers({ 'user-agent': 'Qzbrowser/1.0' })
  const guest: Context = { ...by(services, { kind: 'guest' }, NETWORK), headers }
  const { email } = cast.diego
  expect((await logIn(guest, { portal: 'owner', email, password: 'a guess' })).ok).toBe(false)
  accepted(await logIn(guest, { portal: 'owner', email, password: people.PASSWORD }))
  accepted(await askPasswordReset(guest, { email }))
  const form = { fullName: 'Qzfirst Qzlast', location: 'Qzplace', removePicture: false }
  accepted(await updateProfile(diego, { ...form, picture: await jpeg('red') }))
  const { image } = await services.db
    .selectFrom('account')
    .select('image')
    .where('id', '=', cast.diego.id)
    .executeTakeFirstOrThrow()
  photos.picture = /[0-9a-f-]{36}/.exec(image!)![0]
  accepted(await chooseNotifications(diego, { site: [], email: [], push: [] }))
  accepted(await subscribeBrowser(diego, services.pushService.open()))
  await personalDataOf(diego)
}

/** What he lists and rents. */
async function listings() {
  const { services, cast } = site
  const upload = async (name: string) => {
    const taken = await uploadPhoto(diego, people.owner(cast.diego), await jpeg('blue'))
    return (photos[name] = accepted(taken).photo.id)
  }
  const said = { title: 'Qztitle', description: 'Qzwords', location: 'Qzhome', ownerTerms: 'Qzterms' }
  const first = [await upload('rented'), await upload('second')]
  const rented = await people.listThing(services, cast.diego, { ...said, photoIds: first })
  await people.review(services, cast.amihan, rented)
  const changed = { ...said, description: 'Qznewer', photoIds: [first[0]!, await upload('third')] }
  accepted(await editListing(diego, { listingId: rented, form: people.aForm(changed) }))
  await people.listThing(services, cast.diego, { title: 'Qzgone', photoIds: [await upload('never')] })
  await upload('unused')
  const typed = { ...typedPlace, street: 'Qzpickup', note: 'Qzgate' }
  accepted(await setPickUp(diego, { listingId: rented, typed, all: true }))
  const away = { firstDay: addDays(TODAY, 20), lastDay: addDays(TODAY, 21) }
  accepted(await blockDates(diego, { listingId: rented, ...away }))
  const his = await people.rent(services, cast.ramon, [rented])
  accepted(await takePartyAction(diego, { rentalId: his.rentalId, action: 'approve' }))
  await doEffects(services)
  const admin = people.asAdmin(services, cast.amihan)
  const end = { rentalId: his.rentalId, action: 'cancel-by-admin', reason: 'Qzended' } as const
  accepted(await takeAdminAction(...admin, end))
  const hers = await people.rent(services, cast.diego, [await site.publish({ title: 'Tent' })])
  const { rentalId } = hers
  await services.db
    .updateTable('rental')
    .set({ deliveryOption: 'delivery' })
    .where('id', '=', rentalId)
    .execute()
  accepted(await changeDelivery(diego, { rentalId, typed: { ...typedPlace, street: 'Qzdelivery' } }))
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  accepted(await takePartyAction(diego, { rentalId, action: 'cancel' }))
  // By now she knows his whole name, and is told it while the request waits.
  const again = await people.rent(services, cast.diego, [await site.publish({ title: 'Tent' })])
  await doEffects(services)
  accepted(await takePartyAction(diego, { rentalId: again.rentalId, action: 'cancel' }))
  await services.connection.pool.query(
    `insert into deposit_claim (rental_id, centavos, reason, created_at, granted_centavos, decision, decided_at,
       decided_by, answer, answered_at) values ($1, 1000, 'Torn', $2, 0, 'No', $2, $3, 'Qzanswer', $2)`,
    [rentalId, NOW, cast.amihan.id],
  )
}

/** What an admin writes about a dispute of his with Olivia. */
async function disputed() {
  const { services, cast } = site
  const admin = people.asAdmin(services, cast.amihan)
  const olivia = by(services, cast.olivia)
  const drum = await site.publish({ title: 'Drum' })
  const { rentalId } = await people.rent(services, cast.diego, [drum], { startDate: TODAY })
  for (const action of ['approve', 'activate', 'complete'] as const)
    accepted(await takePartyAction(olivia, { rentalId, action }))
  accepted(await fileDispute(olivia, { rentalId, kind: 'damage', text: 'Torn', askedCentavos: 30_000 }))
  accepted(await answerDispute(diego, { rentalId, text: 'It was torn before.' }))
  accepted(
    await decideDispute(...admin, { rentalId, award: { ...noAward, goodwillTo: null }, reason: 'Qzdecided' }),
  )
  for (const side of [olivia, diego])
    accepted(await acceptDispute(side, { rentalId, accepts: { what: 'decision' } }))
}

/** What he writes. */
async function writing() {
  const { services, cast } = site
  const drill = await site.publish({ title: 'Drill' })
  const chatPhoto = accepted(await uploadPrivatePhoto(diego, await jpeg('green'))).photo.id
  photos.chat = chatPhoto
  const to = { listingId: drill }
  const sent = accepted(await sendMessage(diego, { to, text: 'Qzmessage', photoId: chatPhoto }))
  const { threadId, messageId } = sent
  accepted(await sendMessage(by(services, cast.olivia), { to: { threadId }, text: 'Yes.' }))
  const reason = 'other' as const
  accepted(await sendReport(diego, { about: { threadId }, reason, note: 'Qzreport' }))
  accepted(await sendReport(by(services, cast.olivia), { about: { messageId }, reason, note: 'Rude.' }))
  // Katrina leaves before him, so their conversation is nobody's any more.
  const own = await people.listThing(services, cast.diego, { title: 'Qztitle' })
  await people.review(services, cast.amihan, own)
  const katrina = by(services, cast.katrina)
  const asked = accepted(await sendMessage(katrina, { to: { listingId: own }, text: 'Free?' }))
  accepted(await sendMessage(diego, { to: { threadId: asked.threadId }, text: 'Qztonobody' }))
  accepted(await sendMessage(by(services, cast.ramon), { to: { listingId: own }, text: 'When?' }))
  accepted(await deleteOwnAccount(katrina, { password: people.PASSWORD }))
  const { reviewer } = accepted(asReviewer(cast.diego))
  accepted(await writeReview(diego, reviewer, { listingId: drill, rating: 4, body: 'Qzreview' }))
  accepted(await addFavorite(diego, { listingId: drill }))
  await people.fillCart(services, cast.diego, [drill], { startDate: addDays(TODAY, 9) })
  accepted(await askAssistant(diego, { text: 'Qzquestion about deposits?' }))
  const words = { name: 'Qzname', email: 'qzmail@hiram.test', subject: 'Qzsubject', message: 'Qzcontact' }
  accepted(await sendContactMessage(diego, { ...words, website: '' }))
  accepted(await sendContactMessage(by(services), { ...words, message: 'Qzguest', website: '' }))
  accepted(await blockPerson(diego, { threadId }))
  await site.visitor('diego').get('/products?search=Qzsearch')
}

/** What admins write about his listings. */
async function decided() {
  const admin = people.asAdmin(site.services, site.cast.amihan)
  const listings = await site.services.db
    .selectFrom('listing')
    .select('id')
    .where('ownerId', '=', site.cast.diego.id)
    .where('title', '=', 'Qztitle')
    .execute()
  for (const { id: listingId } of listings)
    accepted(await takeDownListing(...admin, { listingId, reason: 'Qztakendown' }))
}

describe('before he leaves', () => {
  it('every mark is found, so that the search sees what it has to', async () => {
    const everywhere = new Set(Object.values(before).flat())
    const written =
      'first last mail user place browser endpoint title words home terms newer gone answer message report ' +
      'tonobody review question name subject contact guest delivery pickup gate suspended takendown ended decided'
    expect(written.split(' ').filter((word) => !everywhere.has(`qz${word}`))).toEqual([])
    expect(everywhere).toContain('network')
    for (const column of ['account.email', 'account.location', 'session.user_agent', 'rate_limit.key'])
      expect(Object.keys(before)).toContain(column)
    expect(await withFiles(Object.values(photos))).toHaveLength(Object.keys(photos).length)
    expect((await site.services.mail.list(500)).map(({ to }) => to)).toContain('qzmail@hiram.test')
  })

  it('what no part of the site needs is kept by none: what a camera wrote, and what was searched for', async () => {
    const files = (await searchFiles()).flatMap(({ marks }) => marks)
    for (const mark of ['qzcamera', 'qzsearch']) {
      expect(Object.values(before).flat()).not.toContain(mark)
      expect(files).not.toContain(mark)
    }
  })
})

describe('once he deleted his account', () => {
  beforeAll(async () => {
    accepted(await deleteOwnAccount(diego, { password: people.PASSWORD }))
    await work()
    site.services.clock.set(new Date(NOW.getTime() + 2 * 86_400_000))
    await sweepRetention(site.services)
    // Limits count by the clock of the machine; the longest lasts a day.
    await sweepOld(site.services, 'attempts', new Date(Date.now() + 86_400_000))
    await work()
  })

  // Spec: D7
  it('the database has nothing of him but what the other side needs', async () => {
    const left = await searchDatabase()
    const wrong = Object.entries(left).flatMap(([column, marks]) =>
      marks.filter((mark) => !staying[column]?.marks.includes(mark)).map((mark) => `${column}: ${mark}`),
    )
    expect(wrong).toEqual([])
  })

  it('what may stay does stay, so that the list is no longer than it has to be', async () => {
    const left = await searchDatabase()
    const idle = Object.entries(staying).flatMap(([column, { marks }]) =>
      marks.filter((mark) => !left[column]?.includes(mark)).map((mark) => `${column}: ${mark}`),
    )
    expect(idle).toEqual([])
  })

  it('of his photos only that of the thing that was rented has files', async () => {
    expect(await withFiles(Object.values(photos))).toEqual([photos.rented])
  })

  it('the mail folder has none of his mail, and in the mail of others only what they were told', async () => {
    const mails = await site.services.mail.list(500)
    const his = mails.filter(({ to, replyTo }) => [to, replyTo].includes('qzmail@hiram.test'))
    expect(his.map(({ subject }) => subject)).toEqual([])
    const found = [...new Set(mails.flatMap((mail) => marksIn(JSON.stringify(mail))))]
    expect(found.sort()).toEqual(toOthers)
    const others = (await searchFiles()).filter(({ file }) => !file.startsWith('mail'))
    expect(others.filter(({ marks }) => marks.length > 0)).toEqual([])
  })
})
