import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { refuse, type Refusal } from '../verdict.ts'
import { type AgreedItem, placeholders, renderAgreement } from './agreement.ts'

const MAX_TEMPLATE_LENGTH = 20_000
export const templatesSaved = 'Templates saved successfully!'

const version = z
  .string({ error: 'Please open this page again.' })
  .regex(/^[1-9]\d{0,8}$/, { error: 'Please open this page again.' })
  .transform(Number)

/**
 * The form of the template editor. `basedOn` is the version with which it was opened; an admin ticks `incomplete` to
 * leave a placeholder out on purpose.
 */
export const templateForm = z.strictObject({
  intent: z.enum(['save', 'preview']),
  body: paragraphs({ label: 'Template', max: MAX_TEMPLATE_LENGTH }),
  basedOn: version,
  incomplete: z
    .literal('on', { error: 'Please tick the box or leave it empty.' })
    .optional()
    .transform((ticked) => ticked === 'on'),
})

/** Brings back version `version`; `basedOn` is the newest version that the admin saw. */
export const restoreForm = z.strictObject({ intent: z.literal('restore'), version, basedOn: version })

export type TemplateReading = {
  /** Texts in double braces that are no placeholder, each once. */
  unknown: string[]
  /** The placeholders that are left out. */
  missing: string[]
}

/**
 * Which placeholders a template names.
 *
 * ### Example
 * `readTemplate('By {{renterName}} and {{owner}}')` is `{ unknown: ['{{owner}}'], missing: ['{{items}}'] }`.
 */
export function readTemplate(body: string): TemplateReading {
  const named = [...new Set([...body.matchAll(/\{\{[^{}\n]{0,60}\}\}/g)].map(([text]) => text))]
  const known: readonly string[] = placeholders
  return {
    unknown: named.filter((name) => !known.includes(name)),
    missing: placeholders.filter((name) => !named.includes(name)),
  }
}

/**
 * Why a template can't be saved: it has an unknown placeholder (`unknown`), or one is missing without the tick
 * (`incomplete`).
 */
export function judgeTemplate(
  body: string,
  { incomplete = false }: { incomplete?: boolean } = {},
): Refusal | null {
  const { unknown, missing } = readTemplate(body)
  if (unknown.length > 0) return refuse('unknown', unknownPlaceholders(unknown))
  if (missing.length > 0 && !incomplete) return refuse('incomplete', missingPlaceholders(missing))
  return null
}

/** The message about unknown placeholders. */
export function unknownPlaceholders(unknown: readonly string[]): string {
  const shown = unknown.slice(0, 5).join(', ')
  const are = unknown.length === 1 ? 'is not a placeholder' : 'are not placeholders'
  return (
    `${shown}${unknown.length > 5 ? ', …' : ''} ${are} we know. Please use ` +
    `${placeholders.join(' and ')}, spelled exactly so.`
  )
}

/** The message about missing placeholders. */
export function missingPlaceholders(missing: readonly string[]): string {
  const lost = missing.map((name) =>
    name === '{{items}}' ? 'the items and their owners’ terms' : 'the renter’s name',
  )
  return `The template leaves out ${missing.join(' and ')}, so renters won’t see ${lost.join(' and ')}.`
}

const sampleItems: readonly AgreedItem[] = [
  {
    title: '4-person tent',
    ownerName: 'Olivia S.',
    durationDays: 3,
    startDate: '2026-11-21',
    ownerTerms: 'Please dry it before you return it.',
    cancellationPolicy: 'moderate',
    depositCentavos: 100_000,
  },
  {
    title: 'Cordless drill',
    ownerName: 'Diego B.',
    durationDays: 1,
    startDate: '2026-11-21',
    ownerTerms: '',
    cancellationPolicy: 'flexible',
    depositCentavos: 0,
  },
]

/** A template as a renter with two items would read it. */
export function previewAgreement(body: string): string {
  return renderAgreement(body, 'Ramon Dela Cruz', sampleItems)
}
