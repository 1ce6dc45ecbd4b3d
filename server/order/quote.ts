import { createHash } from 'node:crypto'
import { renderAgreement } from '#domain/agreement/agreement.ts'
import type { Renter } from '#domain/access.ts'
import type { Db } from '../context.ts'
import type { Cart } from '../cart/read-cart.ts'

/** What a renter sees and accepts: the agreement with their name and items in it, and the money lines. */
export type Quote = { agreementText: string; agreementSha256: string; fingerprint: string }

/** The SHA-256 of a text, in hex. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The newest agreement template. */
export async function readAgreementTemplate(db: Db): Promise<string> {
  const row = await db
    .selectFrom('agreementTemplate')
    .select('body')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.body
}

/**
 * The quote for a cart. Its `fingerprint` is a SHA-256 over the agreement and every amount: a checkout sends the one
 * it showed, and is refused when the server's current one differs.
 */
export function quoteFor(template: string, renter: Renter, cart: Cart): Quote {
  const agreementText = renderAgreement(
    template,
    `${renter.firstName} ${renter.lastName}`,
    cart.lines.map((line) => ({ ...line, ownerName: line.ownerName })),
  )
  const amounts = cart.moneyLines.map((line) => `${line.lineId} ${line.kind} ${line.centavos}`)
  const choices = cart.lines.map(
    (line) =>
      `${line.listingId} ${line.startDate} ${line.durationDays} ${line.deliveryOption} ${line.cancellationPolicy}`,
  )
  return {
    agreementText,
    agreementSha256: sha256(agreementText),
    fingerprint: sha256([agreementText, ...amounts, ...choices].join('\n')),
  }
}
