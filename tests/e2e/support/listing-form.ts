import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

/** Fills the listing form; the photo's upload is held back once, so that its preview and progress are visible. */
export async function fillListing(page: Page, thing: { title: string; price: string; terms: string }) {
  await page.getByRole('link', { name: 'Add New Listing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Listing' })
  await dialog.getByLabel(/^Title/).fill(thing.title)
  await dialog.getByLabel(/^Category/).selectOption('Camping')
  await dialog.getByLabel(/^Price per day/).fill(thing.price)
  await dialog
    .getByLabel(/^Description/)
    .fill('Two doors, dry in any rain. Pegs and a mallet are in the bag.')
  await dialog.getByLabel('Tags').fill('camping, tent, no such tag')
  await dialog.getByLabel('Owner terms').fill(thing.terms)

  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('/api/photos', async (route) => {
    await held
    await route.continue()
  })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose photos' }).click()
  await (await chooser).setFiles({ name: 'tent.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace() })
  await expect(dialog.getByRole('img', { name: 'tent.jpg' })).toBeVisible()
  await expect(dialog.getByRole('progressbar', { name: 'Uploading tent.jpg' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Uploading photos...' })).toBeVisible()
  letGo()
  await expect(dialog.getByText('tent.jpg is uploaded.')).toBeVisible()
  await expectNoPlace(page, await dialog.getByRole('img', { name: 'tent.jpg' }).getAttribute('src'))
  await dialog.getByRole('button', { name: 'Add Listing' }).click()
  await expect(dialog).toBeHidden()
}

/** A photo as a phone takes it: its EXIF data has the place. */
function photoWithPlace(): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#3d7a5b' } })
    .withExif({ IFD0: { Make: 'Telepono' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 35/1 0/1' } })
    .jpeg()
    .toBuffer()
}

async function expectNoPlace(page: Page, address: string | null) {
  expect(
    (await sharp(await photoWithPlace()).metadata()).exif,
    'the photo that was sent had a place',
  ).toBeDefined()
  const shown = await page.request.get(address!)
  expect(shown.headers()['content-type']).toBe('image/webp')
  expect((await sharp(await shown.body()).metadata()).exif).toBeUndefined()
}
