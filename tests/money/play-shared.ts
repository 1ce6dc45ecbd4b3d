import { receiveEvent } from '#server/payment/receive-event.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { sweepRentals } from '#server/rental/sweep-rentals.ts'
import { held, later, once } from './later.ts'
import type { SharedAct } from './actions.ts'
import type { World } from './world.ts'

/** The effect of a shared action on all places. */
export function prepareShared(world: World, act: SharedAct): () => Promise<unknown> {
  const { services, emulator } = world
  switch (act.do) {
    case 'deliver':
      return () => deliver(world, act)
    case 'fault':
      return once(() => emulator.faults.add({ ...act.what, on: act.on, times: act.times }))
    case 'refunds':
      return once(() => {
        emulator.refunds.go = act.go
        if (act.settle) for (const { id } of held(world)) emulator.settleRefund(id)
      })
    case 'manner': {
      const { do: _, ...manner } = act
      return once(() => emulator.webhooks.set(manner))
    }
    case 'work':
      if (act.what === 'effects') return world.effects
      if (act.what === 'payments') return () => sweepPayments(services)
      if (act.what === 'rentals') return () => sweepRentals(services)
      return world.work
    case 'later':
      return once(() => later(world, act.minutes))
  }
}

async function deliver({ services, emulator }: World, act: Extract<SharedAct, { do: 'deliver' }>) {
  const { collected } = emulator.webhooks
  const count = act.which === 'all' ? collected.length : 1
  const taken = collected.splice(act.which === 'last' ? -count : 0, count)
  if (act.how === 'lost') return
  for (const { body, signature } of taken) {
    const bytes = act.how === 'altered' ? Buffer.concat([body, Buffer.from(' ')]) : body
    await receiveEvent(services, bytes, signature)
    if (act.how === 'twice') await receiveEvent(services, bytes, signature)
  }
}
