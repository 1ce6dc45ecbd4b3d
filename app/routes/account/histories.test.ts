import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ChatHistory, PurchaseHistory } from './histories.tsx'

// Spec: S2.59, S8.40
it('a history that is on its way says so', () => {
  const never = new Promise<never>(() => {})
  for (const history of [
    createElement(PurchaseHistory, { purchases: never }),
    createElement(ChatHistory, { chats: never }),
  ])
    expect(renderToStaticMarkup(history)).toMatch(/role="status".*Loading history\.\.\./)
})
