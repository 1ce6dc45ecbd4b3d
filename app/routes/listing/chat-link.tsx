import { use } from 'react'
import { MessageCircle } from 'lucide-react'
import { loginToChat } from '#domain/chat/chat.ts'
import { AskLoginContext } from '#app/ui/login-context.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { useToast } from '#app/ui/toasts.tsx'

type ChatLinkProps = { listing: { id: string; ownerId: string }; viewerId: string | null }

/** A link to the conversation with the owner; guests log in first, and then continue to it. */
export function ChatLink({ listing, viewerId }: ChatLinkProps) {
  const askLogin = use(AskLoginContext)
  const toast = useToast()
  const query = new URLSearchParams({
    ownerId: listing.ownerId,
    ...(viewerId ? { renterId: viewerId } : {}),
    listingId: listing.id,
  })
  const chat = `/chat?${query}`
  return (
    <ButtonLink
      to={chat}
      variant="secondary"
      size="lg"
      className="w-full"
      onClick={(event) => {
        if (viewerId || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        toast({ kind: 'error', text: loginToChat })
        askLogin({ next: chat, notice: loginToChat })
      }}
    >
      <MessageCircle aria-hidden="true" className="size-5" />
      Chat with Owner
    </ButtonLink>
  )
}
