import { data } from 'react-router'

/** What the server shows when it could not even tell who is asking. */
export function loader() {
  throw data(null, { status: 500 })
}

export default function UnexpectedError() {
  return null
}
