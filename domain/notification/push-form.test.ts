import { describe, expect, test } from 'vitest'
import { isPushService } from './push-form.ts'

describe('the address of a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://fcm.googleapis.com/wp/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QABC',
    'https://sg2p.notify.windows.com/w/?token=BQ',
  ])('accepts %s', (address) => {
    expect(isPushService(address)).toBe(true)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://me:you@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.test/',
    'https://evilnotify.windows.com/',
    'https://evil.test/.push.apple.com',
    'https://push.apple.com.evil.test/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'ftp://fcm.googleapis.com/',
    'fcm.googleapis.com',
    '',
  ])('refuses %s', (address) => {
    expect(isPushService(address)).toBe(false)
  })

  test('also accepts a host from the settings', () => {
    expect(isPushService('https://push.hiram.test/x')).toBe(false)
    expect(isPushService('https://push.hiram.test/x', ['push.hiram.test'])).toBe(true)
  })
})
