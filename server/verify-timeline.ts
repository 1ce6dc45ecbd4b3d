import './production.ts'

/* `npm run verify-timeline`: see `verifyTimeline`. */
const { verifyTimeline } = await import('./commands.ts')
await verifyTimeline()
