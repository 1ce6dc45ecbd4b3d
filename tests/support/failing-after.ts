import type { Context } from '#server/context.ts'

/** A context whose database is gone after so many transactions. */
export function failingAfter(ctx: Context, transactions: number): Context {
  const { db } = ctx
  let begun = 0
  return {
    ...ctx,
    db: new Proxy(db, {
      get(_, name) {
        if (name === 'startTransaction' && ++begun > transactions) throw new Error('connection lost')
        const value: unknown = Reflect.get(db, name)
        return typeof value === 'function' ? (value.bind(db) as unknown) : value
      },
    }),
  }
}
