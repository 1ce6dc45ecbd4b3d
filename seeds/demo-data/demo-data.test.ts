import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cast } from './cast.ts'
import { categories, tags, demoListings } from './catalogue.ts'
import { listingPicture, renderPhoto } from './pictures.ts'

const distinct = (values: string[]) => new Set(values).size
const keys = demoListings.map((listing) => listing.key)

test('the cast is distinct people, with the three demo accounts among them', () => {
  expect(distinct(cast.map((person) => person.key))).toBe(cast.length)
  expect(distinct(cast.map((person) => person.email))).toBe(cast.length)
  expect(distinct(cast.map((person) => person.username.toLowerCase()))).toBe(cast.length)
  for (const role of ['renter', 'owner', 'admin'] as const) {
    expect(cast.find((person) => person.email === `${role}@hiram.test`)?.role).toBe(role)
  }
  expect(cast.filter((person) => person.role === 'owner').length).toBeGreaterThanOrEqual(7)
  expect(cast.filter((person) => person.role === 'renter').length).toBeGreaterThanOrEqual(7)
  for (const person of cast) {
    const portrait = new URL(`../../public/avatars/${person.avatar}.svg`, import.meta.url)
    expect(existsSync(portrait), person.key).toBe(true)
  }
})

test('twelve categories, each with six approved listings or more', () => {
  expect(distinct(categories)).toBe(12)
  for (const category of categories) {
    const approved = demoListings.filter(
      (listing) => listing.category === category && listing.moderation === 'approved',
    )
    expect(approved.length, category).toBeGreaterThanOrEqual(6)
  }
  expect(demoListings.filter((listing) => listing.moderation === 'waiting')).toHaveLength(5)
  expect(demoListings.filter((listing) => listing.moderation === 'rejected')).toHaveLength(3)
})

test('tags are distinct, lowercase, short and all in use', () => {
  expect(distinct(tags)).toBe(tags.length)
  for (const tag of tags) {
    expect(tag).toBe(tag.toLowerCase())
    expect(tag.length).toBeLessThanOrEqual(30)
    expect(
      demoListings.some((listing) => listing.tags.includes(tag)),
      tag,
    ).toBe(true)
  }
})

test.for(demoListings)('$key is a listing that the site would take', (listing) => {
  expect(categories).toContain(listing.category)
  for (const tag of listing.tags) expect(tags).toContain(tag)
  expect(distinct(listing.tags)).toBe(listing.tags.length)
  expect(cast.find((person) => person.key === listing.ownerKey)?.role).toBe('owner')
  expect(listing.pricePerDay).toMatch(/^[1-9]\d{0,5}\.\d{2}$/)
  if (listing.deposit) expect(listing.deposit).toMatch(/^[1-9]\d{0,5}\.\d{2}$/)
  expect(listing.title.length).toBeLessThanOrEqual(60)
  expect(listing.description.length).toBeLessThanOrEqual(4000)
  expect(listing.ownerTerms).not.toBe('')
})

test('no two listings share a key, a title or a description', () => {
  expect(distinct(keys)).toBe(keys.length)
  expect(distinct(demoListings.map((listing) => listing.title))).toBe(keys.length)
  expect(distinct(demoListings.map((listing) => listing.description))).toBe(keys.length)
})

test('no two pictures are the same drawing', () => {
  const pictures = keys.flatMap((key) => [listingPicture(key).toString(), listingPicture(key, 1).toString()])
  expect(distinct(pictures)).toBe(keys.length * 2)
  expect(pictures.filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([])
})

test('sharp reads every picture, and no two look alike', async () => {
  const thumbnails: string[] = []
  for (const key of keys) {
    for (const view of [0, 1] as const) {
      const svg = listingPicture(key, view)
      expect(await sharp(svg).metadata(), key).toMatchObject({ format: 'svg', width: 1600, height: 1200 })
      thumbnails.push((await sharp(svg, { density: 9 }).resize(48, 36).raw().toBuffer()).toString('base64'))
    }
  }
  expect(distinct(thumbnails)).toBe(keys.length * 2)
}, 60_000)

test('a photo is a JPEG of 1600 by 1200', async () => {
  expect(await sharp(await renderPhoto(listingPicture('canon-r50', 1))).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1600,
    height: 1200,
  })
})

test('a listing without a picture is an error', () => {
  expect(() => listingPicture('time-machine')).toThrow('time-machine')
})
