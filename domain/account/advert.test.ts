import { describe, expect, it } from 'vitest'
import { isNameAdvert, isUsernameAdvert } from './advert.ts'

describe('a name that is an advertisement', () => {
  it.each([
    'www.evil.test',
    'WWW Pills',
    'wwwpills',
    'ｗｗｗ.evil.test',
    'evil.com',
    'Visit EVIL.COM now',
    'x.com',
    't.me',
    'Ana evil.shop',
    'casino.rocks',
    'pills.example',
    'https: evil',
    'ana@evil.test',
    '0917 123 4567',
    'Call 09171234567',
    '8-123-4567',
    'Ana.Me',
    't.co',
    'G.Co',
    'x.yz',
    'i.am',
    'Ma.Bank',
    'jr.claims',
    'Sr.To',
  ])('is seen in %s', (name) => expect(isNameAdvert(name)).toBe(true))

  it.each([
    'Ana',
    'Ma. Luisa',
    'Ma.Luisa',
    'J.R. Cruz',
    'A.J.Cruz',
    'Sto.Domingo',
    'Reyes Jr.',
    'Jr.',
    'O’Brien',
    "D'Souza",
    'Lim-Go',
    'Peña',
    '李',
    'Ng',
    'Cabrera III',
    'Wendy',
  ])('is not seen in %s', (name) => expect(isNameAdvert(name)).toBe(false))
})

describe('a username that is an advertisement', () => {
  it.each([
    'www.pills',
    'evil.com',
    'best.shop',
    '09171234567',
    'call-0917-123-4567',
    '639171234567',
    '1234567',
  ])('is seen in %s', (name) => expect(isUsernameAdvert(name)).toBe(true))

  it.each([
    'ana.reyes',
    'henry.sy',
    'ana.de.leon',
    'kris.co',
    'ann.ng',
    'a_b-C.9',
    'ana19900412',
    'user1795342800123',
    'ma.luisa',
    'com',
  ])('is not seen in %s', (name) => expect(isUsernameAdvert(name)).toBe(false))
})
