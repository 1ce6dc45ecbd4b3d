import { useContext } from 'react'
import { ButtonLink } from './primitives/button.tsx'
import { EmptyState } from './primitives/empty-state.tsx'
import { LoginContext } from './login-context.ts'

type ErrorPageProps = {
  status: number
  /** What the server had to say to the person, for a limit that was reached. */
  message?: string
  requestId: string | null
}

/** A page that isn't there, isn't allowed, or went wrong. Says which, and the way back. */
export function ErrorPage({ status, message, requestId }: ErrorPageProps) {
  const openLogin = useContext(LoginContext)
  const back = <ButtonLink to="/">Back to Home</ButtonLink>
  const browse = (
    <ButtonLink to="/products" variant="secondary">
      Browse Items
    </ButtonLink>
  )
  return (
    <div className="page py-12">
      {status === 404 ? (
        <>
          <title>Page not found</title>
          <EmptyState
            headingLevel={1}
            art="letter"
            title="This page isn’t here"
            action={[back, browse].map((a, i) => (
              <span key={i}>{a}</span>
            ))}
          >
            The address may be mistyped, or what stood here has moved on to another neighbour.
          </EmptyState>
        </>
      ) : status === 401 || status === 403 ? (
        <>
          <title>Not allowed</title>
          <EmptyState
            headingLevel={1}
            art="key"
            title="This door isn’t yours to open"
            action={
              <>
                {back}
                <ButtonLink to="/login" variant="secondary" onClick={openLogin}>
                  Log in
                </ButtonLink>
              </>
            }
          >
            You may need to log in with another account.
          </EmptyState>
        </>
      ) : status === 429 ? (
        <>
          <title>A little slower, please</title>
          <EmptyState headingLevel={1} art="calendar" title="A little slower, please" action={back}>
            {message}
          </EmptyState>
        </>
      ) : (
        <>
          <title>Something went wrong</title>
          <EmptyState headingLevel={1} art="letter" title="Something went wrong" action={back}>
            <p>An unexpected error occurred. Please try again.</p>
            {requestId ? (
              <p className="mt-3 text-sm">
                If you write to us about it, please mention{' '}
                <code data-request-id className="break-all">
                  {requestId}
                </code>
              </p>
            ) : null}
          </EmptyState>
        </>
      )}
    </div>
  )
}
