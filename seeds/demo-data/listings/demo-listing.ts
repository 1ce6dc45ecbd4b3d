import type { CancellationPolicy } from '#domain/refund/cancellation.ts'

export type DemoListing = {
  key: string
  ownerKey: string
  title: string
  description: string
  /** pesos, like "450.00" */
  pricePerDay: string
  /** `flexible` by default. */
  cancellationPolicy?: CancellationPolicy
  /** pesos; none by default */
  deposit?: string
  category: string
  tags: string[]
  location: string
  ownerTerms: string
  bookableWhileRented: boolean
  moderation: 'approved' | 'waiting' | 'rejected'
}
