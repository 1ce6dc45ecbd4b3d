import { chromium } from 'playwright'
const base = process.argv[2]!, out = process.argv[3]!
const tasks: [string, string, string][] = JSON.parse(process.argv[4]!)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
for (const [who, path, name] of tasks)
  for (const width of [360, 1440])
    for (const scheme of ['light', 'dark'] as const) {
      if ((width === 360) !== (scheme === 'light') && process.argv[5] !== 'all') continue
      const ctx = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, baseURL: base })
      const page = await ctx.newPage()
      if (who !== 'guest') {
        await page.goto('/login?portal=' + (who === 'admin' ? 'admin' : who), { waitUntil: 'domcontentloaded' })
        await page.getByLabel('Email').first().fill(`${who}@hiram.test`)
        await page.locator('input[name=password]').first().fill('hiram-demo-2026')
        await page.locator('input[name=password]').first().press('Enter')
        await page.waitForURL((url) => !url.pathname.startsWith('/login'))
      }
      const [go, ...clicks] = path.split(' > ')
      await page.goto(go!, { waitUntil: 'load' })
      for (const click of clicks) { await page.locator(click).first().click(); await page.waitForTimeout(1200) }
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png`, fullPage: true })
      await ctx.close()
    }
await browser.close()
