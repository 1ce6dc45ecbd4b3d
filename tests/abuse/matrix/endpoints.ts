import { json, type Forms } from './row.ts'

const jpeg = Uint8Array.from(atob('/9j/4AAQSkZJRg=='), (letter) => letter.charCodeAt(0))
const upload = { raw: { method: 'POST', body: jpeg, headers: { 'content-type': 'image/jpeg' } } }
const put = { raw: { method: 'PUT' } }

/** What is sent to the doors of the server beside the pages. */
export const endpointForms: Forms = {
  'POST /api/photos': upload,
  'POST /api/photos (timeline)': upload,
  'POST /api/photos (statement)': upload,
  'POST /api/typing': ({ thread }) => ({ threadId: thread }),
  'POST /api/createPaymentIntent': json({ data: { amount: 10_000 } }),
  'ALL /api/createPaymentIntent': put,
  'POST /api/support': () => ({ intent: 'ask', text: 'How do I pay?' }),
  'ALL /api/support': put,
  'POST /api/paymongo/webhook': json({ data: {} }),
  'ALL /api/paymongo/webhook': put,
}
