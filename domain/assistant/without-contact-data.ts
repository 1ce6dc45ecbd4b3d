/**
 * A text without contact and card data, for a vendor who does not need it: email addresses, phone numbers and numbers
 * as long as those of cards are removed. Prices, days and short numbers stay.
 * ### Example `Call 0917 123 4567 or ana@mail.ph about the ₱1,500.00 tent on 2026-12-24` becomes `Call [number] or
 * [email] about the ₱1,500.00 tent on 2026-12-24`.
 */
export function withoutContactData(text: string): string {
  return text
    .replaceAll(
      // Without the lookbehind, a long word would be read again from each of its letters.
      /(?<![\p{L}\p{N}._%+-])(?:[\p{L}\p{N}._%+-]+\s?(?:@|[([]at[)\]])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)+/giu,
      '[email]',
    )
    .replaceAll(/\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){6,}/gu, (number) =>
      isHarmless(number) ? number : '[number]',
    )
}

/** Whether a number is a day, two days beside each other, or too short for a phone number. */
function isHarmless(number: string): boolean {
  const rest = number.replaceAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g, '')
  return rest.replaceAll(/\P{Nd}/gu, '').length < 7
}
