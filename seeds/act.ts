import { guest, type Actor, type User } from '#domain/actor.ts'
import type { Context, Services } from '#server/context.ts'

/** The context of a request by `actor` at an instant, for calling use cases without a browser. */
export function act(services: Services, actor: Actor = guest, at?: Date): Context {
  return {
    ...services,
    ...(at ? { clock: { now: () => at } } : {}),
    actor: actor.kind === 'user' && at ? { ...actor, provedAt: at } : actor,
    requestId: 'seed',
    ip: '127.0.0.1',
    headers: new Headers(),
  }
}

/** The stored account of an email as an actor. Throws when there is none. */
export async function actorOf(services: Services, email: string): Promise<User> {
  const account = await services.db
    .selectFrom('account')
    .select(['id', 'role', 'adminArea', 'firstName', 'lastName', 'email', 'image'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { image, ...rest } = account
  return { kind: 'user', ...rest, picture: image, provedAt: services.clock.now() }
}

/** The accepting side of a verdict; a refusal is a bug of the demo data and throws its message. */
export function accepted<V extends { ok: boolean }>(verdict: V): Extract<V, { ok: true }> {
  if (!verdict.ok) throw new Error(`refused: ${JSON.stringify(verdict)}`)
  return verdict as Extract<V, { ok: true }>
}
