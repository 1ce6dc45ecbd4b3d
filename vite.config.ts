import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Server code reached from a browser module fails the build, naming the importer. */
function noServerCodeInTheBrowser(): Plugin {
  return {
    name: 'hiram:no-server-code-in-the-browser',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (
        /^#(server|db|gateways|seeds|tests)\//.test(source) ||
        /^(pg|kysely|better-auth|sharp|node:.*)$/.test(source)
      ) {
        if (importer?.includes('node_modules')) return null
        throw new Error(`${importer} is sent to the browser and may not import ${source}`)
      }
      return null
    },
  }
}

export default defineConfig({
  plugins: [noServerCodeInTheBrowser(), tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      // The server's own rooms run from source on Node 24; the build holds the pages only.
      build: { rolldownOptions: { external: [/^#(server|db|gateways|domain)\//] } },
    },
  },
})
