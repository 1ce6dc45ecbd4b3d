import { describe, expect, it } from 'vitest'
import { aboutText, errorText, jobServices, jobText, kindsOf, MAX_JOB_ATTEMPTS, retryAfter } from './job.ts'

describe('a job that fails', () => {
  it('is tried for three days, with waits that grow to three hours', () => {
    const waits = Array.from({ length: MAX_JOB_ATTEMPTS - 1 }, (_, i) => retryAfter(i + 1)!)
    expect(waits.slice(0, 4)).toEqual([30, 60, 120, 240])
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(Math.max(...waits)).toBe(10_800)
    const hours = waits.reduce((sum, seconds) => sum + seconds, 0) / 3600
    expect(hours).toBeGreaterThanOrEqual(72)
    expect(hours).toBeLessThan(76)
    expect(retryAfter(MAX_JOB_ATTEMPTS)).toBeNull()
  })

  it.each([
    ['Error EENVELOPE 550', 'The mail server refused the address or the mail.'],
    ['Error EENVELOPE 451', 'The service asked us to come again later.'],
    ['Error EAUTH 535', 'The mail server refused our user name or password.'],
    ['Error ETIMEDOUT', 'The service did not answer.'],
    ['Error ECONNREFUSED', 'The service did not answer.'],
    ['Error ENOTFOUND', 'The service did not answer.'],
    ['TimeoutError 23', 'The service did not answer.'],
    ['Error 429', 'The service asked us to come again later.'],
    ['ImagesAway Timeout', 'The bucket of photos did not answer as it should.'],
    ['ImagesAway ENOSPC', 'The disk of photos is full or out of order.'],
    ['Interrupted', 'The process ended during each try, or hung.'],
    ['NotNow', 'The payment provider did not answer.'],
    ['TypeError', 'The log of the process says more.'],
  ])('with %s says: %s', (code, text) => expect(errorText(code)).toBe(text))
})

it('every kind of job has a service, and words', () => {
  for (const service of jobServices) expect(kindsOf(service).length).toBeGreaterThan(0)
  expect(kindsOf('payments')).toEqual(['close-checkout', 'send-refund'])
  expect(jobText('send-refund')).toBe('Sending a refund')
  expect(jobText('of-another-time')).toBe('of-another-time')
})

it('a job is described by ids and kinds, without texts of people', () => {
  expect(
    aboutText({ rentalId: '0199a0-1', action: 'approve', number: 2, reason: 'Rude to Ana.', to: null }),
  ).toBe('rentalId: 0199a0-1; action: approve; number: 2')
})
