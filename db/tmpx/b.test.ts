import { test, expect } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
test('x', async () => {
  const t = performance.now()
  const d = await freshDatabase()
  console.log(d.connection.kind, performance.now()-t)
  expect((await d.connection.db.selectFrom('category').selectAll().execute()).length).toBeGreaterThanOrEqual(0)
  await d.drop()
})
