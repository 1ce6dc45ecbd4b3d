import { describe, expect, it } from 'vitest'
import { specSentences, specTags } from './support/spec.ts'

const sentences = specSentences()
const tags = specTags()
const tagged = new Set(tags.flatMap(({ ids }) => ids))

describe('the coverage of the product spec', () => {
  it('has every section and every decision, and each id once', () => {
    const ids = sentences.map(({ id }) => id)
    for (let n = 1; n <= 9; n++) expect(ids).toContain(`S${n}.1`)
    const decisions = ids.flatMap((id) => /^D(\d+)$/.exec(id)?.[1] ?? [])
    expect(decisions.map(Number)).toEqual(Array.from({ length: 53 }, (_, i) => i + 1))
    expect(ids.length).toBeGreaterThan(250)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has a test for each sentence, or a reason why it comes later', () => {
    const bare = sentences.filter(({ id, later }) => !tagged.has(id) && !/^\S.{10,}/.test(later ?? ''))
    expect(bare).toEqual([])
  })

  it('says of no sentence that has a test that it comes later', () => {
    expect(sentences.filter(({ id, later }) => later && tagged.has(id))).toEqual([])
  })

  it('has only tags of sentences that exist', () => {
    const ids = new Set(sentences.map(({ id }) => id))
    expect(tags.filter((tag) => !tag.ids.every((id) => ids.has(id)))).toEqual([])
  })

  it('has each tag directly above a test or a describe', () => {
    expect(tags.filter(({ title }) => title === undefined)).toEqual([])
  })
})
