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
  /** In their order; a photo that was removed since is gone. */
  photoIds: string[]
}
