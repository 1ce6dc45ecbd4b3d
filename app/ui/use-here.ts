import { useLocation } from 'react-router'

/** The address of the page that is open, with its query. */
export function useHere(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
