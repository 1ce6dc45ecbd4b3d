import type { Page } from '@playwright/test'

/** Gives a browser a device with passkeys, whose person always agrees. */
export async function withDevice(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** How many passkeys the device has. */
    count: async () =>
      (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Whether the person shows a finger that the device knows. */
    verifies: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
