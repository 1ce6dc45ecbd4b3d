import { z } from 'zod'

const photoId = z.uuid({ error: 'A photo could not be recognised. Please upload it again.' })

/** The uploaded photos of a form, each once. `tooMany` is the message for more than `max`. */
export const photoIds = (max: number, tooMany: string) =>
  z
    .array(photoId, { error: 'Please upload the photos again.' })
    .max(max, { error: tooMany })
    .default([])
    .transform((ids) => [...new Set(ids)])
