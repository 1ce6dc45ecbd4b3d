import { FactsTable } from './facts-table.tsx'

const rows = [
  [
    'PayMongo, Philippines',
    'takes payments by card and wallet and pays them back',
    'your name, email, the order’s number and what it lists with its amounts, when you pay that way; your card’s number or wallet goes to them alone',
  ],
  [
    'Google (Gemini), United States',
    'words the assistant’s answers',
    'what you write to the assistant, or in a conversation where it is switched on, and the listing’s text',
  ],
  ['A mail service', 'delivers our emails', 'your email address, your first name and what the email says'],
  ['A hosting company', 'runs our servers and database', 'all that is named above, encrypted on its way'],
]

/** Who processes data for us, what for, and which. */
export function ProcessorTable() {
  return <FactsTable heads={['Who and where', 'What for', 'What they get']} rows={rows} />
}
