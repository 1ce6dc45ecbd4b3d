import { messageForm } from '#domain/chat/message-form.ts'
import { type FormProblem, readForm } from '#domain/form.ts'
import { notFound, type Refusal } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { uploadPrivatePhoto } from '#server/photo/upload-photo.ts'
import { attempt } from '#app/attempt.ts'
import { type ChatAddress, renterToWriteTo } from './read-address.ts'
import type { MessagePost } from './read-message-post.ts'
import type { SentMessage } from '#domain/chat/sent-message.ts'

export type TakenMessage =
  | { is: 'sent'; threadId: string; message: Omit<SentMessage, 'sender'> }
  | { is: 'blank' }
  | { is: 'invalid'; problem: FormProblem }
  | { is: 'refused'; refusal: Refusal }

/** Sends the message of a form, with its photo if it has one, to the conversation in the address. */
export async function takeMessage(
  ctx: Context,
  address: ChatAddress,
  { formData, photo: file }: MessagePost,
): Promise<TakenMessage> {
  const { thread_id: threadId, listingId } = address
  const form = readForm(messageForm, formData)
  if (!form.ok) return { is: 'invalid', problem: form }
  const { text, clientId } = form.value
  if (text === '' && !file) return { is: 'blank' }
  if (!threadId && !listingId) return { is: 'refused', refusal: notFound() }
  const to = threadId ? { threadId } : { listingId: listingId!, ...renterToWriteTo(ctx.actor, address) }
  const taken = file ? await attempt(ctx, () => uploadPrivatePhoto(ctx, file)) : null
  if (taken?.ok === false) return { is: 'refused', refusal: taken }
  const sent = await attempt(ctx, () => sendMessage(ctx, { to, text, clientId, photoId: taken?.photo.id }))
  if (!sent.ok) return { is: 'refused', refusal: sent }
  const message = {
    id: sent.messageId,
    body: text,
    sentAt: sent.sentAt.toISOString(),
    clientId: clientId ?? null,
    photo: sent.photo,
    photoGone: false,
  }
  return { is: 'sent', threadId: sent.threadId, message }
}
