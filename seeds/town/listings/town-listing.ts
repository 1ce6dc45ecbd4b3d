import type { CancellationPolicy } from '#domain/refund/cancellation.ts'

export type TownListing = {
  key: string
  ownerKey: string
  title: string
  description: string
  /** pesos, like "450.00" */
  pricePerDay: string
  /** `flexible` unless said. */
  cancellationPolicy?: CancellationPolicy
  /** pesos; none unless said */
  deposit?: string
  category: string
  tags: string[]
  location: string
  ownerTerms: string
  bookableWhileRented: boolean
  fate: 'approved' | 'waiting' | 'rejected'
}
