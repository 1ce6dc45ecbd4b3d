import { sql } from 'kysely'
import { formatPeso } from '#domain/money.ts'
import { channelText } from '#domain/payment/payment.ts'
import type { Db } from '../context.ts'
import type { Settings } from '../settings.ts'
import { wantsNotice } from './queries.ts'

type Letter = { to: string; subject: string; text: string } | null

/** Words the mail that tells a renter their online payment has arrived; null when they are gone or switched such mails off. */
export async function paymentMail(
  db: Db,
  settings: Settings,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<Letter> {
  const { rows } = await sql<{
    renterId: string
    email: string
    number: string
    centavos: number
    channel: string
  }>`
    select a.id as renter_id, a.email, o.number, p.centavos, p.channel
    from "order" o join account a on a.id = o.renter_id join payment p on p.id = ${paymentId}
    where o.id = ${orderId} and a.deleted_at is null`.execute(db)
  const facts = rows[0]
  if (!facts || !(await wantsNotice(db, facts.renterId, 'payment-received'))) return null
  const text = [
    `We have received ${formatPeso(facts.centavos)} by ${channelText(facts.channel)} for order ${facts.number}.`,
    '',
    'Each owner is asked now. If one can’t lend you an item, what you paid for it goes back to you.',
    '',
    `Receipt: ${settings.baseUrl}/receipt/${facts.number}`,
    '',
    settings.siteName,
  ].join('\n')
  return { to: facts.email, subject: `Payment received for order ${facts.number}`, text }
}

/** Words the mail that tells a renter a refund was made; null as for `paymentMail`. */
export async function refundMail(
  db: Db,
  settings: Settings,
  { refundId }: { refundId: string },
): Promise<Letter> {
  const { rows } = await sql<{
    renterId: string
    email: string
    number: string
    centavos: number
    title: string | null
    status: string
    reason: string
  }>`
    select a.id as renter_id, a.email, o.number, f.centavos, r.title, f.status, f.reason
    from refund f join "order" o on o.id = f.order_id join account a on a.id = o.renter_id
      left join rental r on r.id = f.rental_id
    where f.id = ${refundId} and a.deleted_at is null`.execute(db)
  const facts = rows[0]
  if (!facts || !(await wantsNotice(db, facts.renterId, 'refund-made'))) return null
  const what = facts.title ? `${facts.title}, order ${facts.number}` : `order ${facts.number}`
  const ofDeposit = facts.reason === 'deposit' || facts.reason === 'claim' ? ' of your deposit' : ''
  const text = [
    `${formatPeso(facts.centavos)}${ofDeposit} for ${what} went back to you.`,
    '',
    facts.status === 'paid_out'
      ? 'We sent it by hand, as your payment method takes no refunds by itself.'
      : 'It shows in a wallet within a day, and on a card within 30 days.',
    '',
    `Receipt: ${settings.baseUrl}/receipt/${facts.number}`,
    '',
    settings.siteName,
  ].join('\n')
  return { to: facts.email, subject: `${formatPeso(facts.centavos)} refunded`, text }
}
