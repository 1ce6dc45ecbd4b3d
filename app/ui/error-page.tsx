import { useContext, type ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { unexpected } from './failure.ts'
import { LoginContext } from './login-context.ts'
import { ButtonLink } from './primitives/button.tsx'
import type { EmptyArtName } from './primitives/empty-art.tsx'
import { EmptyState } from './primitives/empty-state.tsx'
import { PageTitle } from './page-title.tsx'
import { TryAgain } from './try-again.tsx'

type ErrorPageProps = {
  /** The HTTP status, or `network` without an answer. */
  status: number | 'network'
  /** The server's message for the person, such as a limit. */
  message?: string
  requestId: string | null
}

type Words = { pageTitle: string; title: string; art: EmptyArtName; text?: string; action: ReactNode }

const back = <ButtonLink to="/">Back to Home</ButtonLink>
const browse = (
  <ButtonLink to="/products" variant="secondary">
    Browse Items
  </ButtonLink>
)

/** The page for an error: not found, not allowed, or failed. It says which, and links back. */
export function ErrorPage({ status, message, requestId }: ErrorPageProps) {
  const { pageTitle, title, art, text, action } = wordsFor(status)
  const ours = status === 'network' ? false : status >= 500
  return (
    <div className="page py-12">
      <PageTitle>{pageTitle}</PageTitle>
      <EmptyState headingLevel={1} art={art} title={title} action={action}>
        <p>{message ?? text}</p>
        {ours && requestId ? (
          <p className="mt-3 text-sm">
            If you write to us about it, please mention{' '}
            <code data-request-id className="wrap-anywhere">
              {requestId}
            </code>
          </p>
        ) : null}
      </EmptyState>
    </div>
  )
}

function wordsFor(status: number | 'network'): Words {
  switch (status) {
    case 'network':
      return {
        pageTitle: 'No connection',
        title: 'We could not reach the site',
        art: 'letter',
        text: `${unexpected} It may be your connection.`,
        action: <TryAgain />,
      }
    case 404:
    case 410:
      return {
        pageTitle: 'Page not found',
        title: 'This page isn’t here',
        art: 'letter',
        text: 'The address may be mistyped, or what stood here has moved on to another neighbour.',
        action: (
          <>
            {back}
            {browse}
          </>
        ),
      }
    case 401:
    case 403:
      return {
        pageTitle: 'Not allowed',
        title: 'This door isn’t yours to open',
        art: 'key',
        text: 'You may need to log in with another account.',
        action: (
          <>
            {back}
            <LogIn status={status} />
          </>
        ),
      }
    case 413:
      return {
        pageTitle: 'Too large',
        title: 'That was more than we can carry',
        art: 'shelf',
        text: 'Please go back and send less at once: smaller photos, or a shorter text.',
        action: back,
      }
    case 429:
      return {
        pageTitle: 'A little slower, please',
        title: 'A little slower, please',
        art: 'calendar',
        text: 'That was a lot in a short time. Please try again in a minute.',
        action: back,
      }
    default:
      if (status < 500)
        return {
          pageTitle: 'We could not read that',
          title: 'We could not read that',
          art: 'letter',
          text: 'What was sent is not what this page takes. Please go back and try again.',
          action: back,
        }
      return {
        pageTitle: 'Something went wrong',
        title: 'Something went wrong',
        art: 'letter',
        text: unexpected,
        action: (
          <>
            <TryAgain />
            <ButtonLink to="/" variant="secondary">
              Back to Home
            </ButtonLink>
          </>
        ),
      }
  }
}

/** The link to the log-in; nothing for who is logged in and not allowed, whom that page sends away. */
function LogIn({ status }: { status: number }) {
  const openLogin = useContext(LoginContext)
  const root = useRouteLoaderData('root') as { user: unknown } | undefined
  if (status === 403 && root?.user) return null
  return (
    <ButtonLink to="/login" variant="secondary" onClick={openLogin}>
      Log in
    </ButtonLink>
  )
}
