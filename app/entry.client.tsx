import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchRoutes } from './offline/fetch-routes.ts'
import { watchForms } from './offline/keep-page.ts'

watchForms()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter unstable_fetch={fetchRoutes} />
    </StrictMode>,
  )
})
