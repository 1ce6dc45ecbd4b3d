import type { HelpSite } from '#domain/help/values.ts'

/** A site for its help texts. */
export const helpSite: HelpSite = {
  siteName: 'Hiram',
  supportEmail: 'support@hiram.test',
  replyHours: 48,
  payments: { channels: ['card', 'gcash', 'paymaya', 'grab_pay'] },
  assistant: { on: true },
  kept: { rentalPhotos: '90 days' },
}
