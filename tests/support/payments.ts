/** An emulator of payments in another process, and the key that opens its controls. */
export type EmulatorAddress = { url: string; secretKey: string }

/**
 * Controls an emulator in another process: `wish('pay', { checkoutId })`. See
 * `gateways/payments/emulator/controls.ts`.
 */
export type EmulatorControl = <T = unknown>(name: string, given?: unknown) => Promise<T>

export function emulatorAt({ url, secretKey }: EmulatorAddress): EmulatorControl {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  return async (name, given = {}) => {
    const response = await fetch(`${url}/__emulator/${name}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`The emulator of payments refused ${name}: ${answer.error}`)
    return answer
  }
}
