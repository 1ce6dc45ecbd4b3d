import { locate, tours } from './support/screens.ts'
import { testsOn } from './support/test.ts'
import { inspect } from './support/views.ts'

const test = testsOn('demo')
test.describe.configure({ mode: 'parallel' })
test.use({ refusals: [401, 403, 404, 410, 413, 422] })

for (const { title, enter, views } of tours)
  // Spec: D35
  test(`Every screen is accessible: ${title}`, async ({ page }) => {
    test.setTimeout(600_000)
    await enter?.(page)
    for (const screen of views) await inspect(page, await locate(page, screen))
  })
