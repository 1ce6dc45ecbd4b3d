import './production.ts'

/* `npm run images:move`: see `moveImages`. */
const { moveImages } = await import('./commands.ts')
await moveImages()
