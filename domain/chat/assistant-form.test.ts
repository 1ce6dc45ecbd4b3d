import { describe, expect, it } from 'vitest'
import { readForm } from '../form.ts'
import { assistantForm } from './assistant-form.ts'

const sent = { intent: 'assistant', threadId: '0199a000-0000-7000-8000-000000000000', to: 'off' }

function read(fields: Record<string, string | undefined>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...sent, ...fields }))
    if (value !== undefined) form.append(name, value)
  return readForm(assistantForm, form)
}

describe('the switch of the assistant', () => {
  it('sends a thread and on or off', () => {
    expect(read({})).toEqual({ ok: true, value: sent })
    expect(read({ to: 'on' })).toMatchObject({ ok: true, value: { to: 'on' } })
  })

  it.each([
    { to: '' },
    { to: undefined },
    { to: 'ON' },
    { to: 'o'.repeat(10_000) },
    { to: '<script>' },
    { threadId: '' },
    { threadId: undefined },
    { threadId: "1' or 1=1" },
    { intent: 'send' },
    { intent: undefined },
    { by: 'owner' },
    { assistantOffBy: 'renter' },
  ])('accepts nothing else: %j', (fields) => expect(read(fields).ok).toBe(false))
})
