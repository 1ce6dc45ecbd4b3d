import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asRenter } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import type { RentalStatus } from '#domain/status.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import type { Mail } from '#gateways/mail/port.ts'
import { sweepChanges } from '#server/change/sweep-changes.ts'
import { doEffect } from '#server/job/do-effect.ts'
import { runEffects } from '#server/job/run-effects.ts'
import { sweepDebts } from '#server/debt/sweep-debts.ts'
import { sweepDeposits } from '#server/deposit/sweep-deposits.ts'
import { sweepDisputes } from '#server/dispute/sweep-disputes.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { sweepLate } from '#server/rental/sweep-late.ts'
import { sweepRentals } from '#server/rental/sweep-rentals.ts'
import { sweepWaitlist } from '#server/waitlist/sweep-waitlist.ts'
import { accepted } from '#seeds/act.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { noLimits, testServices } from '#tests/support/services.ts'
import { crashes } from './crash.ts'

export type Thing = { price: number; policy: CancellationPolicy; deposit: number; bookable: boolean }

/**
 * The site on its own database and emulator, without a network, with a process that can die. Many histories run in it.
 */
export async function openWorld() {
  const database = await freshDatabase({ poolSize: 2 })
  const { db, pool } = database.connection
  const base = await testServices(database.connection, { limits: noLimits })
  const crash = crashes()
  crash.watch(pool)
  const emails = new Map<string, Mail>()
  const mail = crash.mail({
    send: async (email) => void emails.set(email.id, email),
    close: async () => {},
  })
  const services = { ...base, payments: crash.gateway(base.payments!) }
  const admin = (await openAccounts(1, 'admin'))[0]!

  async function openAccounts(n: number, role: User['role']): Promise<User[]> {
    const rows = Array.from({ length: n }, (_, i) => {
      const id = randomUUID()
      const name = { firstName: role, lastName: `${i}` }
      const adminArea = role === 'admin' ? ('all' as const) : null
      return {
        id,
        role,
        adminArea,
        ...name,
        name: role,
        username: id.slice(0, 30),
        email: `${id}@hiram.test`,
      }
    })
    await db.insertInto('account').values(rows).execute()
    return rows.map(({ id, adminArea, firstName, lastName, email }) => ({
      kind: 'user',
      id,
      role,
      adminArea,
      firstName,
      lastName,
      email,
      picture: null,
    }))
  }

  /** Mails are counted, not rendered: other tests check their texts. */
  const effects = () =>
    runEffects(services, (effect) => {
      if (!effect.kind.endsWith('-mail')) return doEffect(services, mail, effect)
      const nothing = { text: '', html: '', headers: {} }
      return mail.send({ id: `effect-${effect.id}`, to: 'someone', subject: effect.kind, ...nothing })
    })
  return {
    services,
    crash,
    admin,
    mail,
    emulator: base.emulator,
    emails,
    /** Creates places: each has three renters, two owners, and its listings, which the owners share. */
    async found(things: readonly (readonly Thing[])[]) {
      const renters = await openAccounts(3 * things.length, 'renter')
      const owners = await openAccounts(2 * things.length, 'owner')
      const places = things.map((own, n) => {
        const lenders = owners.slice(2 * n, 2 * n + 2)
        const listings = own.map((thing, i) => ({
          id: randomUUID(),
          ownerId: lenders[i % 2]!.id,
          categoryId: 2,
          title: `Thing ${i}`,
          description: 'A thing.',
          pricePerDayCentavos: thing.price,
          depositCentavos: thing.deposit,
          cancellationPolicy: thing.policy,
          bookableWhileRented: thing.bookable,
          status: 'approved' as const,
        }))
        return {
          renters: renters.slice(3 * n, 3 * n + 3),
          owners: lenders,
          listings,
          gone: new Set<string>(),
        }
      })
      await db
        .insertInto('listing')
        .values(places.flatMap(({ listings }) => listings))
        .execute()
      return places
    },
    /** Everything the jobs do at each interval. */
    async work() {
      await sweepPayments(services)
      await sweepRentals(services)
      await sweepDisputes(services)
      await sweepLate(services)
      await sweepDebts(services)
      await sweepChanges(services)
      await sweepWaitlist(services)
      await sweepDeposits(services)
      await effects()
    },
    effects,
    async close() {
      await base.close()
      await database.drop()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
export type Place = Awaited<ReturnType<World['found']>>[number]

/** The rentals of the owners of some places, the newest first. */
export async function rentalsOf({ services }: World, places: readonly Place[]) {
  const owners = places.flatMap((place) => place.owners.map(({ id }) => id))
  const { rows } = await sql<{
    id: string
    status: RentalStatus
    ownerId: string
    renterId: string
    period: string
  }>`
    select id, status, owner_id, renter_id, period::text as period from rental where owner_id = any(${owners}::uuid[])
      order by id desc`.execute(services.db)
  return rows
}

/** A renter of a place who still has an account. */
export function renterOf({ renters, gone }: Place, id: string) {
  const user = renters.find((one) => one.id === id)
  return user && !gone.has(id) ? accepted(asRenter(user)).renter : undefined
}
