/** Shown while the other side is typing. */
export function TypingBubble({ name }: { name: string }) {
  return (
    <div className="message-in mt-4 w-fit rounded-xl rounded-bl-sm bg-sunken px-4 py-3.5">
      <span aria-hidden="true" className="flex gap-1.5">
        <span className="loading-dot size-2 rounded-full bg-muted" />
        <span className="loading-dot size-2 rounded-full bg-muted" />
        <span className="loading-dot size-2 rounded-full bg-muted" />
      </span>
      <span className="sr-only">{name} is writing</span>
    </div>
  )
}
