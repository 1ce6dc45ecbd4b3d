import { data } from 'react-router'
import type { Route } from './+types/unexpected-error.ts'

/** The refusals of the HTTP server before any page runs, with their messages. */
const refusals: Record<string, { status: number; message?: string }> = {
  'other-site': { status: 403, message: 'This request did not come from this site.' },
  'not-found': { status: 404 },
  'photos-away': { status: 503, message: 'Photos can’t be shown at the moment.' },
  'too-large': { status: 413 },
  'too-many': {
    status: 429,
    message: 'You are sending too many photos at once. Please go back and send this again in a moment.',
  },
  'too-slow': { status: 408, message: 'That took too long to arrive. Please go back and send it again.' },
  'cut-off': { status: 400, message: 'That did not arrive whole. Please go back and send it again.' },
}

/**
 * Shown in place of the requested page: by the HTTP server when it refuses a request, and when an error leaves no
 * other page.
 */
export function loader({ url }: Route.LoaderArgs) {
  const reason = url.searchParams.get('reason') ?? ''
  const { status, message } = Object.hasOwn(refusals, reason) ? refusals[reason]! : { status: 500 }
  throw data(message ?? null, { status })
}

export default function UnexpectedError() {
  return null
}
