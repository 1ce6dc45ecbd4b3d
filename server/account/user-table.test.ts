import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from './delete-account.ts'
import { setVerification } from './set-verification.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { exportTable } from '../export-table.ts'
import { openUsers } from './open-users.ts'
import { readTable } from '../admin-table.ts'
import { userTable } from './user-table.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const MANY = 66

beforeAll(async () => {
  const { services, cast } = fixture
  const renters = await people.openManyAccounts(services, MANY)
  for (const [i, { id }] of renters.entries())
    await services.db
      .updateTable('account')
      .set({ firstName: ['Ana', 'ana', 'Ñ'][i % 3]!, lastName: ['Reyes', 'Cruz'][i % 2]! })
      .where('id', '=', id)
      .execute()
  const { pool } = services.connection
  await pool.query(`update account set created_at = $1 where username like 'crowd-%'`, [NOW])
  const admin = people.admin(cast.amihan)
  const accountId = cast.ramon.id
  accepted(await setVerification(by(services, cast.amihan), admin, { accountId, decision: 'verified' }))
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  await people.listThing(services, cast.olivia)
  await people.rent(services, cast.ramon, [listingId])
})

const read = (query: string) =>
  readTable(...people.asAdmin(fixture.services, fixture.cast.amihan), userTable, new URLSearchParams(query))

const sorts = Object.keys(userTable.sorts).flatMap((sort) => [sort, `-${sort}`])

describe('the list of users', () => {
  // Spec: S6.6, S7.3
  it.each(sorts)('in the order %s holds everyone once', async (sort) => {
    const seen = []
    for (let after: string | null = ''; after !== null;) {
      const { rows, next } = await read(`sort=${sort}&after=${after}`)
      seen.push(...rows.map(({ id }) => id))
      after = next
    }
    expect(seen).toHaveLength(MANY + 4)
    expect(new Set(seen).size).toBe(MANY + 4)
  })

  // Spec: D45
  it('leaves an entry in the audit log for each page that an admin turns', async () => {
    const { services, cast } = fixture
    const open = (query: string) =>
      openUsers(...people.asAdmin(services, cast.amihan), new URLSearchParams(query))
    const turned = () =>
      services.db
        .selectFrom('event')
        .select(['actorId', 'subjectId', 'detail', 'audited'])
        .where('action', '=', 'read-users')
        .execute()
    const first = await open('')
    expect(await turned()).toEqual([])
    const { rows } = await open(`after=${first.next}`)
    expect(rows).toHaveLength(25)
    const entry = {
      actorId: cast.amihan.id,
      subjectId: '/admin/users',
      audited: true,
      detail: { people: 25 },
    }
    expect(await turned()).toEqual([entry])
    await open(`after=${first.next}&delete=${rows[0]!.id}`)
    expect(await turned()).toEqual([entry, entry])
  })

  // Spec: D45
  it('and for each first page that a search, a filter or another order makes of several people', async () => {
    const { services, cast } = fixture
    const entries = async (query: string) => {
      const before = services.db.selectFrom('event').select('id').where('action', '=', 'read-users')
      const were = (await before.execute()).length
      await openUsers(...people.asAdmin(services, cast.amihan), new URLSearchParams(query))
      return (await before.execute()).length - were
    }
    for (const query of ['search=hiram.test', 'sort=email', 'role=renter', 'status=unverified'])
      expect([query, await entries(query)]).toEqual([query, 1])
    for (const query of ['', 'search=owner@hiram.test', 'sort=-joined', 'delete=x', 'search='])
      expect([query, await entries(query)]).toEqual([query, 0])
  })

  it('says of each what they are, list and rent', async () => {
    const { rows } = await read('search=hiram.test&sort=email&role=owner')
    expect(rows).toMatchObject([
      {
        name: 'Olivia Santos',
        email: 'owner@hiram.test',
        username: 'olivia.santos',
        role: 'owner',
        verificationStatus: 'unverified',
        listingCount: 2,
        rentalCount: 1,
      },
    ])
    expect((await read('status=verified')).rows).toMatchObject([{ name: 'Ramon Dela Cruz', rentalCount: 1 }])
  })

  it.each([
    ['role=admin', 1],
    ['role=renter', MANY + 2],
    ['role=god', MANY + 4],
    ['status=rejected', 0],
    ['search=RAMON', 1],
    ['search=ramon.delacruz', 1],
    ['search=Ramon Dela', 1],
    ['search=_', 0],
    ['search=crowd-1', 11],
    ['search=%25', 0],
  ])('by %s finds %i', async (query, n) => {
    expect((await read(query)).total).toBe(n)
  })

  it('can be exported whole', async () => {
    const { services, cast } = fixture
    const pieces = []
    for await (const piece of exportTable(
      ...people.asAdmin(services, cast.amihan),
      userTable,
      new URLSearchParams('sort=name'),
    ))
      pieces.push(piece)
    expect(pieces.join('').trimEnd().split('\r\n')).toHaveLength(MANY + 5)
  })

  it('no longer has someone whom an admin deleted', async () => {
    const { services, cast } = fixture
    accepted(await deleteAccount(by(services, cast.amihan), { accountId: cast.katrina.id }))
    expect((await read('search=katrina')).total).toBe(0)
    expect((await read('search=deleted')).total).toBe(0)
  })
})
