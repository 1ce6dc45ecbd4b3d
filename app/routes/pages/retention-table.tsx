import { FactsTable } from './facts-table.tsx'

const rows = [
  ['Account', 'until you have it deleted, and in backups for 30 days more at most'],
  ['Listings that were never rented', 'until you delete them'],
  [
    'Orders, receipts and accepted agreements',
    '10 years, for tax and claims; detached from your profile once it is deleted',
  ],
  [
    'Payments and refunds: amount, method (such as GCash), time and PayMongo’s number',
    '10 years, with the order they belong to',
  ],
  ['Claims on deposits, with their photos', 'as long as the order they are about'],
  ['Favourites', 'until you remove them or delete your account'],
  ['Reviews', 'until you delete them; under “Deleted user” once your account is deleted'],
  ['Conversations', 'as long as one of the two has an account; under “Deleted user” for the other'],
  ['Questions to the assistant', 'until you clear them or delete your account; the newest 200 at most'],
  ['Reports of a person or a message', '2 years after they were closed'],
  ['Whom you blocked', 'until you unblock them, or one of the two accounts is deleted'],
  ['Notices', '1 year'],
  ['The address under which your browser gets notices', 'until you stop them or log out there'],
  ['Photos you sent in conversations', 'until you delete your account'],
  ['Photos that were uploaded but not used', '1 day'],
  [
    'Log-ins',
    '30 days after your last visit, 90 days after you logged in at the latest, or until you log out',
  ],
  ['Technical records', '90 days at most'],
  [
    'From which network someone logged in, failed to, was refused or took a file',
    '1 year, or until you delete your account',
  ],
  ['Messages to us', '2 years'],
]

/** How long what is kept. */
export function RetentionTable() {
  return <FactsTable heads={['What', 'Kept']} rows={rows} />
}
