import type { AskedProof } from '#domain/account/proof.ts'
import { PageTitle } from './page-title.tsx'
import { ProofForm } from './proof-form.tsx'
import { useHere } from './use-here.ts'

/** Stands in place of the page whose form needs a proof, and sends that form again. */
export function ProofPage({ asked }: { asked: AskedProof }) {
  const here = useHere()
  return (
    <div className="page flex justify-center py-10 md:py-16">
      <PageTitle>Please confirm that it is you</PageTitle>
      <section className="w-full max-w-xl rounded-xl border border-line bg-card p-6 shadow-card sm:p-9">
        <h1 className="mb-3 text-2xl" tabIndex={-1}>
          Please confirm that it is you
        </h1>
        <p className="mb-5 text-muted">
          You logged in a while ago. What you typed is kept, and is done as soon as you have confirmed.
        </p>
        <ProofForm {...asked} action={here} />
      </section>
    </div>
  )
}
