import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { useToast } from '#app/ui/toasts.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

export const listingNotFound = 'Sorry, that listing could not be found.'

/** Goes to the products page, which shows the reason, with and without scripts. The status stays 404. */
export function ListingNotFound() {
  const navigate = useNavigate()
  const toast = useToast()
  const [withoutFlash] = useState(useHydrated())
  useEffect(() => {
    if (withoutFlash) toast({ kind: 'error', text: listingNotFound })
    void navigate('/products', { replace: true })
  }, [navigate, toast, withoutFlash])
  return (
    <div className="page py-10">
      <PageTitle>Listing not found</PageTitle>
      <EmptyState
        headingLevel={1}
        art="shelf"
        title={listingNotFound}
        action={<ButtonLink to="/products">Browse Items</ButtonLink>}
      >
        It may be rented out, resting, or gone for good.
      </EmptyState>
    </div>
  )
}
