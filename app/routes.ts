import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every address of the site. */
export default [
  index('routes/home/home.tsx'),
  route('products', 'routes/catalogue/products.tsx'),
  route('items', 'routes/catalogue/items.tsx'),
  route('listing/:listingId', 'routes/listing/listing.tsx'),
  route('cart', 'routes/cart/cart.tsx'),
  route('api/favorites', 'routes/favorite/change-favorite.ts'),
  route('checkout', 'routes/checkout/checkout.tsx'),
  route('chat', 'routes/chat/chat.tsx'),
  route('receipt/:orderNumber', 'routes/receipt/receipt.tsx'),

  route('login', 'routes/account/login.tsx'),
  route('logout', 'routes/account/logout.tsx'),
  route('forgot-password', 'routes/account/forgot-password.tsx'),
  route('reset-password', 'routes/account/reset-password.tsx'),
  route('verify-email', 'routes/account/verify-email.tsx'),
  route('verify-email/again', 'routes/account/send-confirmation.ts'),

  route('profile', 'routes/profile/layout.tsx', [
    index('routes/profile/dashboard.tsx'),
    route('listings', 'routes/profile/my-listings.tsx'),
    route('favorites', 'routes/profile/favorites.tsx'),
    route('messages', 'routes/profile/messages.tsx'),
    route('listings/:listingId/calendar', 'routes/profile/listing-calendar.tsx'),
    route('rental-tracker', 'routes/profile/tracker.tsx'),
    route('become-owner', 'routes/profile/become-owner.tsx'),
    route('settings/password', 'routes/account/password.tsx', { id: 'profile-password' }),
    route('settings/sessions', 'routes/account/sessions.tsx', { id: 'profile-sessions' }),
    route('settings', 'routes/profile/settings.tsx'),
    route('settings/notifications', 'routes/profile/notification-settings.tsx'),
    route('settings/data', 'routes/profile/your-data.tsx'),
    route('settings/data/download', 'routes/profile/data-download.ts'),
  ]),

  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/overview.tsx'),
    route('users', 'routes/admin/users.tsx'),
    route('listings', 'routes/admin/listings.tsx'),
    route('orders', 'routes/admin/orders.tsx'),
    route('orders/:orderNumber', 'routes/admin/order.tsx'),
    route('audit-log', 'routes/admin/audit-log.tsx'),
    route('settings/password', 'routes/account/password.tsx', { id: 'admin-password' }),
    route('settings/sessions', 'routes/account/sessions.tsx', { id: 'admin-sessions' }),
    route('settings', 'routes/admin/settings.tsx'),
    route(':table.csv', 'routes/admin/export.ts'),
    route('categories', 'routes/admin/categories.tsx'),
    route('tags', 'routes/admin/tags.tsx'),
    route('content', 'routes/admin/content.tsx'),
    route('content/:version', 'routes/admin/template-version.tsx'),
  ]),

  route('about', 'routes/pages/about.tsx'),
  route('contact', 'routes/pages/contact.tsx'),
  route('faq', 'routes/pages/faq.tsx'),
  route('privacy-policy', 'routes/pages/privacy-policy.tsx'),

  route('styleguide', 'routes/pages/styleguide.tsx'),
  route('dev/mail', 'routes/pages/dev-mail.tsx'),
  route('unexpected-error', 'routes/pages/unexpected-error.tsx'),
  route('*', 'routes/pages/not-found.tsx'),
] satisfies RouteConfig
