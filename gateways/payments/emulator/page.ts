import { Hono, type Context } from 'hono'
import { html, raw } from 'hono/html'
import { formatPeso } from '#domain/money.ts'
import type { Actions } from './actions.ts'
import { pageStyle, styleSource } from './page-style.ts'
import { paymentsOf, totalOf, type Session, type State } from './state.ts'

type Html = ReturnType<typeof html>
type World = { state: State; actions: Pick<Actions, 'pay' | 'fail' | 'settleDue'> }

/** The names of the payment methods for people. */
const names: Record<string, string> = {
  card: 'Credit or debit card',
  gcash: 'GCash',
  paymaya: 'Maya',
  grab_pay: 'GrabPay',
  shopee_pay: 'ShopeePay',
  qrph: 'QR Ph',
  billease: 'BillEase',
  dob: 'BPI Online',
  dob_ubp: 'UnionBank Online',
}
const nameOf = (channel: string) => names[channel] ?? channel

/**
 * The hosted checkout page: what is bought, the payment methods, and the results a tester can choose. It works without
 * scripts.
 */
export function emulatorPages({ state, actions }: World) {
  const pages = new Hono()

  const show = (
    c: Context,
    session: Session | undefined,
    title: string,
    body: Html,
    status: 200 | 404 = 200,
  ) => {
    const back = [session?.successUrl, session?.cancelUrl].flatMap((url) =>
      url ? [new URL(url).origin] : [],
    )
    const forms = ["'self'", ...new Set(back)].join(' ')
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; img-src data:; style-src ${styleSource}; form-action ${forms}; ` +
        "frame-ancestors 'none'; base-uri 'none'",
    )
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    return c.html(page(title, body), status)
  }

  pages.get('/checkout/:id', (c) => {
    const session = state.sessions.get(c.req.param('id'))
    if (!session) return show(c, session, 'No such checkout', ended('No such checkout', null, null), 404)
    const { successUrl, cancelUrl } = session
    const payments = paymentsOf(state, session.id)
    if (payments.some(({ status }) => status === 'paid'))
      return show(c, session, 'Paid', ended('This is paid', 'Nothing more is charged.', successUrl))
    if (session.status === 'expired')
      return show(
        c,
        session,
        'Expired',
        ended('This checkout has expired', 'Nothing was charged.', cancelUrl),
      )
    if (payments.some(({ status }) => status === 'pending'))
      return show(c, session, 'Under way', ended('Your payment is under way', null, successUrl))
    const failed = c.req.query('failed')
    const title = failed ? 'Payment failed' : 'Pay'
    return show(c, session, title, choice(session, failed))
  })

  pages.post('/checkout/:id', async (c) => {
    const session = state.sessions.get(c.req.param('id'))
    const here = `/checkout/${encodeURIComponent(c.req.param('id'))}`
    if (!session) return c.redirect(here, 303)
    const form = await c.req.parseBody()
    if (form.do === 'cancel') return c.redirect(session.cancelUrl ?? here, 303)
    const payments = paymentsOf(state, session.id)
    // A second press of Pay gets the same answer as the first.
    if (payments.some(({ status }) => status === 'paid')) return c.redirect(session.successUrl ?? here, 303)
    if (session.status === 'expired' || payments.some(({ status }) => status === 'pending'))
      return c.redirect(here, 303)
    const channel = session.channels.find((each) => each === form.channel) ?? session.channels[0]!
    if (form.do === 'fail') {
      actions.fail(session.id, { channel })
      return c.redirect(`${here}?failed=${channel}`, 303)
    }
    actions.pay(session.id, { channel })
    return c.redirect(session.successUrl ?? here, 303)
  })

  return pages
}

const page = (title: string, body: Html) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title} – PayMongo emulator</title>
        ${raw(`<style>${pageStyle}</style>`)}
      </head>
      <body>
        <p class="note"><strong>PayMongo emulator:</strong> no real money moves.</p>
        <main>
          <div class="card">${body}</div>
        </main>
      </body>
    </html>`

const ended = (heading: string, text: string | null, back: string | null) =>
  html`<h1>${heading}</h1>
    ${text && html`<p class="muted">${text}</p>`}
    ${back && html`<a class="button pay" href="${back}">Back to the shop</a>`}`

function choice(session: Session, failed: string | undefined) {
  const total = formatPeso(totalOf(session))
  const chosen = session.channels.find((channel) => channel === failed) ?? session.channels[0]
  const lines = session.lines.map(
    ({ name, amount, quantity }) =>
      html`<tr>
        <th scope="row">${name}${quantity > 1 ? ` × ${quantity}` : ''}</th>
        <td>${formatPeso(amount * quantity)}</td>
      </tr>`,
  )
  const ways = session.channels.map(
    (channel) =>
      html`<label class="way">
        <input type="radio" name="channel" value="${channel}" ${channel === chosen ? 'checked' : ''} />
        ${nameOf(channel)}
      </label>`,
  )
  return html`${
      failed === undefined
        ? ''
        : html`<p class="bad" role="alert">
            <strong>The payment failed.</strong> Nothing was charged. Try again, or choose another way to pay.
          </p>`
    }
    <h1>Pay ${total}</h1>
    <p class="muted">${session.description ?? session.reference ?? ''}</p>
    <table>
      <tbody>
        ${lines}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>${total}</td>
        </tr>
      </tfoot>
    </table>
    <form method="post" action="/checkout/${session.id}">
      <fieldset>
        <legend>How would you like to pay?</legend>
        ${ways}
      </fieldset>
      <button class="pay" name="do" value="pay">Pay ${total}</button>
      <button name="do" value="fail">Fail the payment</button>
      <button name="do" value="cancel">Cancel and go back</button>
    </form>`
}
