const bodies = new WeakMap<Response, Buffer>()

/**
 * A page's answer whose bytes `bodyOf` returns at once, without a stream. It does so for this very object; of a copy
 * it reads the body.
 */
export function answerWith(body: Buffer, init: ResponseInit): Response {
  const answer = new Response(body as BodyInit, init)
  bodies.set(answer, body)
  return answer
}

/** All bytes of an answer: those given to `answerWith`, or what is read of its body. */
export const bodyOf = async (answer: Response): Promise<Buffer> =>
  bodies.get(answer) ?? Buffer.from(await answer.arrayBuffer())
