import { describe, expect, it } from 'vitest'
import { isTied } from './admin-ties.ts'

/** Amihan made Mara and Nilo, Mara made Nena; Luz and Amihan were made by the command line, and Luz made Rosa. */
const grants = [
  { to: 'mara', by: 'amihan' },
  { to: 'nilo', by: 'amihan' },
  { to: 'nena', by: 'mara' },
  { to: 'rosa', by: 'luz' },
]
const all = ['amihan', 'luz', 'mara', 'nena', 'nilo', 'rosa']
const ofAmihan = ['amihan', 'mara', 'nena', 'nilo']

describe('an admin is tied to the one who proposed something', () => {
  it.each([
    ['mara', 'amihan', 'made by the proposer', true, true],
    ['nena', 'amihan', 'made by one whom the proposer made', true, true],
    ['amihan', 'mara', 'who made the proposer', true, false],
    ['nilo', 'mara', 'made by the same admin', true, false],
    ['luz', 'amihan', 'made by the command line, as the proposer', false, false],
    ['amihan', 'luz', 'made by the command line, as the proposer', false, false],
    ['rosa', 'mara', 'made by another one', false, false],
    ['luz', 'nena', 'who made neither', false, false],
  ])('%s to %s, %s: %s, and where nobody else can confirm: %s', (admin, proposer, _, usually, alone) => {
    expect(isTied(admin, proposer, { admins: all, grants })).toBe(usually)
    expect(isTied(admin, proposer, { admins: ofAmihan, grants })).toBe(alone)
  })

  it('also when two gave rights to each other', () => {
    const mutual = [
      { to: 'a', by: 'b' },
      { to: 'b', by: 'a' },
    ]
    expect(isTied('a', 'b', { admins: ['a', 'b'], grants: mutual })).toBe(true)
  })
})
