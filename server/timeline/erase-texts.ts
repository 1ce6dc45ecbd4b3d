import type { Tx } from '../context.ts'

/** Erases what a person wrote in timelines; the entries stay, and their hashes remain right. */
export async function eraseTexts(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('rentalEntry')
    .set({ text: null, textSalt: null })
    .where('byId', '=', accountId)
    .where('text', 'is not', null)
    .execute()
}
