import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import setup from './e2e/support/global-setup.ts'
import { locate, tours, type Screen } from './e2e/support/screens.ts'
import { open, setTheme, themes, widths } from './e2e/support/views.ts'
import { browserArgs, browserExecutable } from './support/browser.ts'
import { openSites } from './support/site.ts'

/* Takes a screenshot of every screen of the demo data, at both widths and in both themes, into the folder
   `screenshots`: `npm run screenshots`. Words select tours by their titles: `npm run screenshots -- owners`. */
const folder = path.resolve(import.meta.dirname, '../screenshots')
const words = process.argv.slice(2)
const chosen = tours.filter(({ title }) => words.every((word) => title.includes(word)))

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
console.log('Building the pages and the demo data')
process.env.TEST_PHOTO_WIDTH = '1600'
const end = await setup()
const sites = openSites()
const site = await sites.start('demo')
const browser = await chromium.launch({ executablePath: await browserExecutable(), args: browserArgs })
const unreached: string[] = []
try {
  for (const { title, enter, views } of chosen) {
    const started = performance.now()
    const context = await browser.newContext({
      baseURL: site.url,
      locale: 'en-PH',
      timezoneId: 'Asia/Manila',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await enter?.(page)
    for (const screen of views) {
      const view = await reach(page, screen)
      if (!view) continue
      for (const width of widths) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
        for (const theme of themes) {
          await setTheme(page, theme)
          await settle(page)
          const name = `${title} - ${view.name} - ${width} ${theme}.png`.replaceAll(/[^\w .,-]/g, '')
          await page.screenshot({ path: path.join(folder, name), fullPage: true })
        }
      }
    }
    await context.close()
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`${title}: ${views.length * widths.length * themes.length} pictures, ${seconds} s`)
  }
  console.log(`They are in ${folder}`)
  if (unreached.length > 0) {
    console.error(`Not reached:\n${unreached.join('\n')}`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await site.stop()
  sites.end()
  await end()
}

/** Waits until every image of the page is loaded, also those further down, and scrolls to the top. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
    if (!document.querySelector('dialog[open]')) scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForTimeout(250)
}

/** Opens a screen; if that fails, reports it at the end and continues. */
async function reach(page: Page, screen: Screen) {
  try {
    const view = await locate(page, screen)
    await open(page, view)
    return view
  } catch (error) {
    unreached.push(`${screen.name}: ${String(error).split('\n').slice(0, 4).join(' ')}`)
    return null
  }
}
