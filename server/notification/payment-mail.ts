import { sql } from 'kysely'
import { formatPeso } from '#domain/money.ts'
import { paymentChannelText } from '#domain/payment/payment.ts'
import { isRefundedByHand } from '#domain/refund/refund.ts'
import type { Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'

/** The email that tells a renter that their online payment has arrived; null when there is no such payment. */
async function paymentMail(
  { db }: Pick<Services, 'db'>,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<EmailContent | null> {
  const { rows } = await sql<{
    renterId: string
    number: string
    centavos: number
    channel: string
    isChange: boolean
    isDebt: boolean
  }>`
    select o.renter_id, o.number, p.centavos, p.channel,
      exists (select from rental_change c where c.order_id = o.id) as is_change, o.debt_id is not null as is_debt
    from "order" o join payment p on p.id = ${paymentId}
    where o.id = ${orderId}`.execute(db)
  const facts = rows[0]
  if (!facts) return null
  return {
    accountId: facts.renterId,
    kind: 'payment-received',
    subject: `Payment received for order ${facts.number}`,
    lead:
      `We have received ${formatPeso(facts.centavos)} by ${paymentChannelText(facts.channel)} ` +
      `for order ${facts.number}.`,
    facts: [
      { label: 'Paid', value: formatPeso(facts.centavos) },
      { label: 'By', value: paymentChannelText(facts.channel) },
      { label: 'Order', value: facts.number },
    ],
    action: { label: 'See the receipt', path: `/receipt/${facts.number}` },
    note: facts.isDebt
      ? 'It pays what you owed for a rental. The owner gets all of it, and is told.'
      : facts.isChange
        ? 'It pays for the new days of a rental that you have already.'
        : 'Each owner is asked now. If one can’t lend you an item, what you paid for it goes back to you.',
  }
}

const ofMethod = 'your payment method takes no refunds by itself'
const ofPayment = 'it could not go back the way it was paid'

/** The email that tells a renter that a refund was made; null as for `paymentMail`. */
async function refundMail(
  { db }: Pick<Services, 'db'>,
  { refundId }: { refundId: string },
): Promise<EmailContent | null> {
  const { rows } = await sql<{
    renterId: string
    number: string
    centavos: number
    title: string | null
    status: string
    reason: string
    channel: string
  }>`
    select o.renter_id, o.number, f.centavos, r.title, f.status, f.reason, p.channel
    from refund f join payment p on p.id = f.payment_id join "order" o on o.id = f.order_id
      left join rental r on r.id = f.rental_id
    where f.id = ${refundId}`.execute(db)
  const facts = rows[0]
  if (!facts) return null
  const what = facts.title ? `${facts.title}, order ${facts.number}` : `order ${facts.number}`
  const ofDeposit =
    facts.reason === 'deposit' || facts.reason === 'claim' || facts.reason === 'late-fee'
      ? ' of your deposit'
      : ''
  return {
    accountId: facts.renterId,
    kind: 'refund-made',
    subject: `${formatPeso(facts.centavos)} refunded`,
    lead: `${formatPeso(facts.centavos)}${ofDeposit} for ${what} went back to you.`,
    facts: [
      { label: 'Refunded', value: formatPeso(facts.centavos) },
      ...(facts.title ? [{ label: 'Item', value: facts.title }] : []),
      { label: 'Order', value: facts.number },
    ],
    action: { label: 'See the receipt', path: `/receipt/${facts.number}` },
    note:
      facts.status === 'paid_out'
        ? `We sent it by hand, as ${isRefundedByHand(facts.channel) ? ofMethod : ofPayment}.`
        : 'It shows in a wallet within a day, and on a card within 30 days.',
  }
}

export const paymentEmails = {
  'payment-mail': paymentMail,
  'refund-mail': refundMail,
} satisfies Partial<EmailTemplates>
