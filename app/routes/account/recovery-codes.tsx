import { Download } from 'lucide-react'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Card } from '#app/ui/primitives/card.tsx'

/** New recovery codes. They are not kept where they could be shown again. */
export function RecoveryCodes({ codes, siteName }: { codes: readonly string[]; siteName: string }) {
  const file = `Recovery codes for ${siteName}. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <Card as="section" aria-labelledby="codes" padding="lg" className="max-w-2xl">
      <h2 id="codes" className="text-2xl">
        Your recovery codes
      </h2>
      <div className="my-4">
        <Alert tone="warning" title="They are shown only now">
          Keep them where you find them without your phone. Each works once, in place of a code of the app.
        </Alert>
      </div>
      <ul
        className="grid gap-x-6 gap-y-2 font-mono text-lg whitespace-nowrap sm:max-w-md sm:grid-cols-2"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        download="recovery-codes.txt"
        className="btn mt-6 min-h-11 border-line-strong bg-card px-5 py-2 text-ink hover:border-ink hover:bg-sunken"
      >
        <Download aria-hidden="true" className="size-5" />
        Download them
      </a>
    </Card>
  )
}
