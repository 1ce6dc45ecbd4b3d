import { redirect } from 'react-router'

/** Checkout sends people here who have nothing to check out. */
export function loader() {
  return redirect('/products')
}
