import { z } from 'zod'
import { type Centavos, formatPeso, MAX_PRICE_CENTAVOS, parsePeso } from '../money.ts'
import { cancellationPolicies } from '../refund/cancellation.ts'
import { MAX_DEPOSIT_CENTAVOS } from '../deposit/deposit.ts'
import { photoIds } from '../photo-ids.ts'
import { line, paragraphs, whileMissing } from '../text.ts'
import { DEFAULT_LOCATION, MAX_PHOTOS, MAX_TAGS } from './listing.ts'

export const requiredFieldsMissing = 'Please fill out all required fields marked with *.'
export const imageRequired = 'Please select an image to upload.'
export const tooManyPhotos = `A listing can have at most ${MAX_PHOTOS} photos.`
export const tooManyTags = `A listing can have at most ${MAX_TAGS} tags. Please remove some.`
const priceInvalid = 'Please enter a valid positive number for the price.'
const depositInvalid = `Please enter an amount of up to ${formatPeso(MAX_DEPOSIT_CENTAVOS)}, or leave it empty.`
const priceTooHigh = `The price can be at most ${formatPeso(MAX_PRICE_CENTAVOS)} a day.`

const categoryId = line({ label: 'Category', max: 20 }).transform((text, ctx) => {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (id > 0) return id
  ctx.issues.push({ code: 'custom', input: text, message: 'Please choose a category from the list.' })
  return z.NEVER
})

const pricePerDay = line({ label: 'Price', max: 40 }).transform((text, ctx): Centavos => {
  const centavos = parsePeso(text)
  const tooHigh =
    centavos === null ? /^[₱,\s]*\d[\d,\s]{7,}(\.\d{1,2})?$/.test(text) : centavos > MAX_PRICE_CENTAVOS
  if (centavos !== null && centavos > 0 && !tooHigh) return centavos
  ctx.issues.push({ code: 'custom', input: text, message: tooHigh ? priceTooHigh : priceInvalid })
  return z.NEVER
})

const deposit = line({ label: 'Deposit', max: 40, min: 0 }).transform((text, ctx): Centavos => {
  const centavos = text === '' ? 0 : parsePeso(text)
  if (centavos !== null && centavos <= MAX_DEPOSIT_CENTAVOS) return centavos
  ctx.issues.push({ code: 'custom', input: text, message: depositInvalid })
  return z.NEVER
})

/**
 * The listing form, for new listings and edits. `pricePerDay` and `deposit` become centavos, no deposit becomes 0.
 * That a new listing has a photo is checked separately.
 */
export const listingForm = z
  .strictObject({
    title: line({ label: 'Title', max: 80 }),
    description: paragraphs({ label: 'Description', max: 4000 }),
    pricePerDay,
    deposit: deposit.default(0),
    cancellationPolicy: z
      .enum(cancellationPolicies, { error: 'Please choose a cancellation policy from the list.' })
      .default('flexible'),
    categoryId,
    tags: line({ label: 'Tags', max: 400, min: 0 }),
    location: line({ label: 'Location', max: 120, min: 0 }).transform((text) => text || DEFAULT_LOCATION),
    ownerTerms: paragraphs({ label: 'Owner terms', max: 2000, min: 0 }),
    bookableWhileRented: z
      .literal('on', { error: 'Please tick the box or leave it empty.' })
      .optional()
      .transform((ticked) => ticked === 'on'),
    photoIds: photoIds(MAX_PHOTOS, tooManyPhotos),
  })
  .check(whileMissing(requiredFieldsMissing))

export type ListingForm = z.output<typeof listingForm>
