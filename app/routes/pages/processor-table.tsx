import { FactsTable } from './facts-table.tsx'

const payMongo = [
  'PayMongo, Philippines',
  'takes payments by card and wallet and pays them back',
  'your name, email, the number of your order, what you rent with its first or last day, and the amounts, when you ' +
    'pay that way; your card’s number goes to them alone',
]
const google = [
  'Google (Gemini), United States',
  'words the assistant’s answers',
  'what you write to the assistant, or in a conversation where it is switched on, and the listing’s ' +
    'facts; not your name, and without the email addresses, phone and card numbers that we find in it',
]
const browsers = [
  'The maker of your browser (such as Google, Mozilla, Apple or Microsoft)',
  'brings notices to your browser, when you ask for that in Settings',
  'the notice, encrypted so that only your browser can read it',
]
const others = [
  ['A mail service', 'delivers our emails', 'your email address, your first name and what the email says'],
  ['A hosting company', 'runs our servers and database', 'all that is named above, encrypted on its way'],
]

type Uses = { takesPayments: boolean; asksGoogle: boolean; usesPush: boolean }

/** The processors of personal data, their purposes and the data: those that the site uses. */
export function ProcessorTable({ takesPayments, asksGoogle, usesPush }: Uses) {
  const rows = [
    ...(takesPayments ? [payMongo] : []),
    ...(asksGoogle ? [google] : []),
    ...others,
    ...(usesPush ? [browsers] : []),
  ]
  return <FactsTable heads={['Who and where', 'What for', 'What they get']} rows={rows} />
}
