import type { CancellationPolicy } from '../refund/cancellation.ts'

/** What of a listing an admin approves. */
export type ApprovedText = {
  title: string
  description: string
  pricePerDayCentavos: number
  depositCentavos: number
  cancellationPolicy: CancellationPolicy
  categoryId: number | null
  tags: string[]
  location: string
  ownerTerms: string
  bookableWhileRented: boolean
  /** In their order; one that was removed since is kept until what came in its place is accepted. */
  photoIds: string[]
}
