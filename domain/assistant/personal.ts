/**
 * A text without what reaches or charges a person, for a vendor who need not have it: email addresses, phone numbers
 * and numbers as long as those of cards. Prices, days and short numbers stay.
 *
 * ### Example
 * `Call 0917 123 4567 or ana@mail.ph about the ₱1,500.00 tent on 2026-12-24` becomes `Call [number] or [email] about
 * the ₱1,500.00 tent on 2026-12-24`.
 */
export function withoutContactData(text: string): string {
  return text
    .replaceAll(
      /[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu,
      '[email]',
    )
    .replaceAll(/\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){6,}/gu, (number) =>
      isHarmless(number) ? number : '[number]',
    )
}

/** A day, two days beside each other, or a number too short to reach anyone by. */
function isHarmless(number: string): boolean {
  const rest = number.replaceAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g, '')
  return rest.replaceAll(/\P{Nd}/gu, '').length < 7
}
