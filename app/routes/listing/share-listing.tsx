import { Mail, Share2 } from 'lucide-react'
import { useMatches } from 'react-router'
import { siteOf } from '#app/page-meta.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { useToast } from '#app/ui/toasts.tsx'

type ShareListingProps = { title: string; path: string }

/**
 * Opens the device's share sheet with the link, or copies the link where there is none. Without scripts it shows the
 * link to copy and to mail.
 */
export function ShareListing({ title, path }: ShareListingProps) {
  const url = siteOf(useMatches()).baseUrl + path
  const toast = useToast()
  async function share() {
    if (navigator.share) {
      // Closing the share sheet is no error.
      await navigator.share({ title, url }).catch(() => {})
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      toast({ kind: 'success', text: 'Link copied!' })
    } catch {
      toast({ kind: 'error', text: `This is the link: ${url}` })
    }
  }
  const mail = `mailto:?${new URLSearchParams({ subject: title, body: url }).toString().replaceAll('+', '%20')}`
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        size="sm"
        className="needs-js -mr-[min(0.75rem,4vw)] shrink-0 sm:mr-0"
        onClick={share}
      >
        <Share2 aria-hidden="true" className="size-4.5" />
        Share
      </Button>
      <noscript>
        <p className="grid gap-1 text-sm">
          <a href={mail} className="link flex min-h-11 w-fit items-center gap-2">
            <Mail aria-hidden="true" className="size-4.5" />
            Share by email
          </a>
          <span className="break-all text-muted">{url}</span>
        </p>
      </noscript>
    </>
  )
}
