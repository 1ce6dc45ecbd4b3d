import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { policyTerms } from '../refund/cancellation.ts'
import { type AgreedItem, placeholders, renderAgreement } from './agreement.ts'

const tent: AgreedItem = {
  title: '4-person tent',
  ownerName: 'Ben Reyes',
  durationDays: 3,
  startDate: '2026-11-21',
  ownerTerms: 'Please dry it before you return it.',
  cancellationPolicy: 'moderate',
  depositCentavos: 100_000,
}
const drill: AgreedItem = {
  title: 'Drill',
  ownerName: 'Carla Tan',
  durationDays: 1,
  startDate: '2026-12-01',
  ownerTerms: ' ',
  cancellationPolicy: 'flexible',
  depositCentavos: 0,
}

describe('the agreement', () => {
  // Spec: S9.21, S9.22
  test('names the renter and, for each item, title, owner, days, start date and terms', () => {
    expect(renderAgreement('By {{renterName}}:\n{{items}}\nEnd', 'Ana Cruz', [tent, drill])).toBe(
      [
        'By Ana Cruz:',
        '1. 4-person tent',
        '   Owner: Ben Reyes',
        '   For 3 days from Nov 21, 2026',
        `   If the renter cancels (moderate): ${policyTerms.moderate.text}`,
        '   Refundable deposit: ₱1,000.00',
        "   Owner's terms: Please dry it before you return it.",
        '',
        '2. Drill',
        '   Owner: Carla Tan',
        '   For 1 day from Dec 1, 2026',
        `   If the renter cancels (flexible): ${policyTerms.flexible.text}`,
        "   Owner's terms: none beyond this agreement",
        'End',
      ].join('\n'),
    )
  })

  // Spec: S9.21
  test('speaks of The Renter when there is no name', () => {
    expect(renderAgreement('{{renterName}} agrees.', ' ', [])).toBe('The Renter agrees.')
  })

  test('replaces a placeholder at every place, and leaves other braces unchanged', () => {
    expect(renderAgreement('{{renterName}}, {{renterName}} {{ renterName }} {{owner}} {x}', 'Ana', [])).toBe(
      'Ana, Ana {{ renterName }} {{owner}} {x}',
    )
  })

  test('does not replace placeholders in names, titles and terms', () => {
    const sly = { ...tent, title: '{{renterName}}', ownerTerms: '{{items}} $& $1 $`' }
    const text = renderAgreement('{{renterName}}|{{items}}', '{{items}}', [sly])
    expect(text.startsWith('{{items}}|1. {{renterName}}\n')).toBe(true)
    expect(text).toContain("Owner's terms: {{items}} $& $1 $`")
  })

  test('contains people’s texts unchanged, whatever they are', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(...placeholders, '$&', '$$', "$'"))
    fc.assert(
      fc.property(text, text, text, (name, title, ownerTerms) => {
        const agreement = renderAgreement('<{{renterName}}|{{items}}>', name, [
          { ...tent, title, ownerTerms },
        ])
        expect(agreement).toBe(
          `<${name.trim() || 'The Renter'}|1. ${title}\n   Owner: Ben Reyes\n   For 3 days from Nov 21, 2026\n` +
            `   If the renter cancels (moderate): ${policyTerms.moderate.text}\n   Refundable deposit: ₱1,000.00\n` +
            `   Owner's terms: ${ownerTerms.trim() || 'none beyond this agreement'}>`,
        )
      }),
    )
  })
})
