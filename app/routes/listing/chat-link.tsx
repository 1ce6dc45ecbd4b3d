import { useContext } from 'react'
import { MessageCircle } from 'lucide-react'
import { LoginContext } from '#app/ui/login-context.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { useToast } from '#app/ui/toasts.tsx'

type ChatLinkProps = { listing: { id: string; ownerId: string }; viewerId: string | null }

/** Leads to the conversation with the owner; guests are asked to log in first. */
export function ChatLink({ listing, viewerId }: ChatLinkProps) {
  const openLogin = useContext(LoginContext)
  const toast = useToast()
  const query = new URLSearchParams({
    ownerId: listing.ownerId,
    ...(viewerId ? { renterId: viewerId } : {}),
    listingId: listing.id,
  })
  return (
    <ButtonLink
      to={`/chat?${query}`}
      variant="secondary"
      size="lg"
      className="w-full"
      onClick={(event) => {
        if (viewerId || !openLogin) return
        toast({ kind: 'error', text: 'Please login to chat with the owner.' })
        openLogin(event)
      }}
    >
      <MessageCircle aria-hidden="true" className="size-5" />
      Chat with Owner
    </ButtonLink>
  )
}
