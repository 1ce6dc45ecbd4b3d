import { data } from 'react-router'
import { asRecent } from '#domain/access.ts'
import type { Actor } from '#domain/actor.ts'
import { type AskedProof, proofFields } from '#domain/account/proof.ts'
import { proofForm } from '#domain/account/proof-form.ts'
import type { Refusal } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { prove } from '#server/account/prove.ts'
import { attempt } from './attempt.ts'
import { formDataOf, statusOf } from './request.ts'

/**
 * The form of a post that only someone may send who proved within 15 minutes who they are. Otherwise the answer is a
 * page that asks for a proof and sends the same form again, with the proof beside its fields; they are taken out here.
 * Forms of which `isNeeded` is false are let through.
 */
export async function provenFormOf(
  ctx: Context,
  request: Request,
  isNeeded: (formData: FormData) => boolean = () => true,
): Promise<FormData> {
  const formData = await formDataOf(request)
  const given = takeProof(formData)
  const asked = isNeeded(formData) ? await askProof(ctx, formData, given) : null
  if (asked) throw asked
  return formData
}

type Given = ReturnType<typeof takeProof>

/** The question for a proof, with what was wrong about the given one; null when the person has proved who they are. */
export async function askProof(ctx: Context, formData: FormData, given: Given = takeProof(formData)) {
  if (!given) {
    const recent = asRecent(ctx.actor, ctx.clock.now())
    return !recent.ok && recent.reason === 'proof' ? ask(ctx, formData) : null
  }
  const form = proofForm.safeParse(given)
  if (!form.success) return ask(ctx, formData, { field: 'password', message: form.error.issues[0]!.message })
  const proved = await attempt(ctx, () => prove(ctx, form.data))
  return proved.ok ? null : ask(ctx, formData, { field: fieldOf(proved), message: proved.message }, proved)
}

/** What a refused proof stands beside. */
const fieldOf = ({ reason }: Refusal) => (reason === 'password' || reason === 'code' ? reason : null)

/** Takes the fields of a proof out of a form; null when it has none. */
function takeProof(formData: FormData) {
  const names = Object.entries(proofFields)
  if (!names.some(([, name]) => formData.has(name))) return null
  const given = Object.fromEntries(names.map(([key, name]) => [key, formData.get(name) ?? '']))
  for (const [, name] of names) formData.delete(name)
  return given
}

function ask(ctx: Context, formData: FormData, error?: AskedProof['error'], refusal?: Refusal) {
  const fields = [...formData].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const asked: AskedProof = {
    asksProof: true,
    fields,
    ...proofsOf(ctx.actor),
    ...(error ? { error } : {}),
  }
  return data(asked, { status: refusal ? statusOf(refusal) : 403 })
}

/** What an actor can prove who they are by, besides the password. */
export function proofsOf(actor: Actor): Pick<AskedProof, 'takesCode' | 'takesPasskey'> {
  const { hasTwoFactor = false, hasPasskey = false } = actor.kind === 'user' ? actor : {}
  return { takesCode: hasTwoFactor, takesPasskey: hasPasskey }
}
