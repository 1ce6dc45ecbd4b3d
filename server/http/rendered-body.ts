const bodies = new WeakMap<Response, Buffer>()

/** An answer with a body that `bodyOf` gives back at once: a response copies it, and reading it takes a stream. */
export function answerWith(body: Buffer, init: ResponseInit): Response {
  const answer = new Response(body as BodyInit, init)
  bodies.set(answer, body)
  return answer
}

/** All bytes of an answer. */
export const bodyOf = async (answer: Response): Promise<Buffer> =>
  bodies.get(answer) ?? Buffer.from(await answer.arrayBuffer())
