import { BellRing } from 'lucide-react'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { type BrowserState, type PushSetup, useThisBrowser } from './use-this-browser.ts'

const words: Record<BrowserState, string> = {
  unknown: 'Looking at this browser. It needs scripts to be told of notices.',
  unable: 'This browser can’t show notices while no page is open.',
  denied: 'This browser was told not to show notices of this site. You can allow them in its settings.',
  off: 'This browser can show notices while no page of ours is open, until you log out.',
  on: 'This browser shows notices while no page of ours is open, until you log out.',
}

/** Subscribes the current browser to push messages, or ends that. */
export function ThisBrowser(setup: PushSetup) {
  const { state, busy, problem, subscribe, unsubscribe } = useThisBrowser(setup)
  return (
    <Card className="mb-8">
      <section aria-labelledby="this-browser" className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <BellRing aria-hidden="true" className="size-6 shrink-0 text-accent" />
        <div className="min-w-[min(14rem,100%)] flex-1">
          <h2 id="this-browser" className="text-lg">
            This browser
          </h2>
          <p role="status" className="mt-1 text-muted">
            {words[state]}
          </p>
        </div>
        {state === 'off' ? (
          <Button type="button" busy={busy} busyText="Asking..." onClick={() => void subscribe()}>
            Get notices in this browser
          </Button>
        ) : null}
        {state === 'on' ? (
          <Button
            type="button"
            variant="secondary"
            busy={busy}
            busyText="Ending..."
            onClick={() => void unsubscribe()}
          >
            Stop notices in this browser
          </Button>
        ) : null}
      </section>
      {problem ? (
        <div className="mt-4">
          <Alert tone="error" live>
            {problem}
          </Alert>
        </div>
      ) : null}
    </Card>
  )
}
