import type { Refusal } from '#domain/verdict.ts'

type Naming = { back: string; done: string; field?: string }

/** Answers a form that names something: a toast on the page it returns to, or the refusal beside the field. */
export function answerName({ back, done, field = 'name' }: Naming) {
  return {
    to: back,
    done,
    fieldOf: ({ reason }: Refusal) => (reason === 'unexpected' ? undefined : field),
    toastAt: ({ reason }: Refusal) => (reason === 'not-found' ? back : undefined),
  }
}
