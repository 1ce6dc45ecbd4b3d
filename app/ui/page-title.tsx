import { useRouteLoaderData } from 'react-router'
import { withSiteName } from '#app/title.ts'

/** The title of a page that is shown in place of another, whose `meta` sets the title. */
export function PageTitle({ children }: { children: string }) {
  return <title>{withSiteName(children, useRouteLoaderData('root'))}</title>
}
