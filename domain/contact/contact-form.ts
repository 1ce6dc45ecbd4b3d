import { z } from 'zod'
import { fullNameOf, type Names } from '../account/full-name.ts'
import { countCharacters } from '../characters.ts'
import { emailAddress, line, paragraphs, whileMissing } from '../text.ts'

const contactRequired = 'Please fill out all required fields'
export const contactThanks = 'Thank you! Your message has been sent.'

const MAX_NAME = 120

/** The contact form. `website` is a hidden field: only a bot fills it in. */
export const contactForm = z
  .strictObject({
    name: line({ label: 'Name', max: MAX_NAME }),
    email: emailAddress(),
    subject: line({ label: 'Subject', max: 150 }),
    message: paragraphs({ label: 'Message', max: 5000 }),
    website: z.string().max(2000).default(''),
  })
  .check(whileMissing(contactRequired))

export type ContactForm = z.output<typeof contactForm>

/** The name that the form has for somebody logged in: the full name, or the first name when that is too long. */
export function contactName(names: Names): string {
  const fullName = fullNameOf(names)
  return countCharacters(fullName) <= MAX_NAME ? fullName : names.firstName
}
