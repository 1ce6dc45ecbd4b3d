import { tinyJpeg } from './people.ts'

/** A posted form, as a browser without scripts sends it, that adds a listing of this title with one small photo. */
export async function formToAdd(title: string): Promise<FormData> {
  const form = new FormData()
  const fields = {
    intent: 'add',
    title,
    categoryId: '2',
    pricePerDay: '500',
    description: 'Shows the rings of Saturn.',
    tags: '',
    location: 'Quezon City',
    ownerTerms: '',
    cancellationPolicy: 'flexible',
    deposit: '',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('photos', new File([(await tinyJpeg()) as BlobPart], 'a.jpg', { type: 'image/jpeg' }))
  return form
}
