import { describe, expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { judgeTemplate, previewAgreement, readTemplate, restoreForm, templateForm } from './template.ts'

const good = 'By {{renterName}}:\n{{items}}'
const post = (fields: Record<string, string>) => {
  const formData = new FormData()
  for (const [name, value] of Object.entries({ intent: 'save', basedOn: '1', ...fields }))
    formData.append(name, value)
  return readForm(templateForm, formData)
}

describe('the template form', () => {
  test('takes a text, the version it is based on and a tick', () => {
    expect(post({ body: `  ${good}\r\n` })).toEqual({
      ok: true,
      value: { intent: 'save', body: good, basedOn: 1, incomplete: false },
    })
    expect(post({ body: good, incomplete: 'on' })).toMatchObject({ value: { incomplete: true } })
  })

  test.each(['', ' \n\t ', '\u200b'])('refuses the empty text %j', (body) => {
    expect(post({ body })).toMatchObject({ errors: { body: 'Template is required.' } })
  })

  test('refuses more than 20,000 characters and keeps them', () => {
    expect(post({ body: 'x'.repeat(20_000) })).toMatchObject({ ok: true })
    expect(post({ body: 'x'.repeat(20_001) })).toMatchObject({
      values: { body: 'x'.repeat(20_001) },
      errors: { body: 'Template can have at most 20000 characters. It has 20001.' },
    })
  })

  test.each([
    ['control characters', { body: `${good}\u0000` }, 'body'],
    ['a turned direction', { body: `${good}\u202egnirts` }, 'body'],
    ['a version that is none', { body: good, basedOn: '-1' }, 'basedOn'],
    ['a version with words', { body: good, basedOn: '1; drop table' }, 'basedOn'],
    ['another tick', { body: good, incomplete: 'yes' }, 'incomplete'],
    ['another intent', { body: good, intent: 'erase' }, 'intent'],
  ])('refuses %s', (_, fields, field) => {
    expect(post(fields)).toMatchObject({ ok: false, errors: { [field]: expect.any(String) } })
  })

  test('refuses a field it does not know', () => {
    expect(post({ body: good, role: 'admin' })).toMatchObject({ formError: expect.stringContaining('role') })
  })

  test('restores by version', () => {
    const formData = new FormData()
    for (const [name, value] of [
      ['intent', 'restore'],
      ['version', '2'],
      ['basedOn', '3'],
    ] as const)
      formData.append(name, value)
    expect(readForm(restoreForm, formData)).toEqual({
      ok: true,
      value: { intent: 'restore', version: 2, basedOn: 3 },
    })
  })
})

describe('the placeholders of a template', () => {
  test('are read exactly, each unknown one once', () => {
    expect(readTemplate(good)).toEqual({ unknown: [], missing: [] })
    expect(readTemplate('{{ renterName }} {{RenterName}} {{items}} {{owner}} {{owner}} {x} {{}}')).toEqual({
      unknown: ['{{ renterName }}', '{{RenterName}}', '{{owner}}', '{{}}'],
      missing: ['{{renterName}}'],
    })
  })

  test('are refused by name when they are unknown', () => {
    expect(judgeTemplate(`${good} {{owner}}`)).toMatchObject({
      reason: 'unknown',
      message:
        '{{owner}} is not a placeholder we know. Please use {{renterName}} and {{items}}, spelled exactly so.',
    })
  })

  test('are refused when one is missing, unless that is on purpose', () => {
    expect(judgeTemplate('Be kind, {{renterName}}.')).toMatchObject({
      reason: 'incomplete',
      message: 'The template leaves out {{items}}, so renters won’t see the items and their owners’ terms.',
    })
    expect(judgeTemplate('Be kind.', { incomplete: true })).toBeNull()
    expect(judgeTemplate('{{who}}', { incomplete: true })).toMatchObject({ reason: 'unknown' })
    expect(judgeTemplate(good)).toBeNull()
  })

  test('are filled in the preview as at a checkout', () => {
    expect(previewAgreement(good)).toContain('By Ramon Dela Cruz:\n1. 4-person tent\n   Owner: Olivia S.')
  })
})
