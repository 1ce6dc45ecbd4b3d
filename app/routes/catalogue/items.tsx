import { redirect } from 'react-router'

/** The checkout redirects people here when their cart is empty. */
export function loader() {
  return redirect('/products')
}
