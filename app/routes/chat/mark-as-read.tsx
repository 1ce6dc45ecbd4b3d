import { Button } from '#app/ui/primitives/button.tsx'

/** Reading a thread is reported by a POST. Scripts send it; this is its button without scripts. */
export function MarkAsRead({ threadId }: { threadId: string }) {
  return (
    <noscript>
      <form
        method="post"
        action={`/chat?thread_id=${threadId}`}
        className="flex justify-center border-t border-line p-3"
      >
        <input type="hidden" name="intent" value="read" />
        <Button variant="quiet" size="sm">
          Mark as read
        </Button>
      </form>
    </noscript>
  )
}
