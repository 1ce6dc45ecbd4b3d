import { describe, expect, it } from 'vitest'
import { possessionAfter, type Possession, standsBySilence } from '../rental/possession.ts'
import { openWord } from './word.ts'

const at = (hours: number) => new Date(new Date('2026-11-21T02:00:00Z').getTime() + hours * 3_600_000)
const nothing: Possession = {
  handedOverAt: null,
  handoverProof: null,
  handoverObjectedAt: null,
  returnedAt: null,
  returnProof: null,
  returnObjectedAt: null,
  broughtBackAt: null,
  broughtBackObjectedAt: null,
}
const after = (
  action: string,
  from: 'Approved' | 'Active' | 'Completed',
  to: typeof from,
  was = nothing,
) => ({
  ...was,
  ...possessionAfter({ action, from, to }, was, at(0)),
})

describe('what the owner alone said', () => {
  const out = after('activate', 'Approved', 'Active')
  it('can be objected to for 24 hours, then it stands', () => {
    expect(openWord({ ...out, status: 'Active' }, at(23.99))).toEqual({
      about: 'handover',
      asks: 'renter',
      until: at(24),
    })
    expect(openWord({ ...out, status: 'Active' }, at(24))).toBe(null)
    const back = after('complete', 'Active', 'Completed', out)
    expect(openWord({ ...back, status: 'Completed' }, at(1))).toMatchObject({
      about: 'return',
      asks: 'renter',
    })
    expect(openWord({ ...back, status: 'Completed' }, at(24))).toBe(null)
  })

  it('is no question once both confirmed it or one objected', () => {
    for (const change of [{ handoverProof: 'both' as const }, { handoverObjectedAt: at(1) }])
      expect(openWord({ ...out, ...change, status: 'Active' }, at(2))).toBe(null)
  })

  it('is forgotten with an undo', () => {
    expect(after('undo-activate', 'Active', 'Approved', out)).toEqual(nothing)
    const back = after('complete', 'Active', 'Completed', out)
    expect(after('undo-complete', 'Completed', 'Active', back)).toEqual(out)
  })
})

describe('“I have brought it back”', () => {
  const said = { ...after('activate', 'Approved', 'Active'), broughtBackAt: at(-2) }

  it('asks the owner for 48 hours, and stands then', () => {
    expect(openWord({ ...said, status: 'Active' }, at(0))).toEqual({
      about: 'brought-back',
      asks: 'owner',
      until: at(46),
    })
    expect([standsBySilence(said, at(45.99)), standsBySilence(said, at(46))]).toEqual([false, true])
    expect(standsBySilence({ ...said, broughtBackObjectedAt: at(1) }, at(99))).toBe(false)
  })

  it('is the time of the return, for whoever ends it, unless the owner objected', () => {
    expect(after('complete', 'Active', 'Completed', said)).toMatchObject({
      returnedAt: at(-2),
      returnProof: 'both',
    })
    expect(after('complete-by-silence', 'Active', 'Completed', said)).toMatchObject({
      returnedAt: at(-2),
      returnProof: 'renter',
    })
    // By an admin once the owner was silent for 48 hours.
    for (const [saidAt, returnedAt] of [
      [at(-47.9), at(0)],
      [at(-48), at(-48)],
    ])
      expect(after('end-by-admin', 'Active', 'Completed', { ...said, broughtBackAt: saidAt! })).toMatchObject(
        { returnedAt, returnProof: 'admin' },
      )
    const objected = { ...said, broughtBackObjectedAt: at(-1) }
    expect(after('complete', 'Active', 'Completed', objected)).toMatchObject({
      returnedAt: at(0),
      returnProof: 'owner',
    })
  })
})
