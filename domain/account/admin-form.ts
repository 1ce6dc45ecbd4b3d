import { z } from 'zod'
import { emailAddress } from '../text.ts'
import { adminAreas } from './admin-area.ts'
import { personName } from './sign-up.ts'

const area = z.enum(adminAreas, { error: 'Please choose an area.' })

export const makeAdminForm = z.strictObject({
  intent: z.literal('make'),
  firstName: personName('First name'),
  lastName: personName('Last name'),
  email: emailAddress(),
  area,
})
export type MakeAdminForm = z.output<typeof makeAdminForm>

export const changeAreaForm = z.strictObject({ intent: z.literal('change'), accountId: z.uuid(), area })

export const removeAdminForm = z.strictObject({ intent: z.literal('delete'), accountId: z.uuid() })
