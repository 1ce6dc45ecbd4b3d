import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayInManila } from '../period.ts'
import { messageForm } from './message-form.ts'
import {
  dayOfTalk,
  judgeDraft,
  lastSeen,
  layOut,
  mergeMessages,
  stillUnsent,
  type MessageRange,
  withNewest,
  withOlder,
} from './timeline.ts'

type Msg = { id: number; body: string }
const thread = (n: number): Msg[] =>
  Array.from({ length: n }, (_, i) => ({ id: i + 1, body: `message ${i + 1}` }))
const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)
/** The page of a thread before an id, as the server returns it. */
function page(all: readonly Msg[], before = Infinity, size = 5): MessageRange<Msg> {
  const older = all.filter(({ id }) => id < before)
  const messages = older.slice(-size)
  return { messages, earlier: older.length > size ? messages[0]!.id : null }
}

describe('merging messages', () => {
  // Spec: D27
  it('has each once and in order, however often and in whatever order they were told', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), fc.nat(40), (incoming, n) => {
        const merged = incoming.reduce<Msg[]>(
          (known, id) => mergeMessages(known, [{ id, body: `message ${id}` }]),
          thread(n),
        )
        expect(ids(merged)).toEqual([...new Set([...ids(thread(n)), ...incoming])].sort((a, b) => a - b))
      }),
    )
  })

  it('replaces a known message by the later version', () => {
    expect(mergeMessages([{ id: 1, body: 'a photo' }], [{ id: 1, body: 'deleted' }])).toEqual([
      { id: 1, body: 'deleted' },
    ])
  })
})

describe('a part of a thread', () => {
  it('grows to the whole thread by older pages, without gaps', () => {
    fc.assert(
      fc.property(fc.nat(40), (n) => {
        const all = thread(n)
        let known = page(all)
        while (known.earlier !== null) known = withOlder(known, page(all, known.earlier))
        expect(known).toEqual({ messages: all, earlier: null })
      }),
    )
  })

  // Spec: D27
  it('never has a gap after the newest page was read again, however much was written meanwhile', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(3), (before, more, pages) => {
        let known = page(thread(before))
        for (let i = 0; i < pages && known.earlier !== null; i++)
          known = withOlder(known, page(thread(before), known.earlier))
        const now = thread(before + more)
        const next = withNewest(known, page(now))
        const first = next.messages[0]?.id ?? 1
        expect(next.messages).toEqual(now.filter(({ id }) => id >= first))
        expect(next.earlier).toBe(first > 1 ? first : null)
        // The messages loaded above stay, as long as the two ranges touch.
        if (more < 5) expect(next.messages.length).toBe(known.messages.length + more)
      }),
    )
  })
})

describe('the layout of a conversation', () => {
  const at = (id: number, sender: 'renter' | 'owner' | 'ai', sentAt: string) => ({ id, sender, sentAt })

  // Spec: S2.40
  it('parts days at midnight in Manila and runs by who wrote, or after five silent minutes', () => {
    const days = layOut([
      at(1, 'renter', '2026-11-20T15:58:00Z'),
      at(2, 'renter', '2026-11-20T16:01:00Z'),
      at(3, 'renter', '2026-11-20T16:02:00Z'),
      at(4, 'ai', '2026-11-20T16:02:30Z'),
      at(5, 'owner', '2026-11-20T16:03:00Z'),
      at(6, 'owner', '2026-11-20T16:08:00Z'),
    ])
    expect(days.map(({ day, groups }) => [day, groups.map(({ messages }) => ids(messages))])).toEqual([
      ['2026-11-20', [[1]]],
      ['2026-11-21', [[2, 3], [4], [5], [6]]],
    ])
  })

  it('loses no message, and uses days in Manila', () => {
    const sender = fc.constantFrom('renter' as const, 'owner' as const, 'ai' as const)
    const gaps = fc.array(fc.tuple(fc.nat(2 * 86_400_000), sender))
    fc.assert(
      fc.property(gaps, (all) => {
        let time = Date.parse('2026-01-01T00:00:00Z')
        const messages = all.map(([gap, who], i) => at(i + 1, who, new Date((time += gap)).toISOString()))
        const days = layOut(messages)
        expect(days.flatMap(({ groups }) => groups.flatMap((group) => group.messages))).toEqual(messages)
        expect(new Set(days.map(({ day }) => day)).size).toBe(days.length)
        for (const { day, groups } of days)
          for (const group of groups)
            for (const message of group.messages)
              expect([dayInManila(new Date(message.sentAt)), message.sender]).toEqual([day, group.sender])
      }),
    )
  })

  it.each([
    ['2026-11-21', 'Today'],
    ['2026-11-20', 'Yesterday'],
    ['2026-11-16', 'Mon, Nov 16'],
    ['2025-12-31', 'Wed, Dec 31, 2025'],
  ])('names %s “%s” on November 21', (day, name) => {
    expect(dayOfTalk(day, '2026-11-21')).toBe(name)
  })
})

it('“Seen” is under the newest own message that the other person has read', () => {
  const talk = [
    { id: 1, sender: 'renter' as const },
    { id: 2, sender: 'owner' as const },
    { id: 3, sender: 'renter' as const },
  ]
  expect([0, 1, 2, 3].map((readId) => lastSeen(talk, 'renter', readId))).toEqual([null, 1, 1, 3])
})

it('an unsent message is removed when the stored messages contain its client id', () => {
  const unsent = [{ clientId: 'a' }, { clientId: 'b' }]
  expect(stillUnsent(unsent, [{ clientId: null }, { clientId: 'b' }])).toEqual([{ clientId: 'a' }])
})

describe('a draft', () => {
  it('is counted from 1,801 characters on, and refused beyond 2,000', () => {
    expect(judgeDraft('x'.repeat(1800))).toEqual({ empty: false, count: null, problem: null })
    expect(judgeDraft('😀'.repeat(1801)).count).toBe('1801 of 2000 characters')
    expect(judgeDraft(` ${'x'.repeat(2000)}\n\n `).problem).toBeNull()
    expect(judgeDraft('x'.repeat(2001)).problem).toBe(
      'Your message can have at most 2000 characters. It has 2001.',
    )
    expect(judgeDraft(' \n\u00a0').empty).toBe(true)
  })

  it('gets the same verdict as on the server', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', minLength: 1990, maxLength: 2010, size: 'max' }),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const read = messageForm.safeParse({ intent: 'send', text: typed })
        const { problem, empty } = judgeDraft(typed)
        expect(problem).toBe(read.success ? null : read.error.issues[0]!.message)
        if (read.success) expect(empty).toBe(read.data.text === '')
      }),
      { numRuns: 40 },
    )
  })
})
