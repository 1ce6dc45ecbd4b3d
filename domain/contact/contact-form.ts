import { z } from 'zod'
import { emailAddress, line, missing, paragraphs } from '../text.ts'

export const contactRequired = 'Please fill out all required fields'
export const contactThanks = 'Thank you! Your message has been sent.'

/** The contact form. `website` is a hidden field: only a bot fills it in. */
export const contactForm = z
  .strictObject({
    name: line({ label: 'Name', max: 120 }),
    email: emailAddress(),
    subject: line({ label: 'Subject', max: 150 }),
    message: paragraphs({ label: 'Message', max: 5000 }),
    website: z.string().max(2000).default(''),
  })
  .refine(() => false, {
    error: contactRequired,
    when: ({ issues }) =>
      issues.some((issue) => issue.code === 'custom' && issue.params?.missing === missing.missing),
  })

export type ContactForm = z.output<typeof contactForm>
