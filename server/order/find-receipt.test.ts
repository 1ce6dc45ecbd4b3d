import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findReceipt } from './find-receipt.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'bea', 'amihan'])
let orderNumber: string

beforeAll(async () => {
  const { services, cast } = fixture
  const tent = await people.listApproved(
    services,
    { owner: cast.olivia, admin: cast.amihan },
    { title: 'Tent', pricePerDay: 10_001 },
  )
  const drill = await people.listApproved(
    services,
    { owner: cast.diego, admin: cast.amihan },
    { title: 'Drill', pricePerDay: 20_002 },
  )
  orderNumber = (await people.rent(services, cast.ramon, [tent, drill], { deliveryOption: 'delivery' }))
    .orderNumber
})

const receiptFor = async (who: people.Person) =>
  accepted(await findReceipt(by(fixture.services, who), orderNumber)).receipt

describe('a receipt', () => {
  // Spec: S3.11, S3.14, S9.24, D24
  it('shows its renter everything, and the agreement as it was accepted', async () => {
    const receipt = await receiptFor(fixture.cast.ramon)
    expect(receipt).toMatchObject({
      number: orderNumber,
      side: 'renter',
      renterName: 'Ramon Dela Cruz',
      placedAt: NOW,
    })
    expect(receipt.items.map((item) => item.title).sort()).toEqual(['Drill', 'Tent'])
    // 5 % of 300.03 is 15.0015.
    expect(receipt.totals).toEqual({
      owed: 0,
      subtotal: 30_003,
      deliveryFee: 3_000,
      serviceFee: 1_500,
      deposit: 0,
      refunded: 0,
      waived: 0,
      total: 34_503,
    })
    expect(receipt.agreement).toMatchObject({
      acceptedAt: NOW,
      text: expect.stringContaining('Ramon Dela Cruz'),
    })
  })

  it('shows each owner only their own part, with sums over it', async () => {
    const olivias = await receiptFor(fixture.cast.olivia)
    expect(olivias).toMatchObject({ side: 'owner', agreement: null })
    expect(olivias.items.map((item) => item.title)).toEqual(['Tent'])
    const diegos = await receiptFor(fixture.cast.diego)
    expect(diegos.items.map((item) => item.title)).toEqual(['Drill'])
    expect(olivias.totals.subtotal).toBe(10_001)
    expect(olivias.totals.total + diegos.totals.total).toBe(
      (await receiptFor(fixture.cast.ramon)).totals.total,
    )
    expect(JSON.stringify(olivias)).not.toMatch(/Drill|Diego/)
  })

  it('shows an admin everything', async () => {
    const receipt = await receiptFor(fixture.cast.amihan)
    expect(receipt.side).toBe('admin')
    expect(receipt.items).toHaveLength(2)
  })

  const missing = { ok: false, reason: 'not-found', message: 'Sorry, that could not be found.' }
  it.each(['katrina', 'bea'] as const)('is not-found for %s, who has no part in it', async (who) => {
    expect(await findReceipt(by(fixture.services, fixture.cast[who]), orderNumber)).toEqual(missing)
  })

  it('is not-found for a guest, and for an unknown or invalid number', async () => {
    expect(await findReceipt(by(fixture.services), orderNumber)).toEqual(missing)
    for (const number of [
      'cod-1',
      'cod-',
      `${orderNumber}'`,
      `${orderNumber} `,
      'x',
      'cod-99999999999999999',
    ])
      expect(await findReceipt(by(fixture.services, fixture.cast.ramon), number)).toEqual(missing)
  })

  it('keeps its texts and amounts when the listing changes afterwards', async () => {
    const before = await receiptFor(fixture.cast.ramon)
    await fixture.services.db
      .updateTable('listing')
      .set({ title: 'Other', pricePerDayCentavos: 1, ownerTerms: 'New.' })
      .execute()
    await fixture.services.db.insertInto('agreementTemplate').values({ body: 'Another {{items}}' }).execute()
    expect(await receiptFor(fixture.cast.ramon)).toEqual(before)
  })
})
