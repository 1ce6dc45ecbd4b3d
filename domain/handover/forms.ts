import { z } from 'zod'
import { photoIds } from '../photo-ids.ts'
import { line, paragraphs } from '../text.ts'

export const MAX_CHECK_PHOTOS = 12
export const MAX_SAID = 1000
export const tooManyCheckPhotos = `It can have at most ${MAX_CHECK_PHOTOS} photos.`
const checkPhotos = photoIds(MAX_CHECK_PHOTOS, tooManyCheckPhotos)

/** The form of the one who gives: the code that the other one shows, spaces left out. */
export const handoverCodeForm = z.strictObject({
  intent: z.literal('enter'),
  code: line({ label: 'Code', max: 20 })
    .transform((code) => code.replaceAll(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), { error: 'The code has 6 digits.' }),
})

/** The buttons: the link of a scanned code, a new code, and “yes” to what the other side said. */
export const scanForm = z.strictObject({ intent: z.literal('scan'), token: z.string().max(60) })
export const newCodeForm = z.strictObject({ intent: z.literal('new-code') })
export const confirmForm = z.strictObject({ intent: z.literal('confirm') })

/** The condition of the item at a handover or return; any of it may be left out. */
export const checkForm = z.strictObject({
  intent: z.literal('check'),
  condition: paragraphs({ label: 'Condition', max: MAX_SAID, min: 0 }),
  parts: paragraphs({ label: 'What comes with it', max: MAX_SAID, min: 0 }),
  serial: line({ label: 'Serial number', max: 100, min: 0 }),
  photoIds: checkPhotos,
})

/** “I have brought it back”, with where and to whom. */
export const broughtBackForm = z.strictObject({
  intent: z.literal('brought-back'),
  note: paragraphs({ label: 'Where and to whom', max: MAX_SAID, min: 0 }),
  photoIds: checkPhotos,
})

/** The objection to what the other side said. */
export const objectForm = z.strictObject({
  intent: z.literal('object'),
  reason: paragraphs({ label: 'What happened', max: MAX_SAID }),
})
