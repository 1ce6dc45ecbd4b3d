/**
 * Where a door is, when its path has parameters or needs a query: by its path, or by its name where forms of one page
 * are about different objects. `{gown}` stands for the id of a sample.
 */
const addresses: Record<string, string> = {
  '/listing/:listingId': '/listing/{gown}',
  'GET /listing/:listingId (waiting)': '/listing/{waiting}',
  '/chat': '/chat?thread_id={thread}',
  '/api/messages': '/api/messages?thread_id={thread}',
  '/report': '/report?thread={thread}',
  '/block': '/block?thread={thread}',
  '/profile/listings/:listingId/calendar': '/profile/listings/{gown}/calendar',
  '/profile/listings/:listingId/pick-up': '/profile/listings/{gown}/pick-up',
  '/profile/rental-tracker/:rentalId/address': '/profile/rental-tracker/{delivered}/address',
  '/profile/rental-tracker/:rentalId': '/profile/rental-tracker/{rental}',
  '/profile/rental-tracker/:rentalId/claim': '/profile/rental-tracker/{rental}/claim',
  'POST /profile/rental-tracker/:rentalId/claim answer': '/profile/rental-tracker/{claimed}/claim',
  'POST /profile/rental-tracker/:rentalId/claim return (online)':
    '/profile/rental-tracker/{rentalOnline}/claim',
  '/profile/rental-tracker/:rentalId/late': '/profile/rental-tracker/{late}/late',
  '/profile/rental-tracker/:rentalId/no-show': '/profile/rental-tracker/{absent}/no-show',
  '/handover/:rentalId': '/handover/{pending}',
  '/confirm': '/confirm?to=%2Fhelp',
  '/*': '/no-such-page',
  '/admin/users/:userId': '/admin/users/{katrina}',
  'POST /admin/users/:userId end-suspension': '/admin/users/{miguel}',
  '/admin/listings/:listingId': '/admin/listings/{waiting}',
  'POST /admin/listings/:listingId take-down': '/admin/listings/{gown}',
  'POST /admin/listings/:listingId put-back': '/admin/listings/{gown}',
  '/admin/claims/:rentalId': '/admin/claims/{claimed}',
  '/admin/reports/:reportId': '/admin/reports/{report}',
  '/admin/reconciliation/:runId': '/admin/reconciliation/{run}',
  '/images/:photoId/:file': '/images/{photo}/40.webp',
  '/claim-photos/:photoId/:file': '/claim-photos/{claimPhoto}/40.webp',
  '/rental-photos/:photoId/:file': '/rental-photos/{entryPhoto}/40.webp',
  '/chat-photos/:photoId/:file': '/chat-photos/{chatPhoto}/40.webp',
  '/dev/mail/:id/html': '/dev/mail/none/html',
  '/sitemaps/:file': '/sitemaps/listings-{gown}.xml',
  '/og/listing/:file': '/og/listing/{gown}.jpg',
  '/checkout/return': '/checkout/return?order={online}',
  '/api/order-standing/:orderNumber': '/api/order-standing/{online}',
  '/receipt/:orderNumber': '/receipt/{order}',
  'GET /receipt/:orderNumber (unpaid)': '/receipt/{online}',
  '/profile/notices/:noticeId': '/profile/notices/{notice}',
  '/reset-password': '/reset-password?token={reset}',
  '/verify-email': '/verify-email?token={confirm}',
  '/change-email': '/change-email?token={newEmail}',
  '/admin/reconciliation/:runId.csv': '/admin/reconciliation/{run}.csv',
  '/admin/orders/:orderNumber': '/admin/orders/{order}',
  'GET /checkout (order)': '/checkout?payment={order}',
  'GET /profile/listings (edit)': '/profile/listings?edit={gown}',
  '/calendar/:file': '/calendar/{calendar}.ics',
  'GET /unsubscribe': '/unsubscribe?token={unsubscribe}',
}

/** The address of a door as docs/who-gets-what.md names it, with samples in braces. */
export const addressOf = (name: string): string =>
  addresses[name] ?? addresses[name.split(' ')[1]!] ?? name.split(' ')[1]!
